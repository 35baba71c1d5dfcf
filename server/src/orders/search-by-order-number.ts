import type { Order } from '@despatch/contract/orders/order'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { SHORT_ACTS } from '@despatch/domain/orders/commands/sent-short'
import type { Context } from '../http/context.ts'
import { AppError } from '../process/app-error.ts'
import { setKnownUsers } from '../http/shown-names.ts'
import { findStoredOrderNumber } from '../database/stored-names.ts'
import { inOrder } from '../database/transaction.ts'
import { presentWhole, type WholeOrder } from './present.ts'
import { clientsWithOrder, usersOfOrder, wholeOrder } from './queries.ts'
import { readShortfall } from './commands/shortfall.ts'
import { shortOfStock } from './short-skus.ts'

/**
 * Returns an order by number with its first lines and history; a search over several clients may return several orders.
 */
export async function searchByOrderNumber(
  context: Context,
  { body: { orderNumber } }: RouteChecked<typeof routes.searchByOrderNumber>,
): Promise<RouteAnswer<typeof routes.searchByOrderNumber>> {
  const found = await ordersOf(context, orderNumber)
  if (found.length > 0) return { Orders: found }
  // Most numbers have the stored spelling; it is looked up only if nothing was found.
  const stored = await findStoredOrderNumber(context.transaction, context.clients, orderNumber)
  const ordersFound = stored === orderNumber ? [] : await ordersOf(context, stored)
  if (ordersFound.length === 0) throw new AppError('not_found', noDataAvailable(orderNumber))
  return { Orders: ordersFound }
}

async function ordersOf({ transaction, clients, caller }: Context, orderNumber: string): Promise<Order[]> {
  const whose =
    clients.length === 1
      ? clients
      : (await transaction.rows(clientsWithOrder(clients, orderNumber))).map((row) => row.client_code)
  const asking = whose.map((client) => transaction.row(wholeOrder(client, orderNumber)))
  const namesAreHidden = !caller.sees.staffNames
  const users = namesAreHidden ? whose.map((client) => transaction.rows(usersOfOrder(client, orderNumber))) : []
  const [orders, named] = await inOrder([Promise.all(asking), Promise.all(users)])
  if (namesAreHidden) setKnownUsers(transaction, orders.flatMap(namesIn), named.flat())
  const whole = orders.map(async (order) => {
    if (!order) return []
    // Delivered orders wait for nothing, unless they were closed short.
    const hasShortfall =
      order.status === 'D' || (order.status === 'V' && order.history.some(({ act }) => act === SHORT_ACTS.close))
    const shortfall = hasShortfall
      ? await readShortfall(transaction, { client: order.client_code, orderNumber })
      : undefined
    const missing = order.is_short ? await shortOfStock(transaction, order.client_code, orderNumber) : undefined
    return [presentWhole(order, { shortfall, shortOfStock: missing })]
  })
  return (await Promise.all(whole)).flat()
}

const namesIn = (order: WholeOrder | undefined): string[] =>
  order ? [order.created_by, order.assigned_to, ...order.history.map((entry) => entry.by_name)] : []
