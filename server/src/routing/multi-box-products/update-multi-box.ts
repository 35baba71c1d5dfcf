import type { multiBox as routes } from '@despatch/contract/routing/multi-box-products/multi-box'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { multiBoxDraft } from './multi-box-draft.ts'

/**
 * Publishes a change of multi-box routing. Specification 7, `POST /multibox with sameCarrier, skuListToAdd,
 * skuListToRemove`. Throws what {@link multiBoxDraft} and {@link publish} throw.
 */
export async function updateMultiBox(
  context: Context,
  input: RouteChecked<typeof routes.update>,
): Promise<RouteAnswer<typeof routes.update>> {
  return publish(context, () => multiBoxDraft(context, input))
}
