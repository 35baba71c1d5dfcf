import type { enquiries as routes } from '@despatch/contract/enquiries/enquiries'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import {
  type EventColumns,
  type ParcelColumns,
  presentEvent,
  presentParcel,
} from '../../deliveries/parcels/present-parcel.ts'
import { NEWEST_EVENTS_FIRST } from '../../deliveries/parcels/event-order.ts'
import { carrierNames, parcelColumns } from '../../deliveries/parcels/queries.ts'
import { toStoredReference } from '../search/stored-reference.ts'

/** Maximum parcels, and maximum events of each. */
const MAX_ROWS = 100

type EventRow = EventColumns & { client_code: string; tracking_number: string }

/**
 * The parcels of the orders with a customer reference, newest first, each with its newest events. Empty if there are
 * none.
 */
export async function deliveryEvents(
  context: Context,
  { query }: RouteChecked<typeof routes.deliveryEvents>,
): Promise<RouteAnswer<typeof routes.deliveryEvents>> {
  const { transaction, clients, now } = context
  const reference = await toStoredReference(context, query.customerReference)
  const found = await transaction.rows(
    sql<ParcelColumns>`
      select ${parcelColumns} from parcels p ${carrierNames}
      where p.client_code = any (${clients}::text[]) and p.order_number = ${reference}
      order by p.despatched_at desc, p.client_code, p.tracking_number limit ${MAX_ROWS + 1}`.compile(db),
  )
  const parcels = found.slice(0, MAX_ROWS)
  const events = Map.groupBy(parcels.length > 0 ? await transaction.rows(newestEvents(parcels)) : [], keyOf)
  return {
    details: parcels.map((row) => {
      const parcel = presentParcel(row, now)
      return { ...parcel, events: (events.get(keyOf(row)) ?? []).map((event) => presentEvent(event, parcel)) }
    }),
    hasMore: found.length > MAX_ROWS,
  }
}

const keyOf = (row: { client_code: string; tracking_number: string }) => `${row.client_code} ${row.tracking_number}`

const newestEvents = (parcels: readonly ParcelColumns[]) =>
  sql<EventRow>`
    select events.* from unnest(
      ${parcels.map((row) => row.client_code)}::text[], ${parcels.map((row) => row.tracking_number)}::text[]
    ) as parcel (client_code, tracking_number)
    cross join lateral (
      select client_code, tracking_number, occurred_at, state, code, description, location, reason, carrier
      from delivery_events
      where client_code = parcel.client_code and tracking_number = parcel.tracking_number
      order by ${NEWEST_EVENTS_FIRST} limit ${MAX_ROWS}
    ) events`.compile(db)
