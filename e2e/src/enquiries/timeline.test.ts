import { orders } from '@despatch/contract/orders/orders'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSku } from '../../../server/src/testing/factories.ts'
import { makeDeliveryEvent, makeParcel } from '../../../server/src/testing/parcels.ts'
import { makeReturnEvent } from '../../../server/src/testing/returns.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { waitUntilSaid } from '../support/notifications.ts'
import { ENQUIRY, createOrder, ORDER, RESULTS } from '../support/orders.ts'
import { filterBy } from '../support/filters.ts'
import {
  expectAccessible,
  leave,
  openStage,
  type Stage,
  switchColours,
  visit,
  type Visitor,
} from '../support/portal.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const EVENTS = `${ENQUIRY}/delivery-events-for-order`
const RETURNS = `${ENQUIRY}/returns-events-for-order`
const SERIALS = `${ENQUIRY}/sku-serial-despatched`

/** Creates a despatched order with parcels under way and a return. */
async function createDespatched({ token, client }: Visitor, orderNo: string): Promise<void> {
  const on = stage.portal.testDatabase
  await on.asOwner(
    `insert into skus (client_code, sku_code, description) values ($1, 'TV-55', 'Television') on conflict do nothing`,
    [client],
  )
  await createOrder(stage, { token, client }, { orderNo, SKU: 'TV-55', postCode: 'SW1Y 4JH' })
  const contents = [{ sku: 'TV-55', serial: 'SN-901' }]
  const trackingNumber = 'JD0012'
  await makeParcel(on, { client, orderNumber: orderNo, trackingNumber, contents, promisedDate: '2026-03-05' })
  await makeDeliveryEvent(on, { client, trackingNumber, location: 'Leeds' })
  await makeDeliveryEvent(on, { client, trackingNumber, state: 'unknown', code: 'ZZ9', at: '2026-03-04T09:00:00Z' })
  await makeReturnEvent(on, { client, orderNumber: orderNo, sku: 'TV-55', reference: 'RMA-7', source: 'portal' })
}

async function search(page: Page, reference: string): Promise<void> {
  await page.getByLabel('Customer or reference').fill(reference)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}
const tabs = (page: Page) =>
  page.getByRole('tab').evaluateAll((all) => all.map(({ id, textContent }) => [id, textContent]))
const titles = (page: Page) =>
  page.getByRole('list', { name: 'Activity, newest first' }).locator('li').getByRole('link').allInnerTexts()

/** Chooses in the filter of the activity. */
async function showActivity(page: Page, option: string) {
  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

corner('an enquiry opens the order, with delivery and returns events in own tabs', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await createDespatched(visitor, 'PO 7/A')
  await visitor.go(ENQUIRY)
  await search(page, 'po 7/a')
  await page.getByRole('heading', { name: 'Order PO 7/A' }).waitFor()
  await expect
    .poll(() => tabs(page))
    .toEqual([
      ['tab-home', 'Home'],
      [`tab-${ENQUIRY}`, 'Order & Returns Enquiry'],
      ['tab-order-PO++7--A', 'Order PO 7/A'],
      ['tab-delivery-events-PO++7--A', 'Delivery Events PO 7/A'],
      ['tab-returns-events-PO++7--A', 'Returns Events PO 7/A'],
    ])
  await page.getByRole('button', { name: 'Why is JD0012 promised for that date?' }).click()
  await page
    .getByRole('dialog')
    .getByText(/which usually takes until 5 March 2026/)
    .waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Delivery Events PO 7/A' }).click()
  const parcel = page.getByRole('article', { name: 'Parcel JD0012' })
  await parcel.getByText('days late').waitFor()
  await parcel.getByText('ZZ9').waitFor()
  await expectAccessible(page, 'delivery events')
  await switchColours(page, 'dark')
  await expectAccessible(page, 'delivery events, dark')
  await page.getByRole('tab', { name: 'Returns Events PO 7/A' }).click()
  await page.getByRole('cell', { name: 'Returns portal' }).waitFor()
  await expectAccessible(page, 'returns events, dark')
  await switchColours(page, 'light')
  await expectAccessible(page, 'returns events')

  // An order without parcels opens alone.
  await createOrder(stage, visitor, { orderNo: 'NEW-1', SKU: 'TV-55', items: [{ SKU: 'TV-55', quantity: 5 }] })
  await visitor.go(ENQUIRY)
  await search(page, 'NEW-1')
  await page.getByRole('heading', { name: 'Order NEW-1' }).waitFor()
  await expect.poll(() => page.getByRole('tab', { name: /NEW-1/ }).allInnerTexts()).toEqual(['Order NEW-1'])
  for (const [address, words] of [
    [`${EVENTS}?orderNumber=NEW-1`, 'Nothing has been despatched yet.'],
    [`${RETURNS}?orderNumber=NEW-1`, 'No returns yet.'],
  ] as const) {
    await visitor.go(address)
    await page.getByText(words).waitFor()
  }

  // Many parcels have a list of jumps; goods not sent are shown and can be closed short.
  const on = stage.portal.testDatabase
  await on.asOwner("update orders set status = 'D' where client_code = $1 and order_number = 'NEW-1'", [visitor.client])
  const sent = { client: visitor.client, orderNumber: 'NEW-1', contents: [{ sku: 'TV-55' }] }
  for (const trackingNumber of ['JD1', 'JD2', 'JD3', 'JD4'])
    await makeParcel(on, { ...sent, trackingNumber, deliveredAt: '2026-03-04T12:00:00Z' })
  await visitor.go(`${EVENTS}?orderNumber=NEW-1`)
  // Cached data stays until a reload.
  await page.reload()
  const jumps = page.getByRole('navigation', { name: 'Parcels of the order' })
  await jumps.getByRole('link', { name: /^JD1 ?DPD ?Delivered$/ }).focus()
  await page.keyboard.press('End')
  // The list is one tab stop, whichever item is active.
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => jumps.locator(':focus').count()).toBe(0)
  await page.keyboard.press('Tab')
  await jumps.getByRole('link', { name: /^JD4/ }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('Parcel JD4')
  await expect.poll(() => new URL(page.url()).searchParams.get('parcel')).toBe('JD4')
  await expectAccessibleInBoth(page, 'delivery events of many parcels')
  await visitor.go(`${ORDER}?orderNumber=NEW-1`)
  await page.getByText('Not sent yet').waitFor()
  await page.getByRole('button', { name: 'Close short…' }).click()
  await page
    .getByRole('dialog', { name: 'Close order NEW-1 short?' })
    .getByText(/1 of SKU TV-55 was/)
    .waitFor()
  await page.getByRole('button', { name: 'Close short', exact: true }).click()
  await page.getByText('1 of SKU TV-55 was not sent', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByText('Not sent yet').waitFor()
  // Another user closes it; the refusal refreshes the order.
  const { token, client } = visitor
  expect(
    (await stage.portal.call(orders.closeShort, { body: { orderNumber: 'NEW-1' } }, { token, client })).status,
  ).toBe(200)
  await page.getByRole('button', { name: 'Close short…' }).click()
  await page.getByRole('button', { name: 'Close short', exact: true }).click()
  await page.getByText('Order NEW-1 has changed: Delivered').waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByText('Not sent yet').waitFor()
  await visitor.go(`${RESULTS}?orderRef=NEW-`)
  // The pressed button disappears, and the focus stays nearby.
  const focusedFilter = page.locator('[data-filter]:focus')
  await filterBy(page, 'Sent short')
  await page.getByRole('button', { name: 'Remove Sent short' }).waitFor()
  await page.getByText('1 order', { exact: true }).waitFor()
  await focusedFilter.waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Remove Sent short' }).waitFor({ state: 'hidden' })
  await focusedFilter.waitFor()
  await leave(page)
})

test('the timeline filters by address, links records, and prints in full', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await createDespatched(visitor, 'LIFE-1')
  await visitor.go(`${ORDER}?orderNumber=LIFE-1`)
  await expect
    .poll(() => titles(page))
    .toEqual([
      expect.stringMatching(/Created|Routing exception/),
      expect.stringMatching(/Created|Routing exception/),
      'Return: announced',
      'Unknown event ZZ9',
      'In transit',
      'Parcel despatched with DPD',
    ])
  await showActivity(page, 'Carrier events 2')
  await expect.poll(() => titles(page)).toEqual(['Unknown event ZZ9', 'In transit'])
  await expect.poll(() => new URL(page.url()).searchParams.getAll('kinds')).toEqual(['carrier'])
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['Unknown event ZZ9', 'In transit'])

  await page.getByRole('link', { name: 'All activity' }).click()
  await page.getByRole('heading', { name: 'Activity of order LIFE-1' }).waitFor()
  await expect.poll(() => titles(page)).toEqual(['Unknown event ZZ9', 'In transit'])
  await showActivity(page, 'All activity')
  await expect.poll(() => titles(page).then(({ length }) => length)).toBe(6)
  await expectAccessible(page, 'the whole timeline')
  await switchColours(page, 'dark')
  await expectAccessible(page, 'the whole timeline, dark')

  // Print is black on white, without the frame.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const colour = () => page.evaluate<string>(`getComputedStyle(document.querySelector('main ol a')).color`)
  await expect.poll(colour).toBe('rgb(0, 0, 0)')
  await expect.poll(() => page.getByRole('tablist').isVisible()).toBe(false)
  await expect.poll(() => page.getByText('Printed').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await page.evaluate('window.print = () => { document.title = "printing" }')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => page.title()).toBe('printing')

  await page.getByRole('link', { name: 'Unknown event ZZ9' }).click()
  await page.locator('article[data-chosen]').getByText('JD0012').first().waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Return: announced' }).click()
  await page.locator('tr[data-chosen]').getByText('RMA-7').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Created' }).click()
  await page.getByRole('heading', { name: 'Summary Order History' }).waitFor()
  await page.locator('li[data-chosen]').getByText('Version 1').waitFor()
  await leave(page)
})

corner('any reference finds the order, and shows its interpretation', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await createDespatched(visitor, 'REF-1')
  await visitor.go(ENQUIRY)
  for (const [text, words] of [
    ['sw1y4jh', 'SW1Y 4JH: a postcode; 1 order'],
    ['jd 0012', 'JD0012: a tracking number; 1 parcel'],
    ['sn-901', 'SN-901: a serial number; 1 parcel'],
    ['RMA-7', 'RMA-7: a return reference; 1 return'],
    ['tv-55', 'TV-55: a SKU; 1 order'],
  ] as const) {
    await search(page, text)
    await page.getByRole('heading', { name: words }).waitFor()
  }
  await expectAccessible(page, 'what a reference was taken for')
  await search(page, 'NOPE-9')
  await page.locator('section').getByText('No data available for NOPE-9', { exact: true }).waitFor()
  await search(page, 'ada@example.com')
  await page.getByRole('heading', { name: 'Search Results' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search orders, customers, parcels, screens and actions').fill('SN-901')
  await page.getByText('Find order SN-901').click()
  await page.getByRole('heading', { name: 'SN-901: a serial number; 1 parcel' }).waitFor()
  await page.getByRole('link', { name: 'REF-1' }).click()
  await page.getByRole('heading', { name: 'Order REF-1' }).waitFor()
  await leave(page)
})

corner('serial numbers by order and SKU, with the specification’s empty message', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await createDespatched(visitor, 'SER-1')
  await createOrder(stage, visitor, { orderNo: 'SER-2', SKU: await makeSku(stage.portal.testDatabase, visitor) })
  await visitor.go(SERIALS)
  await page.getByText('Enter an order number, SKU').waitFor()
  await page.getByLabel('Order number').fill('SER-1')
  await page.keyboard.press('Enter')
  await page
    .getByRole('gridcell', { name: 'SN-901' })
    .or(page.getByRole('cell', { name: 'SN-901' }))
    .first()
    .waitFor()
  await expectAccessible(page, 'serial numbers')
  await switchColours(page, 'dark')
  await expectAccessible(page, 'serial numbers, dark')
  await page.getByLabel('Order number').fill('SER-2')
  await page.keyboard.press('Enter')
  // The list and a notification show the message.
  const none = 'Order SER-2 does not contain any serial numbers at this time'
  await page.getByRole('region', { name: 'SKU Serials Despatched' }).getByText(none, { exact: true }).waitFor()
  await waitUntilSaid(page, none)
  await page.getByText('By SKU').click()
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByText('Enter a SKU or part of its description').waitFor()
  await page.getByLabel('Description contains').fill('televis')
  await page.keyboard.press('Enter')
  await page.getByText('SN-901').first().waitFor()
  await leave(page)
})
