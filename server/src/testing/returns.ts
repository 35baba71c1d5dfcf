import { randomUUID } from 'node:crypto'
import type { ReturnState } from '@despatch/domain/returns/return-state'
import type { TestDatabase } from './test-database.ts'

/** An event of a return of an order that is there: announced on Friday 13 March 2026, by the feed, unless told. */
export async function makeReturnEvent(
  on: TestDatabase,
  given: {
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
      given.client,
      given.orderNumber,
      randomUUID(),
      given.reference ?? `R-${given.orderNumber}`,
      given.sku,
      given.quantity ?? 1,
      given.state ?? 'announced',
      given.note ?? '',
      given.source ?? 'feed',
      given.at ?? '2026-03-13T12:00:00Z',
    ],
  )
}
