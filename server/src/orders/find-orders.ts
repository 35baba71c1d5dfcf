import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../app/context.ts'
import { db } from '../database/sql.ts'
import { ordersPage, ordersTotal } from './queries.ts'
import { presentRow } from './present.ts'

/** A page of the orders that match, newest first unless told. */
export async function findOrders(
  { transaction, clients }: Context,
  { body }: RouteChecked<typeof routes.consolidated>,
): Promise<RouteAnswer<typeof routes.consolidated>> {
  const rows = await transaction.rows(ordersPage(clients, body, body).compile(db))
  return { Orders: rows.slice(0, body.limit).map(presentRow), hasMore: rows.length > body.limit }
}

/** How many orders match. */
export async function countOrders(
  { transaction, clients }: Context,
  { body }: RouteChecked<typeof routes.total>,
): Promise<RouteAnswer<typeof routes.total>> {
  const counted = await transaction.row(ordersTotal(clients, body).compile(db))
  return { total: counted?.total ?? 0 }
}
