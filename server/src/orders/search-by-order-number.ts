import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { noDataAvailable } from '@despatch/domain/enquiries/messages'
import type { Context } from '../app/context.ts'
import { Refusal } from '../app/refusal.ts'
import { presentHistory, presentItem, presentOrder } from './present.ts'
import { historyOf, linesOf, orderByNumber } from './queries.ts'

const FIRST_LINES = { offset: 0, limit: 100 }

/**
 * One order by its number, with its first lines and its history. Where all clients are looked through, several clients
 * may have an order of that number: all are answered.
 */
export async function searchByOrderNumber(
  { transaction, clients }: Context,
  { body: { orderNumber } }: RouteChecked<typeof routes.searchByOrderNumber>,
): Promise<RouteAnswer<typeof routes.searchByOrderNumber>> {
  const [orders, lines, history] = await Promise.all([
    transaction.rows(orderByNumber(clients, orderNumber)),
    transaction.rows(linesOf(clients, orderNumber, FIRST_LINES)),
    transaction.rows(historyOf(clients, orderNumber)),
  ])
  if (orders.length === 0) throw new Refusal('not_found', noDataAvailable(orderNumber))
  return {
    Orders: orders.map((order) => {
      const isOf = (row: { client_code: string }) => row.client_code === order.client_code
      return presentOrder(order, lines.filter(isOf).map(presentItem), history.filter(isOf).map(presentHistory))
    }),
  }
}
