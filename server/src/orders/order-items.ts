import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { noDataAvailable } from '@despatch/domain/enquiries/messages'
import type { Context } from '../app/context.ts'
import { Refusal } from '../app/refusal.ts'
import { presentItem } from './present.ts'
import { linesOf, orderByNumber } from './queries.ts'

/** A page of the lines of an order. */
export async function orderItems(
  { transaction, clients }: Context,
  { body: { orderNumber, page, limit } }: RouteChecked<typeof routes.items>,
): Promise<RouteAnswer<typeof routes.items>> {
  const [orders, lines] = await Promise.all([
    transaction.rows(orderByNumber(clients, orderNumber)),
    transaction.rows(linesOf(clients, orderNumber, { offset: (page - 1) * limit, limit })),
  ])
  if (orders.length === 0) throw new Refusal('not_found', noDataAvailable(orderNumber))
  return { items: lines.map(presentItem), total: orders.reduce((sum, order) => sum + order.item_count, 0) }
}
