import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { loadWhatIf, presentWhatIf } from './what-if-present.ts'

/** Reads a what-if's progress, and its result when it has finished. Throws an AppError (404) for an unknown one. */
export async function readWhatIf(
  context: Context,
  { params }: RouteChecked<typeof routes.whatIf>,
): Promise<RouteAnswer<typeof routes.whatIf>> {
  return presentWhatIf(await loadWhatIf(context, params.id), context.now)
}
