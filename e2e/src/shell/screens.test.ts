import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRouting, waitingOrder } from '../../../server/src/contract-walk/world-routing.ts'
import { makeSku } from '../../../server/src/testing/factories.ts'
import { LOOKS_IN_FULL } from '../support/colours.ts'
import { CORNER } from '../support/corner.ts'
import { expectFits, SMALL_WINDOWS } from '../support/fits.ts'
import { createOrder } from '../support/orders.ts'
import { quietOf } from '../support/quiet.ts'
import {
  expectAccessible,
  leave,
  openWindow,
  openStage,
  type Stage,
  switchColours,
  visit,
  type Visitor,
} from '../support/portal.ts'
import { walk } from '../support/walk.ts'
import { expectSpaced, expectTargets, REFLOW } from '../support/wcag.ts'

type Listed = { path: string; title: string }
// Imported by URL, because it needs the browser's types.
const { SCREENS } = (await import(new URL('../../../web/src/shell/screens.ts', import.meta.url).href)) as {
  SCREENS: readonly Listed[]
}

let stage: Stage
let withData: Visitor
let without: Visitor
let failing: Visitor
const quiet = new WeakMap<Page, () => Promise<void>>()
const crashes: string[] = []
/** Parameters that the lists of carrier routing need. */
let named: Record<string, string>

beforeAll(async () => {
  stage = await openStage()
  // The menu is the same beside every screen, so it is closed here; home below has it open.
  const menuClosed = { 'despatch.preferences': JSON.stringify({ isMenuOpen: false }) }
  const lookAround = () => visit(stage, { kept: menuClosed })
  ;[withData, without] = await Promise.all([lookAround(), lookAround()])
  const { client } = withData
  const SKU = await makeSku(stage.portal.testDatabase, { client })
  const routing = await openRouting(stage.portal.testDatabase, { client, mark: 'Walk', SKU })
  await waitingOrder(stage.portal, withData, { SKU, mark: 'Walk', code: 'WALK' })
  await createOrder(stage, withData, { orderNo: 'WALK-1', SKU })
  named = { category: routing.category, SKU }
  const visitors = [withData, without]
  if (LOOKS_IN_FULL) {
    failing = await lookAround()
    visitors.push(failing)
    // Fail every call except the one for the session, because screens need a user.
    await failing.page.route(/\/api\/(?!session)/, (route) => route.abort())
  }
  for (const { page } of visitors) {
    page.on('pageerror', (error) => crashes.push(String(error)))
    quiet.set(page, quietOf(page))
  }
  // Later tests navigate from here without a reload, as users do.
  for (const { go } of LOOKS_IN_FULL ? visitors : [withData]) await go('/home')
})
afterAll(() => stage.close())

/** Expects a screen to be accessible. `html` includes the frame, which is the same around every screen. */
async function expectSound(
  page: Page,
  where: string,
  colours: 'both' | 'light' = 'both',
  part = '#screen',
): Promise<void> {
  await page.locator('h1').first().waitFor()
  // A failed call is tried again after a pause, in which the page is quiet but not finished.
  await expect.poll(() => page.locator('#screen .mantine-Skeleton-root').count(), { message: where }).toBe(0)
  await expectAccessible(page, where, part)
  if (colours === 'both') {
    await switchColours(page, 'dark')
    await expectAccessible(page, `${where}, dark`, part)
    await switchColours(page, 'light')
  }
  // Exact, because a report that fails says 'Oops!' itself.
  expect(await page.getByText('OOPS!', { exact: true }).count(), where).toBe(0)
  expect(crashes, where).toEqual([])
}

type State = readonly [name: string, visitor: () => Visitor, colours: 'both' | 'light']
const EVERY_STATE: readonly State[] = [
  // Only the screen with data is checked in both colours.
  ['with data', () => withData, 'both'],
  ['without data', () => without, 'light'],
  ['when its calls fail', () => failing, 'light'],
]
/** The screens that npm test checks: one or two of each template. */
const OF_EACH_TEMPLATE = new Set([
  // Lists, with filters, selection, and rights as a tree.
  '/order-management/order_suspend_amend_or_cancel',
  '/carrier-routing-control/carrier-prices',
  '/setup-and-control/user-administration/roles-and-permissions',
  // Records.
  '/reporting-and-enquiries/order-and-returns-enquiry/summary-for-order',
  // Forms, of one record and of settings.
  '/order-management/create-new-order',
  '/returns-portal-control/returns-portal-rules',
  // Enquiries, which begin with a question.
  '/reporting-and-enquiries/order-and-returns-enquiry',
  // Figures and charts.
  '/reporting-and-enquiries/carrier-dashboard',
  '/management-reports/volume-trends-rolling-52-weeks',
  // Sections, and files to send.
  '/invoice-reconciliation',
  '/feeds/orders',
])
/** `npm run test:screens` checks every screen in every state, npm test some with data. */
const STATES = LOOKS_IN_FULL ? EVERY_STATE : EVERY_STATE.slice(0, 1)
const CHECKED = SCREENS.filter(({ path }) => LOOKS_IN_FULL || OF_EACH_TEMPLATE.has(path))

test('the screens that npm test checks are screens', () => {
  expect(SCREENS.map(({ path }) => path)).toEqual(expect.arrayContaining([...OF_EACH_TEMPLATE]))
})

describe.each(CHECKED)('$path', ({ path }) => {
  test.each(STATES)('%s', async (state, visitor, colours) => {
    const { page } = visitor()
    await walk(page, `${path}?orderNumber=WALK-1`)
    await quiet.get(page)?.()
    await expectSound(page, `${path} ${state}`, colours)
    await expectFits(page, `${path} ${state}`, SMALL_WINDOWS.phone)
    if (LOOKS_IN_FULL) await expectFits(page, `${path} ${state}`, SMALL_WINDOWS['at 200 %'])
    await expectFits(page, `${path} ${state}`, REFLOW)
    await expectSpaced(page, `${path} ${state}`)
    await expectTargets(page, `${path} ${state}`)
  })
})

const ROUTING = '/carrier-routing-control'
/** Lists that show rows only for some parameters. Records are checked in the tests of their rooms. */
test.each([
  [`${ROUTING}/product-fixed-routing`, { category: 'category', fixed: '=true' }],
  [`${ROUTING}/product-fixed-routing-by-region`, { sku: 'SKU' }],
])('%s, of %o', { tags: CORNER }, async (path, asked) => {
  expect(
    SCREENS.map((screen) => screen.path),
    path,
  ).toContain(path)
  const search = Object.entries(asked).map(([key, value]) => [key, named[value] ?? value.replace('=', '')])
  const address = `${path}?${new URLSearchParams(search).toString()}`
  const { page } = withData
  await walk(page, address)
  await quiet.get(page)?.()
  await expectSound(page, address)
})

test('home, an unknown address and sign-in are accessible', async () => {
  for (const path of ['/home', '/no-such-screen']) {
    await without.page.goto(path)
    await expectSound(without.page, path, 'both', 'html')
  }
  const page = await openWindow(stage)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  await expectSound(page, '/sign-in', 'both', 'html')
  await leave(page)
})
