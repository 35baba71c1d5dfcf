import type { prices as routes } from '@despatch/contract/routing/prices/prices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { refuseOtherClient } from '../rule-book/check-client.ts'
import type { Context } from '../../http/context.ts'
import { loadMethod } from './method-in-force.ts'
import { presentPrice } from './present-price.ts'

/**
 * Reads a method's complete pricing. Throws an AppError (404) for an unknown method, or a client other than the call's.
 */
export async function readPrice(
  context: Context,
  { params, query }: RouteChecked<typeof routes.costing>,
): Promise<RouteAnswer<typeof routes.costing>> {
  refuseOtherClient(context, query.client)
  return presentPrice(context.client, await loadMethod(context, params.clientMethodId))
}
