import { contract } from '@despatch/contract/contract'
import { reports } from '@despatch/contract/reports/reports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../testing/factories.ts'
import {
  goshawkFile,
  goshawkRow,
  openGoshawkPortal,
  sendInvoices,
  settledImport,
} from '../../testing/invoices/goshawk.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import type { SignedIn, TestPortal } from '../../testing/test-portal.ts'
import { startCountingBillingDays } from '../still-to-be-billed/billing-days.ts'

const { invoices } = contract
let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  ;({ portal, operator } = await openGoshawkPortal())
  const on = portal.testDatabase
  await makeClient(on, { code: 'MERLIN', name: 'Merlin Ltd' })
  await makeRuleBook(on, 'MERLIN', [
    carrierItem('GOS', { name: 'Goshawk' }),
    methodItem('TWO', 'GOS', 32_600, { carrierService: 'Two Day', methodDescription: 'Goshawk Two Day' }),
    methodItem('NIGHT-A', 'GOS', 50_000, { carrierService: 'Night', contracts: ['A1'] }),
    methodItem('NIGHT-B', 'GOS', 60_000, { carrierService: 'Night', contracts: ['B2'] }),
    methodItem('NEXT', 'GOS', 45_000, { carrierService: 'Next Day', methodDescription: 'Goshawk Next Day' }),
  ])
})
afterAll(() => portal.close())

const DECIDED = { service: 'STANDARD', country: 'GB', region: null, parcels: [{ weight: 1000, length: 0, volume: 0 }] }
/** Makes a parcel whose order was allocated to methods, and that left by one service; its invoice names a service. */
async function billed(
  trackingNumber: string,
  { allocated, left, named, base }: { allocated: readonly string[]; left: string; named: string; base: string },
) {
  const on = portal.testDatabase
  const orderNumber = `O-${trackingNumber}`
  const [only, another] = allocated
  await makeParcel(on, {
    client: 'MERLIN',
    trackingNumber,
    orderNumber,
    carrier: 'GOS',
    carrierService: left,
    ...(only && !another && { clientMethodId: only }),
  })
  for (const [index, method] of allocated.entries())
    await on.asOwner(
      `insert into consignments (client_code, order_number, attempt, number, at, by_name, state, despatch_day,
         rule_book_version, parcels, consignment, usage_seen, carrier, client_method_id, cost)
       values ('MERLIN', $1, 1, $2, now(), 'test', 'allocated', '2026-03-02', 1, 1, $3, '[]', 'GOS', $4, 3.26)`,
      [orderNumber, index + 1, JSON.stringify(DECIDED), method],
    )
  const row = goshawkRow(`S-${trackingNumber}`, trackingNumber, base).replace(',Parcel,', `,${named},`)
  const { body } = await sendInvoices(portal.url, { [`${trackingNumber}.csv`]: goshawkFile(row) }, operator)
  const is = await settledImport(portal, body.imports[0]?.importID ?? '', operator)
  const summaryID = is.invoices[0]?.summaryID ?? ''
  const [parcel] = (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels
  return parcel
}

test('a service changed by the warehouse is expected at its own price', async () => {
  const parcel = await billed('GOS40000001', { allocated: ['TWO'], left: 'Next Day', named: 'Next Day', base: '4.50' })
  expect(parcel).toMatchObject({ verdict: 'Matched', expected: '4.50', ourChange: '1.24', causes: [] })
})

test('a billed service that was not used is a difference of service', async () => {
  const parcel = await billed('GOS40000002', { allocated: ['TWO'], left: 'Two Day', named: 'Next Day', base: '4.50' })
  expect(parcel).toMatchObject({ verdict: 'Overcharged', expected: '3.26', causes: [{ cause: 'service' }] })
})

test('a parcel never allocated is expected at the price of the service used', async () => {
  const parcel = await billed('GOS40000003', { allocated: [], left: 'Next Day', named: 'Next Day', base: '4.50' })
  expect(parcel).toMatchObject({ verdict: 'Matched', expected: '4.50' })
})

test("without a reported service, the carrier's only allocated method applies; of two, none", async () => {
  const one = await billed('GOS40000004', { allocated: ['NEXT'], left: '', named: 'Next Day', base: '4.50' })
  expect(one).toMatchObject({ verdict: 'Matched', expected: '4.50' })
  const two = await billed('GOS40000005', { allocated: ['TWO', 'NEXT'], left: '', named: 'Next Day', base: '4.50' })
  expect(two).toMatchObject({ verdict: 'Not judged', expected: null })
  expect(two?.verdictText).toMatch(/Goshawk Next Day, Goshawk Two Day|Goshawk Two Day, Goshawk Next Day/)
})

test("of two contracts for one service, the one of the invoice's account applies", async () => {
  const parcel = await billed('GOS40000006', { allocated: [], left: 'Night', named: 'Night', base: '5.00' })
  expect(parcel).toMatchObject({ verdict: 'Matched', expected: '5.00' })
})

test('dashboards show the cost of the service used, and unknown if there are several', async () => {
  const stop = startCountingBillingDays(portal.database, { log: console })
  const days = { startDate: '2026-03-02', endDate: '2026-03-02' }
  const asMerlin = { ...operator, client: 'MERLIN' }
  const board = async () => (await portal.call(reports.carriers, { body: days }, asMerlin)).body
  await expect.poll(board).toMatchObject({ areCostsComplete: true })
  stop()
  // 4.50 each for three parcels that left Next Day, whatever their allocation; 3.26 for one; Night has two contracts.
  const costs = { currency: 'GBP', parcels: 6, unpriced: 2, expected: '16.76' }
  expect((await board()).costs).toMatchObject([costs])
  const { body } = await portal.call(
    reports.parcels,
    { body: { ...days, figure: 'parcelsDespatched', limit: 50 } },
    asMerlin,
  )
  expect(body.rows.map(({ trackingNumber, expectedCost }) => [trackingNumber.at(-1), expectedCost])).toEqual([
    ['1', '4.50'],
    ['2', '3.26'],
    ['3', '4.50'],
    ['4', '4.50'],
    ['5', null],
    ['6', null],
  ])
})
