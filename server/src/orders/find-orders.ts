import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../app/context.ts'
import { db } from '../database/sql.ts'
import type { ListOrder } from './list-order.ts'
import { presentRow } from './present.ts'
import { type OrderFilter, ordersPage, ordersPlaces, ordersTotal } from './queries.ts'

/** A page of the orders that match, newest first unless told. */
export async function findOrders(
  { transaction, clients }: Context,
  { body }: RouteChecked<typeof routes.consolidated>,
): Promise<RouteAnswer<typeof routes.consolidated>> {
  const rows = await transaction.rows(ordersPage(clients, body, body).compile(db))
  return { Orders: rows.slice(0, body.limit).map(presentRow), hasMore: rows.length > body.limit }
}

/** How many orders match; where asked, with the places of the list. */
export async function countOrders(
  context: Context,
  { body }: RouteChecked<typeof routes.total>,
): Promise<RouteAnswer<typeof routes.total>> {
  return totalOf(context, body, body.places)
}

/** How many orders match a filter and, where an order is given, the places of such a list. */
export async function totalOf({ transaction, clients }: Context, filter: OrderFilter, order: ListOrder | undefined) {
  const counted = await transaction.row(ordersTotal(clients, filter).compile(db))
  const places = order && (await transaction.rows(ordersPlaces(clients, filter, order).compile(db)))
  return { total: counted?.total ?? 0, ...(places && { places: places.map(({ place }) => place) }) }
}
