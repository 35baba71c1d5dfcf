import type { CountedEvent, CountedOrder, CountedParcel } from '@despatch/contract/reports/drill-down-shapes'
import type { EventChoice, OrderChoice, ParcelChoice } from '@despatch/contract/reports/drill-down-shapes'
import type { reports as routes } from '@despatch/contract/reports/reports'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { DELIVERY_STATES, type DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import { trimMoney } from '@despatch/domain/money/money'
import { ORDER_STATUSES, type OrderStatus } from '@despatch/domain/orders/order-status'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import { waitingDays } from '../figures/waiting-days.ts'
import type { Context } from '../http/context.ts'
import { ACCRUAL } from '../invoices/still-to-be-billed/billed-at.ts'
import { isCountedEvent, isCountedOrder, isCountedParcel, orderDay, PARCEL_DAY } from './counted.ts'

export type OrderRow = Omit<CountedOrder, 'statusTitle'> & { status: OrderStatus }
export type ParcelRow = Omit<CountedParcel, 'stateTitle' | 'expectedCost' | 'currency'> & { state: DeliveryState }
export type EventRow = Omit<CountedEvent, 'stateTitle' | 'at'> & { state: DeliveryState; at: Date }

/** Orders counted by a figure, oldest first; shared by lists and files. */
export const ordersQuery = (clients: readonly string[], choice: OrderChoice, today: Day) => sql<OrderRow>`
  select o.client_code as "clientCode", o.order_number as "orderNumber", ${orderDay(choice)}::text as "countedOn",
    o.status, london_day(o.ordered_at)::text as "orderedOn", o.despatch_date::text as "dueOn",
    o.released_on::text as "releasedOn", o.despatched_on::text as "despatchedOn", o.delivered_on::text as "deliveredOn",
    o.item_count as lines, o.quantity as pieces, o.total_value::text as value, o.currency_code as currency
  from orders o where ${isCountedOrder(clients, choice, today)}
  order by ${orderDay(choice)}, o.client_code, o.order_number`

/** Parcels counted by a figure. */
export const parcelsQuery = (clients: readonly string[], choice: ParcelChoice, today: Day) => sql<ParcelRow>`
  select p.client_code as "clientCode", p.tracking_number as "trackingNumber", p.order_number as "orderNumber",
    ${PARCEL_DAY[choice.figure]}::text as "countedOn", p.carrier, p.carrier_service as service, p.region,
    london_day(p.despatched_at)::text as "despatchedOn", coalesce(p.carrier_promised_date, p.promised_date)::text as "promisedOn",
    p.delivered_on::text as "deliveredOn", p.state, p.reason
  from parcels p where ${isCountedParcel(clients, choice, today)}
  order by ${PARCEL_DAY[choice.figure]}, p.client_code, p.tracking_number`

/** Expected cost of the parcels on a page, in their order. Looked up for the page only. */
const pricesOf = (page: readonly ParcelRow[]) => sql<Pick<CountedParcel, 'expectedCost' | 'currency'>>`
  select ${ACCRUAL}::text as "expectedCost", c.currency_code as currency
  from unnest(
    ${page.map(({ clientCode }) => clientCode)}::text[], ${page.map(({ trackingNumber }) => trackingNumber)}::text[]
  ) with ordinality as p (client_code, tracking_number, place) join clients c using (client_code) order by place`

/** Events counted by a figure. */
export const eventsQuery = (clients: readonly string[], choice: EventChoice) => sql<EventRow>`
  select e.client_code as "clientCode", e.tracking_number as "trackingNumber",
    coalesce((
      select order_number from parcels p where p.client_code = e.client_code and p.tracking_number = e.tracking_number
    ), '') as "orderNumber",
    e.occurred_at as at, london_day(e.occurred_at)::text as "countedOn", e.carrier, e.state, e.reason, e.description, e.location
  from delivery_events e where ${isCountedEvent(clients, choice)}
  order by e.occurred_at, e.client_code, e.tracking_number, e.event_key`

type Paging = { page: number; limit: number }
const pageOf = async <Row>(
  transaction: Transaction,
  { page, limit }: Paging,
  { rows, from }: { rows: RawBuilder<Row>; from: RawBuilder<unknown> },
): Promise<{ found: Row[]; total: number }> => {
  const [found, count] = await Promise.all([
    transaction.rows(sql<Row>`${rows} limit ${limit} offset ${(page - 1) * limit}`.compile(db)),
    transaction.row(sql<{ total: number }>`select count(*)::int as total from ${from}`.compile(db)),
  ])
  return { found, total: count?.total ?? 0 }
}

/** Drill-down list of a figure of orders. */
export async function orders(
  { transaction, clients, now }: Context,
  { body }: RouteChecked<typeof routes.orders>,
): Promise<RouteAnswer<typeof routes.orders>> {
  const today = dayOf(now)
  const { found, total } = await pageOf(transaction, body, {
    rows: ordersQuery(clients, body, today),
    from: sql`orders o where ${isCountedOrder(clients, body, today)}`,
  })
  return {
    waitingDays: await waitingDays(transaction, clients, { kinds: ['order'], periods: [body] }),
    rows: found.map(({ status, ...row }) => ({ ...row, statusTitle: ORDER_STATUSES[status].description })),
    total,
  }
}

/** Drill-down list of a figure of parcels. */
export async function parcels(
  { transaction, clients, now }: Context,
  { body }: RouteChecked<typeof routes.parcels>,
): Promise<RouteAnswer<typeof routes.parcels>> {
  const today = dayOf(now)
  const { found, total } = await pageOf(transaction, body, {
    rows: parcelsQuery(clients, body, today),
    from: sql`parcels p where ${isCountedParcel(clients, body, today)}`,
  })
  const prices = await transaction.rows(pricesOf(found).compile(db))
  return {
    waitingDays: await waitingDays(transaction, clients, { kinds: ['parcel'], periods: [body] }),
    rows: found.map(({ state, ...row }, place) => ({
      ...row,
      stateTitle: DELIVERY_STATES[state],
      expectedCost: prices[place]?.expectedCost ? trimMoney(prices[place].expectedCost) : null,
      currency: prices[place]?.currency ?? '',
    })),
    total,
  }
}

/** Drill-down list of a figure of delivery exceptions. */
export async function events(
  { transaction, clients }: Context,
  { body }: RouteChecked<typeof routes.events>,
): Promise<RouteAnswer<typeof routes.events>> {
  const { found, total } = await pageOf(transaction, body, {
    rows: eventsQuery(clients, body),
    from: sql`delivery_events e where ${isCountedEvent(clients, body)}`,
  })
  return {
    waitingDays: await waitingDays(transaction, clients, { kinds: ['exception'], periods: [body] }),
    rows: found.map(({ state, at, ...row }) => ({
      ...row,
      at: at.toISOString(),
      stateTitle: DELIVERY_STATES[state],
    })),
    total,
  }
}
