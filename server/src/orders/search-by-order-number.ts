import type { Order } from '@despatch/contract/orders/order'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { noDataAvailable } from '@despatch/domain/enquiries/search/messages'
import { SHORT_ACTS } from '@despatch/domain/orders/commands/sent-short'
import type { Context } from '../http/context.ts'
import { AppError } from '../process/app-error.ts'
import { tellUsersNamed } from '../http/shown-names.ts'
import { orderAsKept } from '../database/kept-names.ts'
import { inOrder } from '../database/transaction.ts'
import { presentWhole, type WholeOrder } from './present.ts'
import { clientsWithOrder, usersOfOrder, wholeOrder } from './queries.ts'
import { shortfallOf } from './commands/shortfall.ts'

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

async function ordersOf({ transaction, clients, caller }: Context, orderNumber: string): Promise<Order[]> {
  const whose =
    clients.length === 1
      ? clients
      : (await transaction.rows(clientsWithOrder(clients, orderNumber))).map((row) => row.client_code)
  const asking = whose.map((client) => transaction.row(wholeOrder(client, orderNumber)))
  const namesAreHidden = !caller.sees.staffNames
  const users = namesAreHidden ? whose.map((client) => transaction.rows(usersOfOrder(client, orderNumber))) : []
  const [orders, named] = await inOrder([Promise.all(asking), Promise.all(users)])
  if (namesAreHidden) tellUsersNamed(transaction, orders.flatMap(namesIn), named.flat())
  const whole = orders.map(async (order) => {
    if (!order) return []
    // What is delivered waits for nothing, unless someone said that the rest does not come.
    const isAsked =
      order.status === 'D' || (order.status === 'V' && order.history.some(({ act }) => act === SHORT_ACTS.close))
    const shortfall = isAsked ? await shortfallOf(transaction, { client: order.client_code, orderNumber }) : undefined
    return [presentWhole(order, shortfall)]
  })
  return (await Promise.all(whole)).flat()
}

const namesIn = (order: WholeOrder | undefined): string[] =>
  order ? [order.created_by, order.assigned_to, ...order.history.map((entry) => entry.by_name)] : []
