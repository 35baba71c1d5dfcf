import type { prices as routes } from '@despatch/contract/routing/prices/prices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { methodDraft } from './price-drafts.ts'

/** Changes a method's name, and where and how it serves. Throws what {@link methodDraft} and {@link publish} throw. */
export async function updateMethod(
  context: Context,
  input: RouteChecked<typeof routes.updateMethod>,
): Promise<RouteAnswer<typeof routes.updateMethod>> {
  return publish(context, () => methodDraft(context, input))
}
