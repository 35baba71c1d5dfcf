import type { session as routes } from '@despatch/contract/session/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { audit } from '../audit/write-audit.ts'
import type { Context } from '../app/context.ts'
import { Refusal } from '../app/refusal.ts'
import { db } from '../database/sql.ts'

/** Ends the caller's own session. Another user's is the administrators' to end, and comes with user administration. */
export async function signOut(
  context: Context,
  { params }: RouteChecked<typeof routes.signOut>,
): Promise<RouteAnswer<typeof routes.signOut>> {
  if (params.id !== String(context.caller.userId)) throw new Refusal('not_found', 'There is no such session of yours.')
  await context.transaction.rows(db.deleteFrom('sessions').where('session_id', '=', context.caller.sessionId))
  await audit(context, { clientCode: null, act: 'session.signed-out', object: `user ${context.caller.username}` })
  return { message: 'You are signed out.' }
}
