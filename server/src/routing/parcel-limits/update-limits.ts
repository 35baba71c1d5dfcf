import type { parcelLimits as routes } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { parcelLimitsDraft } from './parcel-limits-draft.ts'

/** Sets a method's limits. Throws what {@link parcelLimitsDraft} and {@link publish} throw. */
export async function updateLimits(
  context: Context,
  { params, body }: RouteChecked<typeof routes.update>,
): Promise<RouteAnswer<typeof routes.update>> {
  return publish(context, () => parcelLimitsDraft(context, { params: { id: params.methodId }, body }))
}
