import type { capacity as routes } from '@despatch/contract/routing/capacity/capacity'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { capacityDraft } from './capacity-draft.ts'

/** Publishes a carrier's capacities. Throws what {@link capacityDraft} and {@link publish} throw. */
export async function updateCapacity(
  context: Context,
  input: RouteChecked<typeof routes.update>,
): Promise<RouteAnswer<typeof routes.update>> {
  return publish(context, () => capacityDraft(context, input))
}
