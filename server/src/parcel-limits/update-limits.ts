import type { parcelLimits as routes } from '@despatch/contract/parcel-limits/parcel-limits'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { publish } from '../allocation/publish.ts'
import type { Context } from '../app/context.ts'
import { parcelLimitsDraft } from './parcel-limits-draft.ts'

/** Sets what a method takes. Throws what {@link parcelLimitsDraft} and {@link publish} throw. */
export async function updateLimits(
  context: Context,
  { params, body }: RouteChecked<typeof routes.update>,
): Promise<RouteAnswer<typeof routes.update>> {
  return publish(context, () => parcelLimitsDraft(context, { params: { id: params.methodId }, body }))
}
