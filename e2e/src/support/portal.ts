import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { session } from '@despatch/contract/sign-in/session'
import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Route,
} from 'playwright-core'
import { expect, inject } from 'vitest'
import { makeSession } from '../../../server/src/testing/factories.ts'
import { chooseFixedPort, isFree } from '../../../server/src/testing/network/fixed-port.ts'
import { openTestPortal, type TestPortal } from '../../../server/src/testing/test-portal.ts'
import { walk } from './walk.ts'

export type Stage = {
  portal: TestPortal
  browser: Browser
  close(): Promise<void>
}

/**
 * What goes on from one file of tests to the next in the same process: the connection to the browser, and the port of
 * the portal, by which the browser knows what it has loaded and compiled.
 */
let browserOfAll: Promise<Browser> | undefined
let portOfAll = 0
/** For what hangs: a page may be slow where much runs beside it, the first one above all. */
const PATIENCE_MS = 120_000
/** Each answer to a page comes late by chance, up to so many: for hunting what a slow line upsets. */
const MAX_DELAY_MS = Number(process.env['DESPATCH_TEST_DELAY'] ?? 0)
/** Windows that were left, by what they were opened with, and those that are in use. */
const free = new Map<string, Window[]>()
const inUse = new Set<Window>()

/** A portal on a database of its own, serving the built web app, and a connection to the browser. */
export async function openStage(): Promise<Stage> {
  if (!existsSync(join(import.meta.dirname, '../../../web/dist/index.html')))
    throw new Error('The web app is not built: npm test builds it first')
  browserOfAll ??= chromium.connect(inject('browser'))
  // One that nobody is given between two files.
  if (!portOfAll || !(await isFree(portOfAll))) portOfAll = await chooseFixedPort()
  const [portal, browser] = await Promise.all([openTestPortal({ port: portOfAll }), browserOfAll])
  return {
    portal,
    browser,
    async close() {
      await Promise.all([...inUse].map(({ keeper }) => leave(keeper)))
      await portal.close()
    },
  }
}

export type Visitor = {
  page: Page
  userId: number
  client: string
  token: string
  /** Goes to an address of the portal as a link to it would, and waits until the screen is there. The first time it loads. */
  go(path: string): Promise<void>
  /** Loads the portal at an address, as who pastes it does: nothing is cached, and nothing stands but what is kept. */
  load(path: string): Promise<void>
}

/** A window of the browser, whose pages share what is kept. */
type Window = {
  context: BrowserContext
  /** Stays open while the others come and go, so that the browser neither ends the window nor what it has loaded. */
  keeper: Page
  /** Where it goes when it is left. */
  left: Window[]
}
const windowOf = new WeakMap<BrowserContext, Window>()

/**
 * A window of someone who has signed in nowhere, on a page of its own. One that was left before is taken again, with
 * nothing kept in it but what every visitor is sent alike: the browser's work for a new one is tenfold.
 */
export async function openWindow(
  { portal, browser }: Stage,
  options: BrowserContextOptions = {},
  localStorage: Record<string, string> = {},
): Promise<Page> {
  const given = { baseURL: portal.url, ...options }
  const key = JSON.stringify(given)
  const left = free.get(key) ?? []
  free.set(key, left)
  const window = left.pop() ?? (await newWindow(browser, given, left))
  inUse.add(window)
  const { context, keeper } = window
  // Not by setStorageState, which has the browser forget all it was sent, and opens and closes a page of its own.
  await context.clearCookies()
  await keeper.evaluate(`localStorage.clear(); Object.assign(localStorage, ${JSON.stringify(localStorage)})`)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  return page
}

async function newWindow(browser: Browser, options: BrowserContextOptions, left: Window[]): Promise<Window> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    ...options,
  })
  if (MAX_DELAY_MS > 0) await context.route(/\/api\//, delay)
  const keeper = await context.newPage()
  // What belongs to the portal, and does nothing.
  await keeper.goto('/icon.svg')
  const window = { context, keeper, left }
  windowOf.set(context, window)
  return window
}

async function delay(route: Route): Promise<void> {
  await sleep(Math.random() * MAX_DELAY_MS)
  // Its page may be gone by now.
  await route.fallback().catch(() => undefined)
}

/** Leaves the window that a page is in, with all its pages. */
export async function leave(page: Page): Promise<void> {
  const context = page.context()
  const window = windowOf.get(context)
  await Promise.all(context.pages().flatMap((open) => (open === window?.keeper ? [] : open.close())))
  if (window && inUse.delete(window)) window.left.push(window)
}

type Given = NonNullable<Parameters<typeof makeSession>[1]> & {
  browser?: BrowserContextOptions
  /** What the browser's local storage keeps beside the session. */
  kept?: Record<string, string>
}

/** Someone with a session of their own, in a window of their own, signed in already. */
export async function visit(stage: Stage, given: Given = {}): Promise<Visitor> {
  const { browser: options, kept: others, ...whose } = given
  const { token, client, userId } = await makeSession(stage.portal.testDatabase, whose)
  // What a sign-in leaves in the browser.
  const { body } = await stage.portal.call(session.current, {}, { token })
  const { client: clients, ...user } = body
  const signedIn = { access_token: token, client, user: JSON.stringify(user), clients: JSON.stringify(clients) }
  const page = await openWindow(stage, options, { ...others, ...signedIn })
  const load = async (path: string) => {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
  }
  const go = (path: string) => (page.url() === 'about:blank' ? load(path) : walk(page, path))
  return { page, userId, client, token, go, load }
}

/** Switches between light and dark, and waits until the page is drawn in it. */
export async function switchColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
  // Nothing moves where reduced motion is asked for: what has other colours has them with the next frame.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
}

/** The rules of axe that colours can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** The menu, the top bar and the tabs, which are the same around every screen, and take axe longer than most screens. */
const FRAME = ['.mantine-AppShell-navbar', '.mantine-AppShell-header']

/**
 * Expects axe to find nothing wrong on the page but for the frame of the screens, or in a part of the page ('html' is all
 * of it, with the frame). What is looked at in dark is looked at in light as
 * well: there it is tried by all rules, in dark by those that colours can break.
 */
export async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  const isDark = (await page.locator('html[data-mantine-color-scheme="dark"]').count()) > 0
  // There are no frames of others in the page, for which the usual mode opens another page each time.
  // What a load has once is not sent and read again.
  const axeSource = (await page.evaluate<boolean>(`'axe' in window`)) ? 'void 0' : undefined
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(isDark && { runOnly: COLOUR_RULES }) })
    .include(part ?? 'html')
  for (const known of part ? [] : FRAME) axe.exclude(known)
  const { violations } = await axe.analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(found).toEqual([])
}
