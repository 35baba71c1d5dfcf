import type { carriers as routes } from '@despatch/contract/routing/active-dates/carriers'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { carrierStatusDraft } from './carrier-draft.ts'

/** Publishes a carrier's active flag and dates. Throws what {@link carrierStatusDraft} and {@link publish} throw. */
export async function updateCarrierStatus(
  context: Context,
  input: RouteChecked<typeof routes.update>,
): Promise<RouteAnswer<typeof routes.update>> {
  return publish(context, () => carrierStatusDraft(context, input))
}
