import type { Day, DaysOff } from '@despatch/domain/calendar/day'
import type { CarrierRead } from '@despatch/domain/routing/active-dates/carrier-reader'
import type { DespatchRow } from '@despatch/domain/feeds/rows/check-despatch-row'
import type { DispatchService } from '@despatch/domain/routing/dispatch-service'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type pg from 'pg'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { Transaction } from '../../database/transaction.ts'
import { carriersOf } from './carriers-of.ts'
import type { RowFeedContext } from '../rows/run-row-feed.ts'

/** An order that a row of the warehouse names. */
export type NamedOrder = {
  orderNumber: string
  status: OrderStatus
  service: DispatchService
  orderedAt: Date
  suspendedFor: string
  country: string
  postCode: string
  /** Where its row is: it is held, so it stays there. */
  place: string
}

/** A parcel as it is known, or becomes so. */
export type KnownParcel = {
  trackingNumber: string
  /** As the warehouse writes the tracking number; null where that is the same. */
  writtenAs: string | null
  orderNumber: string
  carrier: string
  carrierService: string
  clientMethodId: string
  despatchedAt: Date
  orderedAt: Date
  promisedDate: Day
  /** Kilograms, or ''. */
  weight: string
}

/** What is known of a method that an order was allocated to. */
export type AllocatedMethod = { clientMethodId: string; carrierService: string; transitDays: number | undefined }

/** What is there already of what rows name. Keys of `methods` and `contents` are those of the functions below. */
export type KnownDespatches = {
  orders: ReadonlyMap<string, NamedOrder>
  parcels: ReadonlyMap<string, KnownParcel>
  contents: ReadonlyMap<string, number>
  methods: ReadonlyMap<string, AllocatedMethod>
  /** What may be in the parcels of an order, its lines' SKUs and their boxes; of no order whose lines are not known. */
  ordered: ReadonlyMap<string, ReadonlySet<string>>
  /** Whose a parcel is, among the client's carriers. */
  carrierOf: (told: string) => CarrierRead
  /** Of the client's calendar. */
  daysOff: DaysOff
}

export const methodKey = (orderNumber: string, carrier: string) => `${orderNumber}\n${carrier}`
export const contentKey = (content: { trackingNumber: string; SKU: string; serialNumber: string }) =>
  `${content.trackingNumber}\n${content.SKU}\n${content.serialNumber}`

// Each is looked up by its key: database/by-key.
const NAMED = `(select * from unnest($2::text[]) as n (key) order by key collate "C") as named`

const ORDERS = `
select o.* from ${NAMED} cross join lateral (
  select order_number as "orderNumber", status, dispatch_service as service, ordered_at as "orderedAt",
    suspended_for as "suspendedFor", country, post_code as "postCode", ctid as place
  from orders where client_code = $1 and order_number between named.key and named.key
  order by order_number limit 1 for update
) o`

const METHODS = `
select c.order_number as "orderNumber", c.carrier, c.client_method_id as "clientMethodId"
from ${NAMED} cross join lateral (
  select order_number, attempt, number, carrier, client_method_id from consignments
  where client_code = $1 and order_number = named.key and ended_at is null and client_method_id is not null
  order by attempt, number offset 0
) c
order by c.order_number, c.number desc`

const PARCELS = `
select p.* from ${NAMED} cross join lateral (
  select tracking_number as "trackingNumber", written_as as "writtenAs", order_number as "orderNumber", carrier,
    carrier_service as "carrierService", client_method_id as "clientMethodId", despatched_at as "despatchedAt", ordered_at as "orderedAt",
    promised_date as "promisedDate", coalesce(weight::text, '') as weight
  from parcels where client_code = $1 and tracking_number between named.key and named.key
  order by tracking_number limit 1
) p`

const CONTENTS = `
select c.* from ${NAMED} cross join lateral (
  select tracking_number as "trackingNumber", sku_code as "SKU", serial_number as "serialNumber", quantity
  from parcel_contents where client_code = $1 and tracking_number = named.key
  order by sku_code, serial_number offset 0
) c`

const ORDERED = `
select l.order_number as "orderNumber", array_agg(l.sku_code) || array_remove(array_agg(c.component_code), null) as "SKUs"
from ${NAMED} cross join lateral (
  select order_number, sku_code from order_lines where client_code = $1 and order_number = named.key
  order by line_number offset 0
) l
left join lateral (
  select component_code from sku_components where client_code = $1 and sku_code between l.sku_code and l.sku_code
  order by sku_code, component_code offset 0
) c on true
group by l.order_number`

/** What is known of all that rows name; their orders are held until the transaction is over. */
export async function knownOf(
  connection: pg.PoolClient,
  { client, books }: RowFeedContext,
  rows: readonly DespatchRow[],
): Promise<KnownDespatches> {
  const named = [...new Set(rows.map(({ orderNumber }) => orderNumber))]
  const trackingNumbers = [...new Set(rows.flatMap(({ trackingNumber }) => trackingNumber || []))]
  const orders = await connection.query<NamedOrder>(ORDERS, [client, named])
  const parcels = await connection.query<KnownParcel>(PARCELS, [client, trackingNumbers])
  type Content = Parameters<typeof contentKey>[0] & { quantity: number }
  const contents = await connection.query<Content>(CONTENTS, [
    client,
    parcels.rows.map(({ trackingNumber }) => trackingNumber),
  ])
  const ordered = await connection.query<{ orderNumber: string; SKUs: string[] }>(ORDERED, [client, named])
  type Allocated = { orderNumber: string; carrier: string; clientMethodId: string }
  const allocated = await connection.query<Allocated>(METHODS, [client, named])
  const book = allocated.rows.length > 0 ? await books.book(new Transaction(connection), client) : undefined
  const methods = new Map(book?.book.methods.map((method) => [method.clientMethodID, method]))
  const daysOff = await clientDaysOff(new Transaction(connection), client)
  return {
    daysOff,
    carrierOf: await carriersOf(connection, client),
    ordered: new Map(ordered.rows.map(({ orderNumber, SKUs }) => [orderNumber, new Set(SKUs)])),
    orders: new Map(orders.rows.map((order) => [order.orderNumber, order])),
    parcels: new Map(parcels.rows.map((parcel) => [parcel.trackingNumber, parcel])),
    contents: new Map(contents.rows.map((content) => [contentKey(content), content.quantity])),
    methods: new Map(
      allocated.rows.map(({ orderNumber, carrier, clientMethodId }) => {
        const method = methods.get(clientMethodId)
        const { carrierService = '', transitDays } = method ?? {}
        return [methodKey(orderNumber, carrier), { clientMethodId, carrierService, transitDays }]
      }),
    ),
  }
}
