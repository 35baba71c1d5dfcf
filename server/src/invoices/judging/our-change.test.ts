import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../../testing/factories.ts'
import { importInvoice } from '../../testing/invoices/import-invoices.ts'
import { orderBody } from '../../testing/order-body.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices, orders } = contract
let portal: TestPortal
let operator: SignedIn
let SKU: string
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  await makeClient(on, { code: 'ACME', name: 'Acme Ltd' })
  SKU = await makeSku(on, { client: 'ACME' })
  await on.asOwner('update skus set weight = 1500, length = 300, volume = 4000 where sku_code = $1', [SKU])
  await makeRuleBook(on, 'ACME', [carrierItem('KES', { name: 'Kestrel' }), methodItem('KES-1', 'KES', 45_000)])
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
})
afterAll(() => portal.close())

const TERM = {
  carrierCode: 'KES',
  chargeCode: 'SDZ',
  category: 'remote area' as const,
  chargeText: 'Scottish zone',
  when: 'always' as const,
  from: '2026-01-01',
  conditions: { postcodes: ['IV'] },
}
const each = (money: string) => ({ amount: { kind: 'money' as const, money, per: 'parcel' as const } })

/** Creates an order to Inverness, and despatches it as it was planned. Returns the cost that allocation counted. */
async function despatched(trackingNumber: string): Promise<{ cost: string | null | undefined; shipped: string }> {
  const body = orderBody({ SKU, postCode: 'IV1 1AA', items: [{ SKU, quantity: 1 }] })
  const { routing } = (await portal.call(orders.create, { body }, { ...operator, client: 'ACME' })).body
  const [consignment] = routing.consignments
  const day = consignment?.despatchDay ?? ''
  await makeParcel(portal.testDatabase, {
    client: 'ACME',
    trackingNumber,
    orderNumber: body.orderNo,
    carrier: 'KES',
    carrierService: 'Parcel',
    clientMethodId: 'KES-1',
    despatchedAt: `${day}T16:00:00Z`,
    contents: [{ sku: SKU }],
  })
  return { cost: consignment?.cost, shipped: day.split('-').toReversed().join('/') }
}

async function billed(number: string, tracking: string, shipped: string, remote: string) {
  const summaryID = await importInvoice(portal, operator, { number, rows: [{ tracking, shipped, remote }] })
  const [parcel] = (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels
  const [row] = await portal.testDatabase.asOwner(`select reasons from invoice_parcels where tracking_number = $1`, [
    tracking,
  ])
  return { parcel, reasons: row?.['reasons'] as { kind: string; parts?: object[] }[] }
}

test('a parcel that left as planned is expected to cost what allocation counted; later terms are our change', async () => {
  const saved = await portal.call(invoices.saveAgreed, { body: { ...TERM, ...each('2.00') } }, operator)
  const [first, second] = [await despatched('KES30000001'), await despatched('KES30000002')]
  expect(first.cost).toBe('6.50')
  const { parcel } = await billed('OC-1', 'KES30000001', first.shipped, '2.00')
  expect(parcel).toMatchObject({ verdict: 'Matched', expected: '6.50', ourChange: '0.00' })

  const { id: agreedID, version } = saved.body
  await portal.call(invoices.saveAgreed, { body: { ...TERM, ...each('2.75'), agreedID, version } }, operator)
  const later = await billed('OC-2', 'KES30000002', second.shipped, '2.75')
  expect(later.parcel).toMatchObject({ verdict: 'Matched', expected: '7.25', ourChange: '0.75' })
  expect(later.reasons.find(({ kind }) => kind === 'our change')).toMatchObject({
    because: 'terms',
    thought: 65_000,
    expected: 72_500,
    parts: [{ text: 'Scottish zone', thought: 20_000, expected: 27_500 }],
  })
})
