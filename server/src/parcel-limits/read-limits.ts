import type { parcelLimits as routes } from '@despatch/contract/parcel-limits/parcel-limits'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../app/context.ts'
import { keptMethod } from '../prices/kept-method.ts'
import { presentLimitedMethod } from './present-limits.ts'

/** What one method takes. Throws a Refusal (404) for a method there is not. */
export async function readLimits(
  context: Context,
  { params }: RouteChecked<typeof routes.method>,
): Promise<RouteAnswer<typeof routes.method>> {
  return presentLimitedMethod(context.client, await keptMethod(context, params.id))
}
