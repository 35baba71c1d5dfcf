import { contract } from '@despatch/contract/contract'
import { INVOICE_EVENTS, type WebhookEvent } from '@despatch/domain/feeds/webhooks/webhook-events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeClient, makeSession } from '../testing/factories.ts'
import { importInvoice } from '../testing/invoices/import-invoices.ts'
import { makeParcel } from '../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

const { invoices, webhooks } = contract

let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
})
afterAll(() => portal.close())

type Shop = { client: string; as: SignedIn; hook: string; tracking: string }
let round = 0
let shops = 0
let ours: Shop
let theirs: Shop
let hidden: Shop
let uncovered: Shop
beforeEach(async () => {
  round += 1
  ;[ours, theirs, hidden] = [await shop('OURS'), await shop('THEIRS'), await shop('HIDDEN', { showCosts: false })]
  uncovered = await shop('UNCOVERED')
  await portal.testDatabase.asOwner(`update clients set menu_options = '{feeds.webhooks}' where client_code = $1`, [
    uncovered.client,
  ])
})

async function shop(name: string, settings?: { showCosts: boolean }): Promise<Shop> {
  const on = portal.testDatabase
  const client = await makeClient(on, { code: `${name}${round}`, ...(settings && { settings }) })
  await makeRuleBook(on, client, [carrierItem('KES', { name: 'Kestrel' }), methodItem('KES-1', 'KES', 45_000)])
  await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = $1`, [client])
  const tracking = `KES${10_000_000 + ++shops}`
  await makeParcel(on, { client, trackingNumber: tracking, carrier: 'KES', clientMethodId: 'KES-1' })
  const as = await makeSession(on, { clients: [client] })
  const { body } = await portal.call(
    webhooks.create,
    {
      body: {
        name: 'Hook',
        url: 'https://example.com/hooks',
        events: Object.keys(INVOICE_EVENTS) as WebhookEvent[],
        active: true,
      },
    },
    as,
  )
  return { client, as, tracking, hook: body.webhook._id }
}
const importOf = (number: string, of: readonly Shop[]) =>
  importInvoice(portal, operator, {
    number,
    rows: of.map(({ tracking }) => ({ tracking, base: '5.10' })),
  })
const told = async ({ client }: Shop) =>
  portal.testDatabase.asOwner(
    'select event, payload from webhook_deliveries where client_code = $1 order by delivery_id',
    [client],
  )
const eventsOf = async (of: Shop) => (await told(of)).map(({ event }) => event)

test('an import sends each client its own part, unless costs or contract are missing', async () => {
  const summaryID = await importOf(`W-${round}`, [ours, theirs, hidden, uncovered])
  expect(await told(ours)).toEqual([
    {
      event: 'invoice.imported',
      payload: {
        summaryID,
        invoiceNumber: `W-${round}`,
        carrier: 'KES',
        invoiceDay: '2026-03-02',
        dueDay: null,
        parcels: 1,
        currency: 'GBP',
        billed: '5.10',
        tax: '0.00',
        expected: '4.50',
        variance: '0.60',
      },
    },
  ])
  expect(await eventsOf(theirs)).toEqual(['invoice.imported'])
  for (const one of [hidden, uncovered]) expect(await told(one)).toEqual([])
  const { body } = await portal.call(webhooks.deliveries, { params: { id: ours.hook }, query: {} }, ours.as)
  expect(body.deliveries).toMatchObject([{ event: 'invoice.imported', subject: `W-${round}` }])
})

test('accepting sends one event; deciding on rows and reading send none', async () => {
  const summaryID = await importOf(`A-${round}`, [ours])
  const { body } = await portal.call(invoices.parcels, { body: { summaryID } }, operator)
  const parcelIDs = body.parcels.map(({ parcelID }) => parcelID).join()
  await portal.call(invoices.decideParcels, { params: { value: 'Accepted' }, body: { parcelIDs } }, operator)
  expect(await eventsOf(ours)).toEqual(['invoice.imported'])
  const accepted = await portal.call(
    invoices.decideSummary,
    { params: { id: 'Accepted' }, body: { summaryID } },
    operator,
  )
  expect(accepted.status).toBe(200)
  expect(await eventsOf(ours)).toEqual(['invoice.imported', 'invoice.accepted'])
})

test("deleting the invoice, or a client's last row, sends a deletion event", async () => {
  const summaryID = await importOf(`D-${round}`, [ours, theirs])
  const { body } = await portal.call(invoices.parcels, { body: { summaryID, clientCode: theirs.client } }, operator)
  await portal.call(invoices.removeParcels, { query: { id: body.parcels[0]?.parcelID ?? '' } }, operator)
  expect(await eventsOf(theirs)).toEqual(['invoice.imported', 'invoice.deleted'])
  expect(await eventsOf(ours)).toEqual(['invoice.imported'])
  expect((await portal.call(invoices.removeSummary, { query: { id: summaryID } }, operator)).status).toBe(200)
  expect((await told(ours)).at(-1)).toMatchObject({ event: 'invoice.deleted', payload: { summaryID, billed: '5.10' } })
  expect(await eventsOf(theirs)).toHaveLength(2)
})

test('a dispute sends each client its disputed part, and undoing sends the end of it', async () => {
  const summaryID = await importOf(`R-${round}`, [ours, theirs])
  const { body } = await portal.call(invoices.parcels, { body: { summaryID, clientCode: ours.client } }, operator)
  const parcelIDs = body.parcels[0]?.parcelID ?? ''
  const reason = 'Not the agreed price'
  const rejected = await portal.call(
    invoices.decideParcels,
    { params: { value: 'Rejected' }, body: { parcelIDs, reason } },
    operator,
  )
  expect(rejected.status).toBe(200)
  expect((await told(ours)).at(-1)).toMatchObject({
    event: 'invoice.disputed',
    payload: { summaryID, disputed: '0.60', disputedParcels: 1, billed: '5.10' },
  })
  await portal.call(invoices.undoParcels, { body: { parcelIDs } }, operator)
  expect(await eventsOf(ours)).toEqual(['invoice.imported', 'invoice.disputed', 'invoice.undisputed'])
  expect(await eventsOf(theirs)).toEqual(['invoice.imported'])
})
