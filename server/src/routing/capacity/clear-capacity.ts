import type { capacity as routes } from '@despatch/contract/routing/capacity/capacity'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { clearedCapacityDraft } from './capacity-draft.ts'

/** Removes a carrier's capacity limits. Throws what {@link clearedCapacityDraft} and {@link publish} throw. */
export async function clearCapacity(
  context: Context,
  input: RouteChecked<typeof routes.clear>,
): Promise<RouteAnswer<typeof routes.clear>> {
  return publish(context, () => clearedCapacityDraft(context, input))
}
