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
 * Reused by all test files of a process: the connection to the browser, and the portal's port, by which the browser
 * caches what it has loaded and compiled.
 */
let browserOfAll: Promise<Browser> | undefined
let portOfAll = 0
/** A timeout for hangs only: pages may be slow on a busy machine, above all the first one. */
const PATIENCE_MS = 120_000
/** Delays answers by a random time up to this many milliseconds, to find bugs that only slow networks show. */
const MAX_DELAY_MS = Number(process.env['DESPATCH_TEST_DELAY'] ?? 0)
/** Released windows by their options, and windows in use. */
const free = new Map<string, Window[]>()
const inUse = new Set<Window>()

/** Starts a portal on its own database that serves the built web app, and connects to the browser. */
export async function openStage(): Promise<Stage> {
  if (!existsSync(join(import.meta.dirname, '../../../web/dist/index.html')))
    throw new Error('The web app is not built: npm test builds it first')
  browserOfAll ??= chromium.connect(inject('browser'))
  // A port that is in no range of automatic ports, so that it stays free between two files.
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
  /** Navigates like a link, and waits for the screen. The first call loads the portal. */
  go(path: string): Promise<void>
  /** Loads the portal at an address, with an empty cache and only what the browser stores. */
  load(path: string): Promise<void>
}

/** A window of the browser, whose pages share storage. */
type Window = {
  context: BrowserContext
  /** An open page that keeps the window, and what it has loaded, alive between visits. */
  keeper: Page
  /** The list that it returns to when it is released. */
  left: Window[]
}
const windowOf = new WeakMap<BrowserContext, Window>()

/**
 * Opens a page in a window without a session. Reuses a released window after clearing its storage, because a new one
 * takes ten times the work; the cache of static files stays.
 */
export async function openWindow(
  { portal, browser }: Stage,
  options: BrowserContextOptions = {},
  localStorage: Record<string, string> = {},
): Promise<Page> {
  const contextOptions = { baseURL: portal.url, ...options }
  const key = JSON.stringify(contextOptions)
  const left = free.get(key) ?? []
  free.set(key, left)
  const window = left.pop() ?? (await newWindow(browser, contextOptions, left))
  inUse.add(window)
  const { context, keeper } = window
  // Not by setStorageState, which drops the cache, and opens and closes a page.
  await context.clearCookies()
  await keeper.evaluate(`localStorage.clear(); Object.assign(localStorage, ${JSON.stringify(localStorage)})`)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  return page
}

async function newWindow(browser: Browser, options: BrowserContextOptions, left: Window[]): Promise<Window> {
  const context = await browser.newContext({
    viewport: { width: 1920, height: 800 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    ...options,
  })
  if (MAX_DELAY_MS > 0) await context.route(/\/api\//, delay)
  const keeper = await context.newPage()
  // A page of the portal without scripts.
  await keeper.goto('/icon.svg')
  const window = { context, keeper, left }
  windowOf.set(context, window)
  return window
}

async function delay(route: Route): Promise<void> {
  await sleep(Math.random() * MAX_DELAY_MS)
  // The page may be closed by now.
  await route.fallback().catch(() => undefined)
}

/** Releases the window of a page, with all its pages. */
export async function leave(page: Page): Promise<void> {
  const context = page.context()
  const window = windowOf.get(context)
  await Promise.all(context.pages().flatMap((open) => (open === window?.keeper ? [] : open.close())))
  if (window && inUse.delete(window)) window.left.push(window)
}

type VisitOptions = NonNullable<Parameters<typeof makeSession>[1]> & {
  browser?: BrowserContextOptions
  /** Entries for local storage, besides the session. */
  kept?: Record<string, string>
}

/** Creates a user with a session, signed in within their own window. */
export async function visit(stage: Stage, visitOptions: VisitOptions = {}): Promise<Visitor> {
  const { browser: options, kept: others, ...whose } = visitOptions
  const { token, client, userId } = await makeSession(stage.portal.testDatabase, whose)
  // What signing in stores in the browser.
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

/** Switches between light and dark, and waits until the page is drawn. */
export async function switchColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
  // With reduced motion nothing is animated, so the next frame has the new colours.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
}

/** The axe rules that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Menu, top bar and tabs are the same around every screen, and take axe longer than most screens. */
const FRAME = ['.mantine-AppShell-navbar', '.mantine-AppShell-header']

/**
 * Expects axe to find no fault on the page without the frame of the screens, or in a part of it ('html' is everything,
 * with the frame). In dark only the rules for colours are checked, because each screen is also checked in light.
 */
export async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  const isDark = (await page.locator('html[data-mantine-color-scheme="dark"]').count()) > 0
  // The page has no frames of other sites, for which the normal mode would open another page each time. Do not send the
  // source again if the page has it.
  const axeSource = (await page.evaluate<boolean>(`'axe' in window`)) ? 'void 0' : undefined
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(isDark && { runOnly: COLOUR_RULES }) })
    .include(part ?? 'html')
  for (const frame of part ? [] : FRAME) axe.exclude(frame)
  const { violations } = await axe.analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(found).toEqual([])
}
