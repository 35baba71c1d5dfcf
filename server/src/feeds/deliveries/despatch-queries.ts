import type { HolidayName } from '@despatch/domain/administration/clients/client-calendar'
import { holidaySetAt } from '@despatch/domain/administration/clients/holiday-sets'
import type { Day } from '@despatch/domain/calendar/day'
import type { IsHoliday } from '@despatch/domain/deliveries/parcels/promised-date'
import type { ResolvedCarrier } from '@despatch/domain/routing/active-dates/carrier-reader'
import type { DespatchRow } from '@despatch/domain/feeds/rows/check-despatch-row'
import type { DispatchService } from '@despatch/domain/routing/dispatch-service'
import type { Method } from '@despatch/domain/routing/rule-book/rule-book'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type pg from 'pg'
import { holidayName } from '../../administration/clients/published-holidays.ts'
import { Transaction } from '../../database/transaction.ts'
import { loadCarrierReader } from './load-carrier-reader.ts'
import type { RowFeedContext } from '../rows/run-row-feed.ts'

export type NamedOrder = {
  orderNumber: string
  status: OrderStatus
  service: DispatchService
  despatchDate: Day
  orderedAt: Date
  suspendedFor: string
  country: string
  postCode: string
  /**
   * The order is delivered and a carrier reported it for a parcel. Past orders have no such parcel, and their parcels
   * may be fed later.
   */
  hasDeliveredParcels: boolean
}

/** A stored or new parcel. */
export type DespatchedParcel = {
  trackingNumber: string
  /** The tracking number as written by the warehouse; null if that is the same. */
  writtenAs: string | null
  orderNumber: string
  carrier: string
  carrierService: string
  clientMethodId: string
  despatchedAt: Date
  orderedAt: Date
  /** The day promised to the shopper. */
  promisedDate: Day
  /** The day promised by the carrier for the parcel's service; null if unknown. */
  carrierPromisedDate: Day | null
  /** Kilograms, or ''. */
  weight: string
}

/**
 * A method of an order's allocation, with its attempt, day and products. Only the first attempt and the current one are
 * loaded.
 */
export type AllocatedMethod = {
  orderNumber: string
  attempt: number
  stands: boolean
  carrier: string
  clientMethodId: string
  day: Day
  SKUs: string[] | null
}

/** Stored data that rows name. Keys of `contents` are from `contentKey`. */
export type KnownDespatches = {
  orders: ReadonlyMap<string, NamedOrder>
  parcels: ReadonlyMap<string, DespatchedParcel>
  contents: ReadonlyMap<string, number>
  /** By order, sorted by attempt. */
  allocated: ReadonlyMap<string, readonly AllocatedMethod[]>
  methods: readonly Method[]
  /** The methods at the time of a despatch; methods contracted later are as today. */
  methodsAt: (despatchedAt: Date) => readonly Method[]
  /** SKUs of an order's lines and their boxes; missing for orders without known lines. */
  ordered: ReadonlyMap<string, ReadonlySet<string>>
  /** Reads a carrier's code or name. */
  carrierOf: (told: string) => ResolvedCarrier
  /** Public holidays at the order's destination. */
  holidaysAt: (order: Pick<NamedOrder, 'country' | 'postCode'>) => IsHoliday
}

export const contentKey = (content: { trackingNumber: string; SKU: string; serialNumber: string }) =>
  `${content.trackingNumber}\n${content.SKU}\n${content.serialNumber}`

const ORDERS = `
select order_number as "orderNumber", status, dispatch_service as service, despatch_date::text as "despatchDate", ordered_at as "orderedAt",
  suspended_for as "suspendedFor", country, post_code as "postCode",
  status = 'V' and exists (
    select from parcels p
    where p.client_code = $1 and p.order_number = orders.order_number and p.delivered_on is not null
  ) as "hasDeliveredParcels"
from orders where client_code = $1 and order_number = any ($2::text[]) order by order_number for update`

const ALLOCATED = `
select c.order_number as "orderNumber", c.attempt, c.ended_at is null as stands, c.carrier,
  c.client_method_id as "clientMethodId", c.despatch_day::text as day,
  case jsonb_typeof(c.consignment -> 'skus') when 'array' then c.consignment -> 'skus' end as "SKUs"
from consignments c
where c.client_code = $1 and c.order_number = any ($2::text[]) and c.client_method_id is not null
order by c.order_number, c.attempt, c.number`

const PARCELS = `
select tracking_number as "trackingNumber", written_as as "writtenAs", order_number as "orderNumber", carrier,
  carrier_service as "carrierService", client_method_id as "clientMethodId", despatched_at as "despatchedAt", ordered_at as "orderedAt",
  promised_date as "promisedDate", carrier_promised_date as "carrierPromisedDate", coalesce(weight::text, '') as weight
from parcels where client_code = $1 and tracking_number = any ($2::text[])`

const CONTENTS = `
select tracking_number as "trackingNumber", sku_code as "SKU", serial_number as "serialNumber", quantity
from parcel_contents where client_code = $1 and tracking_number = any ($2::text[])`

const ORDERED = `
select l.order_number as "orderNumber", array_agg(l.sku_code) || array_remove(array_agg(c.component_code), null) as "SKUs"
from unnest($2::text[]) as named (order_number) cross join lateral (
  -- Keeps the planner from the index by SKU, as in orders-to-allocate.ts: bench fresh-feed.
  select order_number, sku_code from order_lines
  where client_code = $1 and order_number = named.order_number order by line_number offset 0
) l left join sku_components c on c.client_code = $1 and c.sku_code = l.sku_code
group by l.order_number`

/** Loads the stored data that rows name, and locks their orders. */
export async function loadKnownDespatches(
  connection: pg.PoolClient,
  { client, books }: RowFeedContext,
  rows: readonly DespatchRow[],
): Promise<KnownDespatches> {
  const named = [...new Set(rows.map(({ orderNumber }) => orderNumber))]
  const trackingNumbers = [...new Set(rows.flatMap(({ trackingNumber }) => trackingNumber || []))]
  const orders = await connection.query<NamedOrder>(ORDERS, [client, named])
  const parcels = await connection.query<DespatchedParcel>(PARCELS, [client, trackingNumbers])
  type Content = Parameters<typeof contentKey>[0] & { quantity: number }
  const contents = await connection.query<Content>(CONTENTS, [
    client,
    parcels.rows.map(({ trackingNumber }) => trackingNumber),
  ])
  const ordered = await connection.query<{ orderNumber: string; SKUs: string[] }>(ORDERED, [client, named])
  const allocated = await connection.query<AllocatedMethod>(ALLOCATED, [client, named])
  const { book } = await books.book(new Transaction(connection), client)
  const left = [...rows, ...parcels.rows].flatMap(({ despatchedAt }) => despatchedAt ?? [])
  const methodsAt = await loadMethodsAt(connection, { client, books }, { methods: book.methods, left })
  const holidays = new Map<string, HolidayName>()
  for (const set of new Set(orders.rows.map(({ country, postCode }) => holidaySetAt(country, postCode))))
    holidays.set(set, await holidayName(set))
  return {
    holidaysAt:
      ({ country, postCode }) =>
      (day) =>
        holidays.get(holidaySetAt(country, postCode))?.(day) !== undefined,
    carrierOf: await loadCarrierReader(connection, client),
    ordered: new Map(ordered.rows.map(({ orderNumber, SKUs }) => [orderNumber, new Set(SKUs)])),
    orders: new Map(orders.rows.map((order) => [order.orderNumber, order])),
    parcels: new Map(parcels.rows.map((parcel) => [parcel.trackingNumber, parcel])),
    contents: new Map(contents.rows.map((content) => [contentKey(content), content.quantity])),
    allocated: Map.groupBy(allocated.rows, ({ orderNumber }) => orderNumber),
    methods: book.methods,
    methodsAt,
  }
}

const VERSIONS = 'select version, published_at as "publishedAt" from rule_books where client_code = $1 order by version'

/**
 * The methods of a client at each of some instants. Before the first rule book version, that version applies. Methods
 * contracted later, and those at any other instant, are as today.
 */
async function loadMethodsAt(
  connection: pg.PoolClient,
  { client, books }: Pick<RowFeedContext, 'client' | 'books'>,
  { methods, left }: { methods: readonly Method[]; left: readonly Date[] },
): Promise<(instant: Date) => readonly Method[]> {
  const { rows } = await connection.query<{ version: number; publishedAt: Date }>(VERSIONS, [client])
  const versionAt = (instant: Date) => (rows.findLast(({ publishedAt }) => publishedAt <= instant) ?? rows[0])?.version
  const byVersion = new Map<number, readonly Method[]>()
  for (const version of new Set(left.flatMap((instant) => versionAt(instant) ?? []))) {
    const { book } = await books.book(new Transaction(connection), client, version)
    const known = new Set(book.methods.map(({ clientMethodID }) => clientMethodID))
    byVersion.set(version, [...book.methods, ...methods.filter(({ clientMethodID }) => !known.has(clientMethodID))])
  }
  return (instant) => byVersion.get(versionAt(instant) ?? 0) ?? methods
}
