import type { parcelLimits as routes } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { packingDraft } from './parcel-limits-draft.ts'

/** Sets the maximum weight and volume of a packed parcel. Throws what {@link publish} throws. */
export async function setPacking(
  context: Context,
  input: RouteChecked<typeof routes.setPacking>,
): Promise<RouteAnswer<typeof routes.setPacking>> {
  return publish(context, () => packingDraft(context, input))
}
