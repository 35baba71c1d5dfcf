import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { mayCall } from '@despatch/contract/route/may-call'
import type { Permission } from '@despatch/contract/route/route'
import { MAX_SESSIONS_OF_A_USER } from '@despatch/domain/sign-in/sessions/limits'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { isLive } from './live-session.ts'
import { isVisible } from './visible-users.ts'
import { clientsOpenTo } from '../../http/authentication/open-session.ts'
import { auditEnd } from './sign-out.ts'

const LOGIN_STATUS = 'setUpAndControl.userAdministration.multipleUsers.userLoginStatus'
/** One of these permissions is enough to see a user's sessions. */
const SUFFICIENT_PERMISSIONS: readonly Permission[] = [
  { reads: [LOGIN_STATUS] },
  { edits: ['setUpAndControl.userAdministration.manageUsers'] },
]

type SessionRow = { session_id: number; created_at: Date; last_used_at: Date; address: string; browser: string }

/** The sessions of the caller, or of another user whom the caller sees. Throws an AppError (403, 404) otherwise. */
export async function listSessions(
  context: Context,
  { query }: RouteChecked<typeof routes.sessions>,
): Promise<RouteAnswer<typeof routes.sessions>> {
  const { transaction, caller, now } = context
  const userId = query.user === undefined ? caller.userId : Number(query.user)
  if (userId !== caller.userId) await refuseUnseen(context, userId)
  const rows = await transaction.rows(
    sql<SessionRow>`
      select session_id, created_at, last_used_at, address, browser from sessions
      where user_id = ${userId} and ${isLive(now)}
      order by last_used_at desc, session_id desc limit ${MAX_SESSIONS_OF_A_USER}`.compile(db),
  )
  return {
    sessions: rows.map((row) => ({
      session: String(row.session_id),
      since: row.created_at.toISOString(),
      last_used: row.last_used_at.toISOString(),
      address: row.address,
      browser: row.browser,
      isOwn: row.session_id === caller.sessionId,
    })),
  }
}

async function refuseUnseen({ transaction, caller }: Context, userId: number): Promise<void> {
  const seenBy = SUFFICIENT_PERMISSIONS.map((permission) => {
    const clients = clientsOpenTo(permission, caller)
    return { clients, isOpen: clients ? clients.length > 0 : mayCall(permission, caller.permissions) }
  }).filter(({ isOpen }) => isOpen)
  if (seenBy.length === 0)
    throw new AppError('unauthorized_access', 'You may not see where another user is signed in. Ask an administrator.')
  const clients = [...new Set(seenBy.flatMap((way) => way.clients ?? []))]
  const seen = await transaction.row(
    db
      .selectFrom('users')
      .select('user_id')
      .where('user_id', '=', userId)
      .where(isVisible({ caller: { ...caller, isForAll: true }, clients })),
  )
  if (!seen) throw new AppError('not_found', 'User not found.')
}

/** Ends all of the caller's sessions except that of the call. */
export async function endOtherSessions(context: Context): Promise<RouteAnswer<typeof routes.endOtherSessions>> {
  const { userId, sessionId } = context.caller
  const ended = await context.transaction.write(
    db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('session_id', '<>', sessionId)
      .returning('session_id'),
  )
  await auditEnd(context, userId, 'session.ended', { sessions: ended.length })
  return {
    message: ended.length === 0 ? 'You weren’t signed in anywhere else.' : 'You are signed out everywhere else.',
    ended: ended.length,
  }
}
