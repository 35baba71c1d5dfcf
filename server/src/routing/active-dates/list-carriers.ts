import type { carriers as routes } from '@despatch/contract/routing/active-dates/carriers'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { itemsOfClients } from '../rule-book/book-items.ts'
import type { Context } from '../../http/context.ts'
import { methodsOfCarriers, presentCarrier } from './queries.ts'

/** Lists the clients' carriers by client and code, with their active flags and dates. */
export async function listCarriers({ transaction, clients }: Context): Promise<RouteAnswer<typeof routes.list>> {
  const [items, methods] = await Promise.all([
    itemsOfClients(transaction, clients, 'carrier'),
    methodsOfCarriers(transaction, clients),
  ])
  return { carriers: items.map((item) => presentCarrier(item.client, item, methods)) }
}
