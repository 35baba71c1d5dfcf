import type { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import { publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { fixedRoutesAddedDraft } from './fixed-route-drafts.ts'

/**
 * Fixes SKUs or a category to a carrier or a method. Throws what {@link fixedRoutesAddedDraft} and {@link publish}
 * throw.
 */
export async function addFixedRoutes(
  context: Context,
  input: RouteChecked<typeof fixedRouting.add>,
): Promise<RouteAnswer<typeof fixedRouting.add>> {
  let customPreferenceIDs: string[] = []
  const published = await publish(context, async () => {
    const draft = await fixedRoutesAddedDraft(context, input)
    customPreferenceIDs = draft.changes.map(({ key }) => key)
    return draft
  })
  return { ...published, message: DATA_ADDED, customPreferenceIDs }
}
