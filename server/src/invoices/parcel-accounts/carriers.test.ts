import { contract } from '@despatch/contract/contract'
import { ROYAL_MAIL } from '@despatch/domain/invoices/column-mapping/royal-mail'
import { UPS_COLUMNS } from '@despatch/domain/invoices/column-mapping/ups-columns'
import { royalMailRow, upsRow } from '@despatch/domain/testing/carrier-rows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { sendInvoices, settledImport } from '../../testing/invoices/goshawk.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

/** Files in the carriers' own layouts, across invoices and clients. */

const { invoices } = contract
let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const code of ['ZED', 'YAK']) {
    await makeClient(on, { code, name: `${code} Ltd` })
    await makeRuleBook(on, code, [
      carrierItem('UPS', { name: 'UPS' }),
      methodItem('UPS-1', 'UPS', 40_000, { carrierService: 'TB Standard' }),
      carrierItem('RMG', { name: 'Royal Mail' }),
      methodItem('RMG-1', 'RMG', 30_000, { carrierService: 'Tracked 24' }),
    ])
    await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = $1`, [code])
  }
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
})
afterAll(() => portal.close())

async function imported(
  name: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<string> {
  const text = [header, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join()).join('\n')
  const { body } = await sendInvoices(portal.url, { [name]: text }, operator)
  const done = await settledImport(portal, body.imports[0]?.importID ?? '', operator)
  if (!done.invoices[0]) throw new Error(`${name}: ${done.message}`)
  return done.invoices[0].summaryID
}
const rowsOf = async (summaryID: string) =>
  (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels
const verdictsOf = async (summaryID: string) =>
  (await rowsOf(summaryID)).map((row) => [row.clientCode, row.trackingNumber, row.verdict, row.billed].join(' '))
const summaryOf = async (summaryID: string) =>
  (await portal.call(invoices.summary, { query: { summaryID } }, operator)).body.summary[0]

const upsCharge = (invoice: string, number: string, net: string, more: Record<string, string> = {}) =>
  upsRow({
    'Invoice Number': invoice,
    'Invoice Amount': '',
    'Lead Shipment Number': number,
    'Tracking Number': number,
    'Charge Classification Code': 'FRT',
    'Charge Description Code': '011',
    'Charge Description': 'TB Standard',
    'Net Amount': net,
    ...more,
  })
const left = (client: string, trackingNumber: string, given: { carrier: string; service: string; method: string }) =>
  makeParcel(portal.testDatabase, {
    client,
    trackingNumber,
    orderNumber: `O-${trackingNumber}`,
    carrier: given.carrier,
    clientMethodId: given.method,
    carrierService: given.service,
    despatchedAt: '2026-03-24T12:00:00Z',
  })

test("a row without a tracking number bills its named shipment, and no other client's parcel", async () => {
  const ups = { carrier: 'UPS', service: 'TB Standard', method: 'UPS-1' }
  const [own, others] = ['1ZBBB0006800000001', '1ZBBB0006800000002']
  await left('ZED', own, ups)
  await left('YAK', others, ups)
  expect(await verdictsOf(await imported('ups-1.csv', UPS_COLUMNS, [upsCharge('000011', own, '4.00')]))).toEqual([
    `ZED ${own} Matched 4.00`,
  ])
  const lead = await imported('ups-2.csv', UPS_COLUMNS, [upsCharge('000012', own, '4.00', { 'Tracking Number': '' })])
  expect(await verdictsOf(lead)).toEqual(['ZED  Already billed 4.00'])
  expect(await verdictsOf(await imported('ups-3.csv', UPS_COLUMNS, [upsCharge('000013', others, '4.00')]))).toEqual([
    `YAK ${others} Matched 4.00`,
  ])
})

test('tax on charges without a parcel is payable and posted', async () => {
  const number = '1ZBBB0006800000003'
  await left('ZED', number, { carrier: 'UPS', service: 'TB Standard', method: 'UPS-1' })
  const tax = { 'Charge Classification Code': 'TAX', 'Charge Description Code': '01', 'Charge Description': 'VAT' }
  const fee = {
    'Charge Classification Code': 'MSC',
    'Charge Description Code': 'SVC',
    'Charge Description': 'Service fee',
  }
  const summaryID = await imported('ups-tax.csv', UPS_COLUMNS, [
    upsCharge('000021', number, '4.00', { 'Invoice Amount': '5.88' }),
    upsCharge('000021', number, '0.80', { ...tax, 'Invoice Amount': '5.88' }),
    upsCharge('000021', '', '0.90', { ...fee, 'Invoice Amount': '5.88' }),
    upsCharge('000021', '', '0.18', { ...tax, 'Invoice Amount': '5.88' }),
  ])
  expect(await summaryOf(summaryID)).toMatchObject({ totalCarrier: '4.90', totalTax: '0.98', payable: '5.88' })
  const parcelIDs = (await rowsOf(summaryID)).map(({ parcelID }) => parcelID).join()
  await portal.call(invoices.decideParcels, { params: { value: 'Accepted' }, body: { parcelIDs } }, operator)
  await portal.call(invoices.decideSummary, { params: { id: 'Accepted' }, body: { summaryID } }, operator)
  const { body } = await portal.call(invoices.post, { body: { summaryIDs: [summaryID] } }, operator)
  expect(body.posting?.totals).toMatchObject([{ payable: '5.88' }])
})

test('a sales order billed again on another invoice bills the same parcels', async () => {
  const mail = { carrier: 'RMG', service: 'Tracked 24', method: 'RMG-1' }
  for (const number of [1, 2, 3, 4]) await left('ZED', `MM00000000${number}GB`, mail)
  const order = (invoice: string, number: string, net: string) =>
    royalMailRow({
      'Confirmation Date': ['24.03.2026', '24.03.2026'],
      'Invoice Number': invoice,
      'Sales Order No.': number,
      'Item Weight': '',
      Surcharge: '',
      'Green Surcharge': '',
      'Peak Surcharge': '',
      Volume: '2',
      'Net Value': net,
      'Tax Amount': '0.00',
      'Gross Value': net,
    })
  const bill = async (invoice: string, number: string, net = '6.00') =>
    verdictsOf(await imported(`rm-${invoice}.csv`, ROYAL_MAIL.header ?? [], [order(invoice, number, net)]))
  expect(await bill('1900000101', 'SO2000001')).toEqual([
    'ZED MM000000001GB Matched 3.00',
    'ZED MM000000002GB Matched 3.00',
  ])
  expect(await bill('1900000102', 'SO2000001')).toEqual([
    'ZED MM000000001GB Already billed 3.00',
    'ZED MM000000002GB Already billed 3.00',
  ])
  expect(await bill('1900000103', 'SO2000002')).toEqual([
    'ZED MM000000003GB Matched 3.00',
    'ZED MM000000004GB Matched 3.00',
  ])
  expect(await bill('1900000104', 'SO2000001', '-6.00')).toEqual([
    'ZED MM000000001GB Matched -3.00',
    'ZED MM000000002GB Matched -3.00',
  ])
  // A fully credited parcel is due again, whatever the number of the sales order that bills it.
  expect(await bill('1900000105', 'SO2000002', '-6.00')).toEqual([
    'ZED MM000000003GB Undercharged -3.00',
    'ZED MM000000004GB Undercharged -3.00',
  ])
  expect(await bill('1900000106', 'SO2000003')).toEqual([
    'ZED MM000000003GB Matched 3.00',
    'ZED MM000000004GB Matched 3.00',
  ])
})
