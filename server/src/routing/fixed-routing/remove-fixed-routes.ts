import type { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { fixedRoutesRemovedDraft } from './fixed-route-drafts.ts'

/** Removes all of the fixed routes or none. Throws what {@link fixedRoutesRemovedDraft} and {@link publish} throw. */
export async function removeFixedRoutes(
  context: Context,
  input: RouteChecked<typeof fixedRouting.remove>,
): Promise<RouteAnswer<typeof fixedRouting.remove>> {
  const published = await publish(context, () => fixedRoutesRemovedDraft(context, input))
  return { ...published, message: DATA_DELETED }
}
