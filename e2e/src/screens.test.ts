import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRouting, waitingOrder } from '../../server/src/contract-walk/world-routing.ts'
import { makeSku } from '../../server/src/testing/factories.ts'
import { giveOrder } from './support/orders.ts'
import { quietOf } from './support/quiet.ts'
import {
  expectAccessible,
  leave,
  openWindow,
  openStage,
  type Stage,
  switchColours,
  visit,
  type Visitor,
} from './support/portal.ts'

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
const quiet = new WeakMap<Page, () => Promise<void>>()
const crashes: string[] = []
/** What the records of carrier routing are called, which `withData` has. */
let named: Record<string, string>

beforeAll(async () => {
  stage = await openStage()
  // With the menu closed: it is the same beside every screen, and open at home below.
  const menuClosed = { 'despatch.preferences': JSON.stringify({ isMenuOpen: false }) }
  const lookAround = () => visit(stage, { kept: menuClosed })
  ;[withData, without, failing] = await Promise.all([lookAround(), lookAround(), lookAround()])
  const { client } = withData
  const SKU = await makeSku(stage.portal.testDatabase, { client })
  const routing = await openRouting(stage.portal.testDatabase, { client, mark: 'Walk', SKU })
  await waitingOrder(stage.portal, withData, { SKU, mark: 'Walk', code: 'WALK' })
  await giveOrder(stage, withData, { orderNo: 'WALK-1', SKU })
  const { carrier, otherCarrier, methods, routes, category } = routing
  named = { carrier, otherCarrier, ...methods, service: `Parcel ${client}`, route: routes.amended, category, SKU }
  // Everything fails but who is signed in: without that there is no screen.
  await failing.page.route(/\/api\/(?!session)/, (route) => route.abort())
  for (const { page } of [withData, without, failing]) {
    page.on('pageerror', (error) => crashes.push(String(error)))
    quiet.set(page, quietOf(page))
  }
  // They go on from here without loading anew, as people do.
  for (const { go } of [withData, without, failing]) await go('/home')
})
afterAll(() => stage.close())

const COLOURS: readonly ('light' | 'dark')[] = ['light', 'dark']

/** Expects a screen to be sound; the frame around it, which is the same everywhere, stands in `html`. */
async function expectSound(page: Page, where: string, colours = COLOURS, part = '#screen'): Promise<void> {
  await page.locator('h1').first().waitFor()
  // Between a failure and the next try nothing is asked, and the screen still waits.
  await expect.poll(() => page.locator('#screen .mantine-Skeleton-root').count(), { message: where }).toBe(0)
  for (const colorScheme of colours) {
    await switchColours(page, colorScheme)
    await expectAccessible(page, `${where}, ${colorScheme}`, part)
  }
  expect(await page.getByText('OOPS!').count(), where).toBe(0)
  expect(crashes, where).toEqual([])
}

describe.each(BUILT)('$path', ({ path }) => {
  test.each([
    // What differs by colour shows where there is something to colour.
    ['with data', () => withData, COLOURS],
    ['without data', () => without, ['light']],
    ['when its calls fail', () => failing, ['light']],
  ] as const)('%s', async (state, visitor, colours) => {
    const { page } = visitor()
    await page.evaluate(`document.querySelector('h1').setAttribute('data-left', '')
      history.pushState({}, '', '${path}?orderNumber=WALK-1')`)
    await page.locator('h1:not([data-left])').first().waitFor()
    await quiet.get(page)?.()
    await expectSound(page, `${path} ${state}`, colours)
  })
})

const ROUTING = '/carrier-routing-control'
/** The records of carrier routing, and the lists that show something only where they are asked. */
test.each([
  [`${ROUTING}/carrier-prices`, { method: 'read' }],
  [`${ROUTING}/carrier-prices`, { method: 'single', edit: '=prices' }],
  [`${ROUTING}/carrier-prices`, { method: 'amended', edit: '=method' }],
  [`${ROUTING}/carrier-active-dates`, { carrier: 'carrier' }],
  [`${ROUTING}/carrier-parcel-limits`, { carrier: 'carrier', service: 'service' }],
  [`${ROUTING}/carrier-parcel-limits`, { method: 'limits' }],
  [`${ROUTING}/carrier-capacity-setup`, { carrier: 'otherCarrier' }],
  [`${ROUTING}/product-fixed-routing`, { category: 'category', fixed: '=true' }],
  [`${ROUTING}/product-fixed-routing`, { route: 'route' }],
  [`${ROUTING}/product-fixed-routing-by-region`, { sku: 'SKU' }],
  [`${ROUTING}/rule-book`, { tab: '=check' }],
])('%s, of %o', async (path, asked) => {
  expect(
    BUILT.map((screen) => screen.path),
    path,
  ).toContain(path)
  const search = Object.entries(asked).map(([key, value]) => [key, named[value] ?? value.replace('=', '')])
  await expectSoundAt(`${path}?${new URLSearchParams(search).toString()}`)
})

/** Loads an address of the client that has data, and expects the screen to be sound in both colours. */
async function expectSoundAt(address: string): Promise<void> {
  const { page, go } = withData
  await go(address)
  await quiet.get(page)?.()
  await expectSound(page, address)
}

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
    await expectSound(without.page, path, COLOURS, 'html')
  }
  const page = await openWindow(stage)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  await expectSound(page, '/sign-in', COLOURS, 'html')
  await leave(page)
})
