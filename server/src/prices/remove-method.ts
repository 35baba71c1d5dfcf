import type { prices as routes } from '@despatch/contract/prices/prices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { publish } from '../allocation/publish.ts'
import type { Context } from '../app/context.ts'
import { db } from '../database/sql.ts'
import { methodEndedDraft } from './price-drafts.ts'

/** Ends a method. Throws what {@link methodEndedDraft} and {@link publish} throw. */
export async function removeMethod(
  context: Context,
  input: RouteChecked<typeof routes.removeMethod>,
): Promise<RouteAnswer<typeof routes.removeMethod>> {
  // No fixed route may be added between looking for those that hold to it and ending it.
  await context.transaction.row(
    db.selectFrom('rule_book_heads').select('version').where('client_code', '=', context.client).forUpdate(),
  )
  return { ...(await publish(context, await methodEndedDraft(context, input))), message: DATA_DELETED }
}
