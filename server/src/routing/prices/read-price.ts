import type { prices as routes } from '@despatch/contract/routing/prices/prices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { mustBeOfClient } from '../rule-book/of-client.ts'
import type { Context } from '../../http/context.ts'
import { keptMethod } from './kept-method.ts'
import { presentPrice } from './present-price.ts'

/** What one method costs. Throws an AppError (404) for a method or a client that is not the caller's. */
export async function readPrice(
  context: Context,
  { params, query }: RouteChecked<typeof routes.costing>,
): Promise<RouteAnswer<typeof routes.costing>> {
  mustBeOfClient(context, query.client)
  return presentPrice(context.client, await keptMethod(context, params.clientMethodId))
}
