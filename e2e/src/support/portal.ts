import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { session } from '@despatch/contract/session/session'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { makeSession } from '../../../server/src/testing/factories.ts'
import { openTestPortal, type TestPortal } from '../../../server/src/testing/test-portal.ts'

export type Stage = { portal: TestPortal; browser: Browser; close(): Promise<void> }

/** A portal on a database of its own, serving the built web app, and a connection to the browser. */
export async function openStage(): Promise<Stage> {
  if (!existsSync(join(import.meta.dirname, '../../../web/dist/index.html')))
    throw new Error('The web app is not built: npm test builds it first')
  const [portal, browser] = await Promise.all([openTestPortal(), chromium.connect(inject('browser'))])
  return {
    portal,
    browser,
    async close() {
      await browser.close()
      await portal.close()
    },
  }
}

export type Visitor = {
  page: Page
  context: BrowserContext
  userId: number
  client: string
  token: string
  /** Goes to an address of the portal, and waits until the screen is there. */
  go(path: string): Promise<void>
}

type Given = NonNullable<Parameters<typeof makeSession>[1]> & { browser?: BrowserContextOptions }

/** Somebody with a session of their own, in a window of their own, signed in already. */
export async function visit({ portal, browser }: Stage, given: Given = {}): Promise<Visitor> {
  const { browser: options, ...whose } = given
  const { token, client, userId } = await makeSession(portal.testDatabase, whose)
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    ...options,
  })
  // What a sign-in leaves in the browser; what the portal keeps later stands.
  const { body } = await portal.call(session.current, {}, { token })
  const { client: clients, ...user } = body
  const kept = { access_token: token, client, user: JSON.stringify(user), clients: JSON.stringify(clients) }
  await context.addInitScript((entries) => {
    for (const [key, value] of entries) if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
  }, Object.entries(kept))
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  return {
    page,
    context,
    userId,
    client,
    token,
    async go(path) {
      await page.goto(path)
      await page.locator('h1').first().waitFor()
    },
  }
}

/** Switches between light and dark, and waits until the page is drawn in it. */
export async function switchColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))')
}

/** The rules of axe that colours can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Expects axe to find nothing wrong on the page, or in a part of it. What is looked at in dark is looked at in light as
 * well: there it is tried by all rules, in dark by those that colours can break.
 */
export async function expectAccessible(page: Page, where: string, part = 'html'): Promise<void> {
  const isDark = (await page.locator('html[data-mantine-color-scheme="dark"]').count()) > 0
  // There are no frames of others in the page, for which the usual mode opens another page each time.
  // What a load has once is not sent and read again.
  const axeSource = (await page.evaluate<boolean>(`'axe' in window`)) ? 'void 0' : undefined
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(isDark && { runOnly: COLOUR_RULES }) })
    .include(part)
  const { violations } = await axe.analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(found).toEqual([])
}
