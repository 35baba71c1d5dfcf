import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { corner } from '../support/corner.ts'
import { waitUntilSaid } from '../support/notifications.ts'
import { ENQUIRY, createOrder, HISTORY, ORDER, RESULTS } from '../support/orders.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function search(page: Page, criteria: { reference?: string; email?: string } = {}): Promise<void> {
  if (criteria.reference !== undefined) await page.getByLabel('Customer or reference').fill(criteria.reference)
  if (criteria.email !== undefined) await page.getByLabel('Email').fill(criteria.email)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}
/** Expects a text on the page and in a notification. */
async function expectSaid(page: Page, text: string): Promise<void> {
  await page.locator('section').getByText(text, { exact: true }).waitFor()
  await waitUntilSaid(page, text)
}
const tabIds = (page: Page) => page.getByRole('tab').evaluateAll((tabs) => tabs.map(({ id }) => id))

corner('an enquiry without results shows the specification’s message', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await visitor.go(ENQUIRY)
  await expect.poll(() => page.locator('[data-view]').getAttribute('data-view')).toBe('customerSelection')
  await search(page, { reference: 'NOPE-1' })
  await expectSaid(page, 'No data available for NOPE-1')
  await page.getByText('Enter all of it, or its first characters').waitFor()
  await expect.poll(() => tabIds(page)).toHaveLength(2)
  await search(page, { reference: '', email: 'nobody@example.com' })
  await expectSaid(
    page,
    'No Records were found matching your search criteria. Please check your search criteria and try again.',
  )
  await page.getByLabel('Email').fill('')
  await page.getByLabel('Ordered from').fill('1 Jan 2024')
  await page.getByLabel('Ordered to').fill('5 Jan 2024')
  await search(page)
  await expectSaid(page, 'No records found for order, email or date range 1 January 2024 - 5 January 2024')
  await search(page, { reference: 'NOPE-1' })
  await expectSaid(page, 'No records found for order, email or date range NOPE-1')
  await leave(visitor.page)
})

corner('invalid criteria show errors at their fields', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await visitor.go(ENQUIRY)
  await search(page)
  await page.getByText('Enter an order reference, email, postcode, SKU, dates or status').waitFor()
  await search(page, { email: 'ada@example' })
  await page.getByText('An email looks like name@example.com').waitFor()
  await page.getByLabel('Email').fill('')
  await page.getByLabel('Ordered from').fill('5 Jan 2026')
  await page.getByLabel('Ordered to').fill('1 Jan 2026')
  await search(page)
  const words = page.getByText('The end date is before the start date')
  await words.waitFor()
  // The click hits the text, not the open calendar.
  await words.click()
  await page.getByLabel('Ordered from', { exact: true }).fill('31/11/2026')
  await page.keyboard.press('Tab')
  await page.getByText('‘31/11/2026’ is not a date').waitFor()
  await expect.poll(() => page.getByLabel('Ordered from', { exact: true }).inputValue()).toBe('31/11/2026')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => page.getByLabel('Ordered from', { exact: true }).inputValue()).toBe('')
  await leave(visitor.page)
})

test('an order’s tab has its id, title and history tab after a reload', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await createOrder(stage, visitor, { orderNo: 'PO 12/3 A' })
  await visitor.go(ENQUIRY)
  await search(page, { reference: 'PO 12/3 A' })
  await page.getByRole('heading', { name: 'Order PO 12/3 A' }).waitFor()
  const summary = page.getByRole('link', { name: 'Summary Order History' })
  await summary.click()
  await page.getByRole('heading', { name: 'Summary Order History' }).waitFor()
  await page.getByText('Created', { exact: true }).waitFor()
  const ids = ['tab-home', `tab-${ENQUIRY}`, 'tab-order-PO++12--3++A', `tab-${HISTORY}`]
  await expect.poll(() => tabIds(page)).toEqual(ids)
  await expect
    .poll(() => page.getByRole('tab').allInnerTexts())
    .toEqual(['Home', 'Order & Returns Enquiry', 'Order PO 12/3 A', 'Summary Order History'])
  await page.reload()
  await page.getByText('Created', { exact: true }).waitFor()
  await expect.poll(() => tabIds(page)).toEqual(ids)
  await page.getByRole('tab', { name: 'Order PO 12/3 A' }).click()
  await page.getByRole('heading', { name: 'Order PO 12/3 A' }).waitFor()
  await leave(visitor.page)
})

corner('the palette and an address find an order by its reference', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await createOrder(stage, visitor, { orderNo: 'PAL-77' })
  await visitor.go('/home')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search orders, customers, parcels, screens and actions').fill('PAL-77')
  await page.getByText('Find order PAL-77').click()
  await page.getByRole('heading', { name: 'Order PAL-77' }).waitFor()
  // An address with criteria searches, but not when the user returns to it.
  await page.goto(`${ENQUIRY}?orderRef=pal-77`)
  await page.getByRole('heading', { name: 'Order PAL-77' }).waitFor()
  await page.goBack()
  await expect.poll(() => page.getByLabel('Customer or reference').inputValue()).toBe('pal-77')
  await page.reload()
  await page.getByRole('heading', { name: 'Order PAL-77' }).waitFor()
  await leave(visitor.page)
})

corner('a client user never sees another client’s order', async () => {
  const other = await visit(stage)
  await createOrder(stage, other, { orderNo: 'SECRET-1', email: 'secret@example.com' })
  const visitor = await visit(stage)
  const { page } = visitor
  await visitor.go(ENQUIRY)
  await search(page, { reference: 'SECRET-1' })
  await expectSaid(page, 'No data available for SECRET-1')
  await search(page, { reference: 'SECRET' })
  await expectSaid(page, 'No data available for SECRET')
  for (const address of [`${ORDER}?orderNumber=SECRET-1`, `${HISTORY}?orderNumber=SECRET-1`]) {
    await visitor.go(address)
    await page.getByText('No data available for SECRET-1').waitFor()
  }
  await visitor.go(`${ORDER}?orderNumber=SECRET-1&client=${other.client}`)
  await page.getByRole('alert').waitFor()
  expect(await page.locator('body').innerText()).not.toContain('Lovelace')
  await visitor.go(`${RESULTS}?email=secret@example.com`)
  await page.getByText('No Records were found matching your search criteria.').waitFor()
  await leave(other.page)
  await leave(visitor.page)
})

corner('a failure stays with its request id until the next success', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await createOrder(stage, visitor, { orderNo: 'FAIL-1' })
  const problem = { code: 'internal_error', message: 'Something went wrong', requestId: 'req-4711' }
  const fail = () => page.route(/\/api\/(enquiries|orders)\//, (route) => route.fulfill({ status: 500, json: problem }))
  await visitor.go(ENQUIRY)
  await fail()
  await search(page, { reference: 'FAIL-1' })
  await page.getByText('send us reference req-4711').waitFor()
  await page.unroute(/\/api\/(enquiries|orders)\//)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Order FAIL-1' }).waitFor()

  for (const address of [`${RESULTS}?orderRef=FAIL`, `${ORDER}?orderNumber=FAIL-1`]) {
    await fail()
    await visitor.load(address)
    await page.getByText('send us reference req-4711').waitFor()
    await page.unroute(/\/api\/(enquiries|orders)\//)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Lovelace').first().waitFor()
    await expect.poll(() => page.getByText('send us reference req-4711').count()).toBe(0)
  }
  await leave(visitor.page)
})
