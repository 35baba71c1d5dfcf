import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveOrder } from './support/orders.ts'
import { expectAccessible, openStage, type Stage, switchColours, type Visitor, visit } from './support/portal.ts'

type Listed = { path: string; title: string; component?: unknown }
// By its address, because its types are those of a browser.
const { SCREENS } = (await import(new URL('../../web/src/app/screens.ts', import.meta.url).href)) as {
  SCREENS: readonly Listed[]
}
const BUILT = SCREENS.filter(({ component }) => component)
const TO_COME = SCREENS.filter(({ component }) => !component)

let stage: Stage
let withData: Visitor
let without: Visitor
let failing: Visitor
const crashes: string[] = []

beforeAll(async () => {
  stage = await openStage()
  ;[withData, without, failing] = await Promise.all([visit(stage), visit(stage), visit(stage)])
  await giveOrder(stage, withData, { orderNo: 'WALK-1' })
  // Everything fails but who is signed in: without that there is no screen.
  await failing.page.route(/\/api\/(?!session)/, (route) => route.abort())
  for (const { page } of [withData, without, failing]) page.on('pageerror', (error) => crashes.push(String(error)))
})
afterAll(() => stage.close())

const COLOURS: readonly ('light' | 'dark')[] = ['light', 'dark']

async function expectSound(page: Page, where: string, colours = COLOURS): Promise<void> {
  await page.locator('h1').first().waitFor()
  for (const colorScheme of colours) {
    await switchColours(page, colorScheme)
    await expectAccessible(page, `${where}, ${colorScheme}`)
  }
  expect(await page.getByText('OOPS!').count(), where).toBe(0)
  expect(crashes, where).toEqual([])
}

describe.each(BUILT)('$path', ({ path }) => {
  test.each([
    ['with data', () => withData],
    ['without data', () => without],
    ['when its calls fail', () => failing],
  ])('%s', async (state, visitor) => {
    const { page } = visitor()
    await page.goto(`${path}?orderNumber=WALK-1`)
    await page.waitForLoadState('networkidle')
    // What differs by colour shows where there is something to colour.
    await expectSound(page, `${path} ${state}`, state === 'with data' ? COLOURS : ['light'])
  })
})

test('the screens that are still to come say so', async () => {
  const { page } = without
  await page.goto('/home')
  await page.locator('h1').waitFor()
  for (const colorScheme of COLOURS) {
    await switchColours(page, colorScheme)
    for (const [index, { path, title }] of TO_COME.entries()) {
      await page.evaluate(`history.pushState({}, '', '${path}')`)
      await page.getByRole('heading', { level: 1, name: title.replace(/ ?\{.*\}/, ''), exact: true }).waitFor()
      await page.getByText('Not built yet', { exact: true }).waitFor()
      // The frame around them is the one that the built screens stand in.
      // They are one page but for their words.
      if (index < 2) await expectAccessible(page, `${path}, ${colorScheme}`, '#screen')
    }
  }
  expect(crashes).toEqual([])
}, 120_000)

test('home, an address that is none, and signing in', async () => {
  for (const path of ['/home', '/no-such-screen']) {
    await without.page.goto(path)
    await expectSound(without.page, path)
  }
  const context = await stage.browser.newContext({ baseURL: stage.portal.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  await expectSound(page, '/sign-in')
  await context.close()
})
