import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { keptWhatIf, presentWhatIf } from './what-if-present.ts'

/** How far a what-if is, and what it comes to once it is done. Throws an AppError (404). */
export async function whatIf(
  context: Context,
  { params }: RouteChecked<typeof routes.whatIf>,
): Promise<RouteAnswer<typeof routes.whatIf>> {
  return presentWhatIf(await keptWhatIf(context, params.id), context.now)
}
