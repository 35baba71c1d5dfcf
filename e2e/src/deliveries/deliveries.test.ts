import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../../server/src/testing/factories.ts'
import { makeDeliveryEvent, makeParcel } from '../../../server/src/testing/parcels.ts'
import { partsOf, readPdf } from '../../../server/src/testing/pdf/read-pdf.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../../server/src/testing/rule-books.ts'
import { corner } from '../support/corner.ts'
import { contentOf } from '../support/download.ts'
import { waitUntilSaid } from '../support/notifications.ts'
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

const STATUS = '/reporting-and-enquiries/parcel-delivery-status'
const EXCEPTIONS = '/reporting-and-enquiries/carrier-delivery-exceptions'
const TODAY = dayOf(new Date())
const daysAgo = (days: number) => addDays(TODAY, -days)
const noon = (day: string) => `${day}T12:00:00Z`

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** A client with two undelivered parcels (of two carriers), one delivered three days late, and one in transit. */
async function makeShipper(code: string): Promise<void> {
  const on = stage.portal.testDatabase
  await makeClient(on, { code })
  await makeRuleBook(on, code, [
    carrierItem('DPD', { name: 'DPD UK' }),
    methodItem('DPD-ND', 'DPD', 50_000, { methodDescription: 'DPD Next Day' }),
  ])
  const ordered = { client: code, orderedAt: noon(daysAgo(12)), despatchedAt: noon(daysAgo(11)) }
  await makeParcel(on, {
    ...ordered,
    trackingNumber: `${code}-1`,
    orderNumber: `${code}/O 1`,
    promisedDate: daysAgo(8),
    state: 'delivery_failed',
    reason: 'Nobody in',
    contents: [{ sku: 'LAMP', serial: 'S-1' }],
  })
  await makeParcel(on, { ...ordered, trackingNumber: `${code}-2`, carrier: 'EVRI', promisedDate: daysAgo(2) })
  await makeParcel(on, {
    ...ordered,
    trackingNumber: `${code}-3`,
    promisedDate: daysAgo(8),
    deliveredAt: noon(daysAgo(5)),
  })
  await makeParcel(on, { ...ordered, trackingNumber: `${code}-4`, promisedDate: addDays(TODAY, 1) })
  const event = { client: code, trackingNumber: `${code}-1` }
  await makeDeliveryEvent(on, { ...event, at: noon(daysAgo(10)), description: 'Sorted in Hinckley' })
  await makeDeliveryEvent(on, { ...event, at: noon(daysAgo(8)), code: 'Z99', state: 'unknown', description: 'Zwrot' })
}

/** Runs axe in light and dark mode. */
async function expectSound({ page }: Visitor, where: string) {
  for (const colours of ['light', 'dark'] as const) {
    await switchColours(page, colours)
    await expectAccessible(page, `${where}, ${colours}`)
  }
}

test('late parcels are counted by carrier and lead to their events', async () => {
  await makeShipper('ASH')
  const visitor = await visit(stage, { clients: ['ASH'] })
  const { page } = visitor
  await visitor.go(EXCEPTIONS)
  const counts = page.getByRole('table', { name: 'Delivery exceptions by carrier and service' })
  await page.getByText('2 parcels, undelivered').waitFor()
  await expect
    .poll(() => counts.getByRole('row').nth(1).innerText())
    .toMatch(/^DPD UK\s+Next Day\s+1\.00\s+1\.00\s+8\.00\s+8\.00/)
  await expectSound(visitor, 'counts')

  // Only one exception is shown at a time.
  await page.getByText('Late delivered', { exact: true }).click()
  await page.getByText('1 parcel, late delivered').waitFor()
  await expect
    .poll(() => counts.getByRole('row').nth(1).innerText())
    .toMatch(/^DPD UK\s+Next Day\s+1\.00\s+1\.00\s+3\.00\s+3\.00/)
  await expect.poll(() => page.url()).toContain('show=late')
  await page.getByText('Undelivered', { exact: true }).click()

  await counts.getByRole('link', { name: '1 parcel of DPD UK Next Day' }).click()
  await page.getByRole('heading', { name: 'Exceptions: Orders' }).waitFor()
  const list = page.getByRole('table', { name: 'Late parcels' })
  await page.getByText('1 parcel, undelivered').waitFor()
  await list.getByText('ASH-1', { exact: true }).waitFor()
  await expectSound(visitor, 'orders')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('2 parcels, undelivered').waitFor()

  await list.getByText('ASH-1', { exact: true }).dblclick()
  await page.getByRole('heading', { name: 'Parcel ASH-1' }).waitFor()
  await page.getByText('Delivery failed').first().waitFor()
  await page.getByText(/^Why this promise\?/).waitFor()
  const events = page.getByRole('table', { name: 'Delivery events, newest first' })
  await expect.poll(() => events.getByRole('row').nth(1).innerText()).toMatch(/Unknown[\s\S]*Zwrot[\s\S]*unknown code/)
  await page.getByRole('table', { name: 'Contents' }).getByText('S-1').first().waitFor()
  await page.getByRole('tab', { name: 'Parcel ASH-1' }).waitFor()
  await expectSound(visitor, 'parcel')
  await leave(page)
})

test('the form prints what is shown; failures use the specification’s words', async () => {
  await makeShipper('BEECH')
  const visitor = await visit(stage, { clients: ['BEECH'] })
  const { page } = visitor
  await visitor.go(EXCEPTIONS)
  const button = page.getByRole('button', { name: 'Print (PDF)' })
  await page.getByText('2 parcels, undelivered').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toBe(`Carrier Delivery Exceptions ${TODAY}.pdf`)
  const { pages } = await readPdf(await contentOf(download))
  const rows = partsOf(pages[0]?.tree ?? { role: '', text: '', children: [] }, 'TR').map(({ text }) => text)
  expect(rows.some((row) => row.includes('BEECH-1') && row.includes('BEECH/O 1'))).toBe(true)

  await visitor.go(`${EXCEPTIONS}?from=2020-01-01&to=2020-01-31`)
  // Both the screen and a notification say so.
  const none = 'No delivery exceptions found'
  await page.getByRole('region', { name: 'Carrier Delivery Exceptions' }).getByText(none, { exact: true }).waitFor()
  await waitUntilSaid(page, none)
  await expectSound(visitor, 'nothing')
  await button.click()
  await page.getByText('Empty PDF received', { exact: true }).waitFor()
  await page.route('**/api/carrier/delivery/exceptions', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await button.click()
  await page.getByText('Failed to generate PDF', { exact: true }).waitFor()
  await leave(page)
})

corner('parcels are found by state, lateness and number, with the carrier’s events', async () => {
  await makeShipper('CEDAR')
  await makeParcel(stage.portal.testDatabase, {
    client: 'CEDAR',
    trackingNumber: 'OLD-1',
    despatchedAt: '2024-03-04T10:00:00Z',
    deliveredAt: '2024-03-05T10:00:00Z',
  })
  const visitor = await visit(stage, { clients: ['CEDAR'] })
  const { page } = visitor
  await visitor.go(STATUS)
  const counted = page.getByRole('status').first()
  await page.getByText('4 parcels', { exact: true }).waitFor()
  const states = page.getByRole('toolbar', { name: 'Views' })
  await expect.poll(() => states.innerText()).toMatch(/In transit\s+2\s+Delivery failed\s+1\s+Delivered\s+1/)
  await expectSound(visitor, 'status')

  await states.getByRole('button', { name: 'Delivered' }).click()
  await page.getByText('1 parcel', { exact: true }).waitFor()
  await page.getByRole('table', { name: 'Parcels' }).getByText('CEDAR-3', { exact: true }).waitFor()
  await states.getByRole('button', { name: 'All' }).click()
  await visitor.go(`${STATUS}?late=true`)
  await page.getByText('3 parcels', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('4 parcels', { exact: true }).waitFor()

  // By name or code, also for a carrier that only parcels have.
  await filterBy(page, 'Carrier')
  const carriers = page.getByRole('combobox', { name: 'Carriers' })
  await carriers.fill('evri')
  await page.getByRole('option', { name: 'EVRI (not known)' }).click()
  await page.getByText('1 parcel', { exact: true }).waitFor()
  await carriers.fill('uk')
  await page.getByRole('option', { name: 'DPD UK (DPD)' }).click()
  await page.getByText('4 parcels', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove Carrier: EVRI, DPD UK' }).click()
  await expect.poll(() => page.url()).not.toContain('carrier')

  await page.getByRole('textbox', { name: 'Tracking or order number' }).fill('old')
  await page.getByRole('table', { name: 'Parcels' }).getByText('OLD-1', { exact: true }).waitFor()
  await expect.poll(() => counted.innerText()).toBe('1 parcel')
  await page.keyboard.press('Escape')
  await page.locator('[data-rows]').focus()
  await page.keyboard.press('j')
  await page.keyboard.press(' ')
  const peek = page.getByRole('dialog')
  await peek.getByText('No events from the carrier yet.').waitFor()
  await peek.getByRole('button', { name: 'Open the order’s delivery events' }).click()
  await page.getByRole('heading', { name: /^Delivery Events/ }).waitFor()
  await leave(page)
})

corner('a client’s flag closes parcel status to its users', async () => {
  await makeShipper('DOGWOOD')
  await stage.portal.testDatabase.asOwner(
    "update clients set parcel_delivery_status = false where client_code = 'DOGWOOD'",
  )
  const { page } = await visit(stage, { clients: ['DOGWOOD'] })
  await page.goto(STATUS)
  await page.getByRole('heading', { name: 'You don’t have access to Parcel Delivery Status' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Parcel Delivery Status' }).count()).toBe(0)
  await leave(page)
})
