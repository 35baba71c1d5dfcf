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
import {
  isCountedEvent,
  isCountedOrder,
  isCountedParcel,
  orderDay,
  orderSort,
  PARCEL_DAY,
  parcelSort,
} from './counted.ts'

export type OrderRow = Omit<CountedOrder, 'statusTitle'> & { status: OrderStatus }
export type ParcelRow = Omit<CountedParcel, 'stateTitle' | 'expectedCost' | 'currency'> & { state: DeliveryState }
export type EventRow = Omit<CountedEvent, 'stateTitle' | 'at'> & { state: DeliveryState; at: Date }

/** Rows of a page: with it, each client's index gives its first rows in order, and only the page is read whole. */
type Paging = { page: number; limit: number }

/** Orders counted by a figure, oldest first; shared by lists (a page) and files (all). */
export function ordersQuery(clients: readonly string[], choice: OrderChoice, today: Day, page?: Paging) {
  const sorted = orderSort(choice)
  return sql<OrderRow>`
  select o.client_code as "clientCode", o.order_number as "orderNumber", ${orderDay(choice)}::text as "countedOn",
    o.status, london_day(o.ordered_at)::text as "orderedOn", o.despatch_date::text as "dueOn",
    o.released_on::text as "releasedOn", o.despatched_on::text as "despatchedOn", o.delivered_on::text as "deliveredOn",
    o.item_count as lines, o.quantity as pieces, o.total_value::text as value, o.currency_code as currency
  from orders o ${
    page
      ? pageKeys(clients, page, {
          key: sql`client_code, order_number`,
          keys: sql`select o.client_code, o.order_number, ${sorted} as sorted from orders o
            where ${isCountedOrder(clients, choice, today)} and o.client_code = mine.code order by ${sorted}, o.order_number`,
        })
      : sql`where ${isCountedOrder(clients, choice, today)}`
  }
  order by ${sorted}, o.client_code, o.order_number`
}

/** Parcels counted by a figure, oldest first; shared by lists (a page) and files (all). */
export function parcelsQuery(clients: readonly string[], choice: ParcelChoice, today: Day, page?: Paging) {
  const sorted = parcelSort(choice)
  return sql<ParcelRow>`
  select p.client_code as "clientCode", p.tracking_number as "trackingNumber", p.order_number as "orderNumber",
    ${PARCEL_DAY[choice.figure]}::text as "countedOn", p.carrier, p.carrier_service as service, p.region,
    london_day(p.despatched_at)::text as "despatchedOn", coalesce(p.carrier_promised_date, p.promised_date)::text as "promisedOn",
    p.delivered_on::text as "deliveredOn", p.state, p.reason
  from parcels p ${
    page
      ? pageKeys(clients, page, {
          key: sql`client_code, tracking_number`,
          keys: sql`select p.client_code, p.tracking_number, ${sorted} as sorted from parcels p
            where ${isCountedParcel(clients, choice, today)} and p.client_code = mine.code order by ${sorted}, p.tracking_number`,
        })
      : sql`where ${isCountedParcel(clients, choice, today)}`
  }
  order by ${sorted}, p.client_code, p.tracking_number`
}

/** Joins the keys of a page, merged from the first keys of each client. */
const pageKeys = (
  clients: readonly string[],
  { page, limit }: Paging,
  { key, keys }: { key: RawBuilder<unknown>; keys: RawBuilder<unknown> },
) => sql`join (
    select found.* from unnest(${clients}::text[]) as mine (code) cross join lateral (${keys} limit ${page * limit}) found
    order by sorted, ${key} limit ${limit} offset ${(page - 1) * limit}
  ) chosen using (${key})`

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

const pageOf = async <Row>(
  transaction: Transaction,
  { rows, from }: { rows: RawBuilder<Row>; from: RawBuilder<unknown> },
): Promise<{ found: Row[]; total: number }> => {
  const [found, count] = await Promise.all([
    transaction.rows(rows.compile(db)),
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
  const { found, total } = await pageOf(transaction, {
    rows: ordersQuery(clients, body, today, body),
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
  const { found, total } = await pageOf(transaction, {
    rows: parcelsQuery(clients, body, today, body),
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
  const { found, total } = await pageOf(transaction, {
    rows: sql<EventRow>`${eventsQuery(clients, body)} limit ${body.limit} offset ${(body.page - 1) * body.limit}`,
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
