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

/** Maximum parcels, and maximum events and SKUs of each. */
const MAX_ROWS = 100

type ContentRow = { client_code: string; tracking_number: string; sku: string; description: string; quantity: number }
type EventRow = EventColumns & { client_code: string; tracking_number: string }

/**
 * The parcels of the orders with a customer reference, newest first, each with its newest events and its contents.
 * Empty if there are none.
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
  const contents = Map.groupBy(parcels.length > 0 ? await transaction.rows(contentsOf(parcels)) : [], keyOf)
  return {
    details: parcels.map((row) => {
      const parcel = presentParcel(row, now)
      return {
        ...parcel,
        events: (events.get(keyOf(row)) ?? []).map((event) => presentEvent(event, parcel)),
        contents: (contents.get(keyOf(row)) ?? []).map(({ sku, description, quantity }) => ({
          SKU: sku,
          Item_Description: description,
          quantity,
        })),
      }
    }),
    hasMore: found.length > MAX_ROWS,
  }
}

const keyOf = (row: { client_code: string; tracking_number: string }) => `${row.client_code} ${row.tracking_number}`

const parcelKeys = (parcels: readonly ParcelColumns[]) => sql`unnest(
      ${parcels.map((row) => row.client_code)}::text[], ${parcels.map((row) => row.tracking_number)}::text[]
    ) as parcel (client_code, tracking_number)`

const newestEvents = (parcels: readonly ParcelColumns[]) =>
  sql<EventRow>`
    select events.* from ${parcelKeys(parcels)}
    cross join lateral (
      select client_code, tracking_number, occurred_at, state, code, description, location, reason, carrier
      from delivery_events
      where client_code = parcel.client_code and tracking_number = parcel.tracking_number
      order by ${NEWEST_EVENTS_FIRST} limit ${MAX_ROWS}
    ) events`.compile(db)

/** Units by SKU: serial numbers are added up. */
const contentsOf = (parcels: readonly ParcelColumns[]) =>
  sql<ContentRow>`
    select parcel.client_code, parcel.tracking_number, packed.* from ${parcelKeys(parcels)}
    cross join lateral (
      select n.sku_code as sku, coalesce(trim(max(s.description)), '') as description, sum(n.quantity)::int as quantity
      from parcel_contents n left join skus s using (client_code, sku_code)
      where n.client_code = parcel.client_code and n.tracking_number = parcel.tracking_number
      group by n.sku_code order by n.sku_code limit ${MAX_ROWS}
    ) packed`.compile(db)
