import type { enquiries as routes } from '@despatch/contract/enquiries/enquiries'
import type { ReturnEvent } from '@despatch/contract/enquiries/order/order-details'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { LIFE_STATES } from '@despatch/domain/returns/life/return-state'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { reasonTitleOf } from '../../returns/reason-codes/reason-title.ts'
import { toStoredReference } from '../search/stored-reference.ts'

const MAX_EVENTS = 500

/** Return events of the orders with a customer reference, newest first. Empty if there are none. */
export async function returnEvents(
  context: Context,
  { query }: RouteChecked<typeof routes.returnEvents>,
): Promise<RouteAnswer<typeof routes.returnEvents>> {
  return { details: await eventsOf(context, query.customerReference) }
}

/** Only the return events from the returns portal. */
export async function returnsPortal(
  context: Context,
  { query }: RouteChecked<typeof routes.returnsPortal>,
): Promise<RouteAnswer<typeof routes.returnsPortal>> {
  return { details: await eventsOf(context, query.customerReference, 'portal') }
}

async function eventsOf(context: Context, customerReference: string, source?: 'portal'): Promise<ReturnEvent[]> {
  const { transaction, clients } = context
  const reference = await toStoredReference(context, customerReference)
  const rows = await transaction.rows(
    db
      .selectFrom('return_events as event')
      .leftJoin('skus', (join) =>
        join.onRef('skus.client_code', '=', 'event.client_code').onRef('skus.sku_code', '=', 'event.sku_code'),
      )
      .selectAll('event')
      .select(['skus.description', reasonTitleOf('event').as('reason_title')])
      .where('event.client_code', '=', sql<string>`any (${clients}::text[])`)
      .where('event.order_number', '=', reference)
      .$if(source !== undefined, (events) => events.where('event.source', '=', source ?? 'portal'))
      .orderBy('event.occurred_at', 'desc')
      .orderBy('event.event_key')
      .limit(MAX_EVENTS),
  )
  return rows.map((row) => ({
    clientCode: row.client_code,
    orderNumber: row.order_number,
    at: row.occurred_at.toISOString(),
    returnReference: row.return_reference,
    SKU: row.sku_code,
    Item_Description: row.description ?? '',
    quantity: row.quantity,
    state: row.state,
    stateTitle: LIFE_STATES[row.state],
    reasonCode: row.reason_code,
    reasonTitle: row.reason_title,
    condition: row.condition,
    note: row.note,
    trackingNumber: row.tracking_number,
    source: row.source,
  }))
}
