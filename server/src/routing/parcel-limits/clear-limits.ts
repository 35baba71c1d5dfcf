import type { parcelLimits as routes } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { noLimitsDraft } from './parcel-limits-draft.ts'

/** Removes a method's limits. Throws what {@link noLimitsDraft} and {@link publish} throw. */
export async function clearLimits(
  context: Context,
  { params, body }: RouteChecked<typeof routes.clear>,
): Promise<RouteAnswer<typeof routes.clear>> {
  return publish(context, () => noLimitsDraft(context, { params: { id: params.methodId }, body }))
}
