import type { prices as routes } from '@despatch/contract/routing/prices/prices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { singleCostingDraft } from './price-drafts.ts'

/** Prices a method by base cost and increments. Throws what {@link singleCostingDraft} and {@link publish} throw. */
export async function updateSingle(
  context: Context,
  input: RouteChecked<typeof routes.updateSingle>,
): Promise<RouteAnswer<typeof routes.updateSingle>> {
  return publish(context, () => singleCostingDraft(context, input))
}
