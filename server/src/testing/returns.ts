import { randomUUID } from 'node:crypto'
import type { ReturnState } from '@despatch/domain/returns/life/return-state'
import type { TestDatabase } from './test-database.ts'
import { contract } from '@despatch/contract/contract'
import { makeClient, makeSession, makeSku } from './factories.ts'
import { orderBody } from './order-body.ts'
import { makeParcel } from './parcels.ts'
import type { SignedIn, TestPortal } from './test-portal.ts'

/** Makes an event of a return of an existing order, by default announced on Friday 13 March 2026 by the feed. */
export async function makeReturnEvent(
  on: TestDatabase,
  options: {
    client: string
    orderNumber: string
    sku: string
    reference?: string
    quantity?: number
    state?: ReturnState
    note?: string
    source?: 'portal' | 'feed'
    at?: string
  },
): Promise<void> {
  await on.asOwner(
    `insert into return_events (client_code, order_number, event_key, return_reference, sku_code, quantity, state, reason_code,
       note, source, occurred_at, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'DAMAGED', $8, $9, $10, $10)`,
    [
      options.client,
      options.orderNumber,
      randomUUID(),
      options.reference ?? `R-${options.orderNumber}`,
      options.sku,
      options.quantity ?? 1,
      options.state ?? 'announced',
      options.note ?? '',
      options.source ?? 'feed',
      options.at ?? '2026-03-13T12:00:00Z',
    ],
  )
}

/** Makes a client with the book of {@link addReturnsBook}. */
export async function makeReturnsShop(portal: TestPortal): Promise<{ client: string; as: SignedIn }> {
  const client = await makeClient(portal.testDatabase)
  const as = await makeSession(portal.testDatabase, { clients: [client] })
  await addReturnsBook(portal, as)
  return { client, as }
}

/** Adds a book that allows a change of mind, reviews damaged goods, and refuses worn ones. */
export async function addReturnsBook(portal: TestPortal, as: SignedIn): Promise<void> {
  const items: object[] = [
    { name: 'Post office', payer: 'shopper', price: '3.50', gives: { kind: 'address', address: 'Unit 4' } },
    { code: 'MIND', title: 'Changed my mind' },
    { code: 'DAMAGED', title: 'Damaged', fault: 'carrier' },
    { code: 'WORN', title: 'Worn out', fault: 'shopper' },
    { name: 'Look at it', conditions: { reasons: ['DAMAGED'] }, outcomes: { answer: { answer: 'review' } } },
    { name: 'Never', conditions: { reasons: ['WORN'] }, outcomes: { answer: { answer: 'refused' } } },
    {
      name: 'A month',
      outcomes: { answer: { answer: 'allowed' }, until: { days: 30 }, resolutions: ['refund', 'exchange'] },
    },
  ]
  for (const item of items)
    await portal.send(contract.returns.add, { body: { ...item, overrideReason: 'a test' }, query: {} }, as)
}

/** Makes an order of one SKU (by default a new one), despatched in one parcel. */
export async function makeDespatchedOrder(
  portal: TestPortal,
  options: { client: string; as: SignedIn; orderNo: string; quantity?: number; sku?: string; mark?: string },
): Promise<{ orderNumber: string; sku: string }> {
  const { client, as, orderNo, quantity = 1, mark = 'Lovelace' } = options
  const sku = options.sku ?? (await makeSku(portal.testDatabase, { client }))
  await portal.call(
    contract.orders.create,
    { body: orderBody({ SKU: sku, orderNo, items: [{ SKU: sku, quantity }], customerLastName: mark }) },
    as,
  )
  await makeParcel(portal.testDatabase, { client, orderNumber: orderNo, contents: [{ sku, quantity }] })
  return { orderNumber: orderNo, sku }
}
