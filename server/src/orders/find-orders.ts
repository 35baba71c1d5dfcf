import type { orders as routes } from '@despatch/contract/orders/orders'
import { WINDOW_SIZE } from '@despatch/contract/route/fields'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../http/context.ts'
import { prepared } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import { hasOnePlan } from './has-one-plan.ts'
import type { ListOrder } from './list-order.ts'
import { presentRow } from './present.ts'
import { ordersPage } from './orders-page.ts'
import { type OrderFilter, ordersPlaces, ordersTotal } from './queries.ts'

/** A page of the orders that match, newest first unless told. */
export async function findOrders(
  { transaction, clients }: Context,
  { body }: RouteChecked<typeof routes.consolidated>,
): Promise<RouteAnswer<typeof routes.consolidated>> {
  const page = ordersPage(clients, body, body).compile(db)
  const rows = await transaction.rows(clients.length === 1 && hasOnePlan(body) ? prepared(page) : page)
  return pageOf(rows, body.limit, presentRow)
}

/** What a page answers of its rows and the one after them, at whose place the next page begins. */
export function pageOf<Row extends { place: string }, Shown>(rows: Row[], limit: number, show: (row: Row) => Shown) {
  const after = rows[limit]
  return { Orders: rows.slice(0, limit).map(show), hasMore: after !== undefined, ...(after && { next: after.place }) }
}

/** How many orders match; where asked, with the places of the list. */
export async function countOrders(
  context: Context,
  { body }: RouteChecked<typeof routes.total>,
): Promise<RouteAnswer<typeof routes.total>> {
  return totalOf(context, body, body.places)
}

/**
 * How many orders match a filter and, where an order is given, the places of such a list: these are counted already, so
 * that only what comes after the last of them is counted.
 */
export async function totalOf({ transaction, clients }: Context, filter: OrderFilter, order: ListOrder | undefined) {
  const count = async (from?: ListOrder & { place: string }) =>
    (await transaction.row(ordersTotal(clients, filter, from).compile(db)))?.total ?? 0
  if (!order) return { total: await count() }
  const places = (await transaction.rows(ordersPlaces(clients, filter, order).compile(db))).map(({ place }) => place)
  const place = places.at(-1)
  const before = Math.max(places.length - 1, 0) * WINDOW_SIZE
  return { total: place === undefined ? 0 : before + (await count({ ...order, place })), places }
}
