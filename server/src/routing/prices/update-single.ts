import type { prices as routes } from '@despatch/contract/routing/prices/prices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { publishPrices } from '../rule-book/publish.ts'
import { singleCostingDraft } from './price-drafts.ts'

/** Sets a price by base cost and increments. Throws what {@link singleCostingDraft} and {@link publishPrices} throw. */
export async function updateSingle(
  context: Context,
  input: RouteChecked<typeof routes.updateSingle>,
): Promise<RouteAnswer<typeof routes.updateSingle>> {
  return publishPrices(context, () => singleCostingDraft(context, input))
}
