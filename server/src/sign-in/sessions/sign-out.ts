import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { mayCall } from '@despatch/contract/route/may-call'
import { visibilityOfRole } from '@despatch/domain/administration/clients/visibility'
import { giveRoleProblem } from '@despatch/domain/administration/roles/granting'
import { audit } from '../../audit/write-audit.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { granterOf, hasOnlyOwnClients, isVisible } from './visible-users.ts'
import { endSessions } from './end-sessions.ts'
import { clientsOpenTo, seeClients } from '../../http/authentication/open-session.ts'
import { userOfId } from '../../http/authentication/queries.ts'

const ADMINISTERS = {
  edits: [
    'setUpAndControl.userAdministration.multipleUsers.userLoginStatus',
    'setUpAndControl.userAdministration.manageUsers',
  ],
} as const

/**
 * Specification 7, `GET /api/users/logout/{id}`. With the caller's own id it ends the session of the token, or another
 * named one of the caller's. With another id an administrator ends all of that user's sessions, or the one named.
 * Throws an AppError: 404 for a user that the caller cannot see and for an unknown session, 403 without the permission
 * or if the user holds more.
 */
export async function signOut(
  context: Context,
  { params, query }: RouteChecked<typeof routes.signOut>,
): Promise<RouteAnswer<typeof routes.signOut>> {
  const named = query.session === undefined ? undefined : Number(query.session)
  return params.id === String(context.caller.userId)
    ? endOwn(context, named ?? context.caller.sessionId)
    : endOthers(context, params.id, named)
}

async function endOwn(context: Context, sessionId: number): Promise<{ message: string }> {
  const { userId, sessionId: present } = context.caller
  await endNamed(context, userId, sessionId)
  const isPresent = sessionId === present
  await auditEnd(context, userId, isPresent ? 'session.signed-out' : 'session.ended')
  return { message: isPresent ? 'You are signed out.' : 'Session ended.' }
}

async function endOthers(context: Context, id: string, named: number | undefined): Promise<{ message: string }> {
  const { caller, transaction } = context
  const openClients = clientsOpenTo(ADMINISTERS, caller)
  if (openClients ? openClients.length === 0 : !mayCall(ADMINISTERS, caller.permissions))
    throw new AppError('unauthorized_access', 'You can’t end another user’s session. Ask an administrator.')
  const asking = { caller: { ...caller, isForAll: true, openClients }, clients: openClients ?? [] }
  const user = /^[1-9]\d{0,14}$/.test(id)
    ? await transaction.row(
        db
          .selectFrom('users')
          .innerJoin('roles', 'roles.role_id', 'users.role_id')
          .select([
            'user_id',
            'username',
            'role_type',
            'roles.client_code',
            'permissions',
            'visibility',
            hasOnlyOwnClients(asking).as('is_own'),
          ])
          .where('user_id', '=', Number(id))
          .where(isVisible(asking)),
      )
    : undefined
  if (!user) throw new AppError('not_found', 'User not found.')
  const role = {
    type: user.role_type,
    client: user.client_code,
    permissions: user.permissions,
    sees: visibilityOfRole(user.visibility),
  }
  const why = user.is_own
    ? giveRoleProblem(role, granterOf(caller))
    : 'This user belongs as well to other clients, where you may not do this'
  if (why) throw new AppError('unauthorized_access', `You can’t end the sessions of ${user.username}. ${why}.`)

  const ended = named === undefined ? await endSessions(transaction, user.user_id) : 1
  if (named !== undefined) await endNamed(context, user.user_id, named)
  await auditEnd(context, user.user_id, 'session.ended', { sessions: ended })
  return { message: ended === 0 ? `${user.username} was not signed in.` : `${user.username} is signed out.` }
}

async function endNamed({ transaction }: Context, userId: number, sessionId: number): Promise<void> {
  const ended = await transaction.writeRow(
    db.deleteFrom('sessions').where('user_id', '=', userId).where('session_id', '=', sessionId).returning('session_id'),
  )
  if (!ended) throw new AppError('not_found', 'Session not found. It may have ended already.')
}

/** Audits the end of sessions, under the first client of their user. */
export async function auditEnd(
  context: Context,
  userId: number,
  act: 'session.signed-out' | 'session.ended',
  after?: unknown,
): Promise<void> {
  const user = await context.transaction.row(userOfId(userId))
  const clientCode = user?.home_client ?? ''
  await seeClients(context.transaction, [clientCode])
  await audit(context, { clientCode, act, object: `user ${user?.username}`, record: `user:${userId}`, after })
}
