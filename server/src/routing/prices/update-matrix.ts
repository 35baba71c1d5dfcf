import type { prices as routes } from '@despatch/contract/routing/prices/prices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { publishPrices } from '../rule-book/publish.ts'
import { matrixCostingDraft } from './price-drafts.ts'

/**
 * Sets a price by a matrix of bands and dates. Throws what {@link matrixCostingDraft} and {@link publishPrices} throw.
 */
export async function updateMatrix(
  context: Context,
  input: RouteChecked<typeof routes.updateMatrix>,
): Promise<RouteAnswer<typeof routes.updateMatrix>> {
  return publishPrices(context, () => matrixCostingDraft(context, input))
}
