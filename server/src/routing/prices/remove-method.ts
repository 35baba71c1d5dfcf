import type { prices as routes } from '@despatch/contract/routing/prices/prices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { publishPrices } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { methodEndedDraft } from './price-drafts.ts'

/** Ends a method. Throws what {@link methodEndedDraft} and {@link publishPrices} throw. */
export async function removeMethod(
  context: Context,
  input: RouteChecked<typeof routes.removeMethod>,
): Promise<RouteAnswer<typeof routes.removeMethod>> {
  return { ...(await publishPrices(context, () => methodEndedDraft(context, input))), message: DATA_DELETED }
}
