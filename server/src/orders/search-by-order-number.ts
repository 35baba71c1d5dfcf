import type { Order } from '@despatch/contract/orders/order'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { noDataAvailable } from '@despatch/domain/enquiries/messages'
import { SHORT_ACTS } from '@despatch/domain/orders/suspend-release-cancel/sent-short'
import type { Context } from '../http/context.ts'
import { AppError } from '../process/app-error.ts'
import { orderAsKept } from '../database/kept-names.ts'
import { presentHistory, presentItem, presentOrder } from './present.ts'
import { historyOf, linesOf, orderByNumber } from './queries.ts'
import { shortfallOf } from './suspend-release-cancel/shortfall.ts'

/** The lines that come with an order. */
export const FIRST_LINES = { offset: 0, limit: 100 }

/**
 * One order by its number, with its first lines and its history. Where all clients are looked through, several clients
 * may have an order of that number: all are answered.
 */
export async function searchByOrderNumber(
  context: Context,
  { body: { orderNumber } }: RouteChecked<typeof routes.searchByOrderNumber>,
): Promise<RouteAnswer<typeof routes.searchByOrderNumber>> {
  const found = await ordersOf(context, orderNumber)
  if (found.length > 0) return { Orders: found }
  // Most are named as they are kept: only of one that is not it is asked how it is.
  const kept = await orderAsKept(context.transaction, context.clients, orderNumber)
  const asKept = kept === orderNumber ? [] : await ordersOf(context, kept)
  if (asKept.length === 0) throw new AppError('not_found', noDataAvailable(orderNumber))
  return { Orders: asKept }
}

async function ordersOf({ transaction, clients }: Context, orderNumber: string): Promise<Order[]> {
  const partsOf = (whose: string[]) =>
    Promise.all([
      transaction.rows(linesOf(whose, orderNumber, FIRST_LINES)),
      transaction.rows(historyOf(whose, orderNumber)),
    ])
  const [orders, parts] = await Promise.all([transaction.rows(orderByNumber(clients, orderNumber)), partsOf(clients)])
  const whole = orders.map(async (order) => {
    // The first lines of several orders together are not the first lines of each.
    const [lines, history] = orders.length === 1 ? parts : await partsOf([order.client_code])
    // What is delivered waits for nothing, unless somebody said that the rest does not come.
    const isAsked =
      order.status === 'D' || (order.status === 'V' && history.some(({ act }) => act === SHORT_ACTS.close))
    const shortfall = isAsked ? await shortfallOf(transaction, { client: order.client_code, orderNumber }) : undefined
    return presentOrder(order, lines.map(presentItem), history.map(presentHistory), shortfall)
  })
  return Promise.all(whole)
}
