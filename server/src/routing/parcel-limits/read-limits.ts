import type { parcelLimits as routes } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { itemInForce } from '../rule-book/book-items.ts'
import type { Context } from '../../http/context.ts'
import { loadMethod } from '../prices/method-in-force.ts'
import { presentLimitedMethod } from './present-limits.ts'

/** Reads one method's limits. Throws an AppError (404) for an unknown method. */
export async function readLimits(
  context: Context,
  { params }: RouteChecked<typeof routes.method>,
): Promise<RouteAnswer<typeof routes.method>> {
  const { transaction, client } = context
  const [method, limits] = await Promise.all([
    loadMethod(context, params.id),
    itemInForce(transaction, client, 'parcel-limits', params.id),
  ])
  return presentLimitedMethod(client, method, limits)
}
