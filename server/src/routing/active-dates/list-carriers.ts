import type { carriers as routes } from '@despatch/contract/routing/active-dates/carriers'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { itemsInForce } from '../rule-book/book-items.ts'
import type { Context } from '../../http/context.ts'
import { methodsOfCarriers, presentCarrier } from './queries.ts'

/** The carriers of the client, by code, with whether and when each may be used. */
export async function listCarriers({ transaction, client }: Context): Promise<RouteAnswer<typeof routes.list>> {
  const [items, methods] = await Promise.all([
    itemsInForce(transaction, client, 'carrier'),
    methodsOfCarriers(transaction, client),
  ])
  return { carriers: items.map((item) => presentCarrier(client, item, methods)) }
}
