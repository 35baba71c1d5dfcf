import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import type { Context } from '../http/context.ts'
import { AppError } from '../process/app-error.ts'
import { presentItem } from './present.ts'
import { linesOf, oneOrder } from './queries.ts'

/** A page of an order's lines, for one client: line rows do not name their client. */
export async function orderItems(
  { transaction, client }: Context,
  { body: { orderNumber, page, limit } }: RouteChecked<typeof routes.items>,
): Promise<RouteAnswer<typeof routes.items>> {
  const [[order], lines] = await Promise.all([
    transaction.rows(oneOrder(client, orderNumber)),
    transaction.rows(linesOf([client], orderNumber, { offset: (page - 1) * limit, limit })),
  ])
  if (!order) throw new AppError('not_found', noDataAvailable(orderNumber))
  return { items: lines.map(presentItem), total: order.item_count }
}
