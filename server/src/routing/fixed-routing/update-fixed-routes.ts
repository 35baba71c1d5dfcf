import type { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { fixedRoutesAmendedDraft } from './fixed-route-drafts.ts'

/**
 * Changes all of the fixed routes or none, in one version. Throws what {@link fixedRoutesAmendedDraft} and {@link
 * publish} throw.
 */
export async function updateFixedRoutes(
  context: Context,
  input: RouteChecked<typeof fixedRouting.update>,
): Promise<RouteAnswer<typeof fixedRouting.update>> {
  return publish(context, () => fixedRoutesAmendedDraft(context, input))
}
