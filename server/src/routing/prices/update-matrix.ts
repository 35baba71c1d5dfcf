import type { prices as routes } from '@despatch/contract/routing/prices/prices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { matrixCostingDraft } from './price-drafts.ts'

/** Prices a method by a matrix of bands and dates. Throws what {@link matrixCostingDraft} and {@link publish} throw. */
export async function updateMatrix(
  context: Context,
  input: RouteChecked<typeof routes.updateMatrix>,
): Promise<RouteAnswer<typeof routes.updateMatrix>> {
  return publish(context, () => matrixCostingDraft(context, input))
}
