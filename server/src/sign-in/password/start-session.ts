import type { Act } from '@despatch/domain/administration/user-activity/acts'
import type { PublicContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { endOldestSessions } from '../sessions/end-sessions.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import { rememberPlace } from './sign-in-place.ts'
import { hashToken, newToken } from '../../http/authentication/token.ts'

type SessionUser = { user_id: number; username: string; home_client: string }

/**
 * Locks the row of a user whose password was checked before this transaction, so that changes to the user wait, and
 * then end the session that this transaction starts. Returns false if the password was changed, or the user locked or
 * deactivated, in between. Call it first in the transaction, because changes of users lock the user first as well.
 */
export async function holdUser(
  transaction: Transaction,
  { user_id, password_hash }: { user_id: number; password_hash: string },
): Promise<boolean> {
  const held = await transaction.row(
    db
      .selectFrom('users')
      .select('user_id')
      .where('user_id', '=', user_id)
      .where('password_hash', '=', password_hash)
      .where('active', '=', true)
      .where('locked', '=', false)
      .forNoKeyUpdate(),
  )
  return held !== undefined
}

/** The error after {@link holdUser} returned false. */
export const userChangedError = () =>
  new AppError('session_expired', 'Your password or access has changed. Sign in again.')

/**
 * Starts a session for a user who passed every step; {@link holdUser} must hold the user. Returns its token and, if the
 * browser sent a `device`, the secret that it must send next time. `after` goes into the audit row. Ends the user's
 * least recently used sessions beyond the limit.
 */
export async function startSession(
  transaction: Transaction,
  user: SessionUser,
  context: PublicContext,
  { device, after }: { device: string | undefined; after?: { by: 'recovery code' } | undefined },
): Promise<{ token: string; device: string | undefined }> {
  const { now, address, browser } = context
  const token = newToken()
  const remembered = await rememberPlace(transaction, user.user_id, device, context)
  await Promise.all([
    transaction.write(
      db.insertInto('sessions').values({
        user_id: user.user_id,
        token_hash: hashToken(token),
        token_issued_at: now,
        created_at: now,
        last_used_at: now,
        address,
        browser,
      }),
    ),
    transaction.write(db.updateTable('users').set({ last_login: now }).where('user_id', '=', user.user_id)),
    auditSignIn(transaction, user, context, 'session.signed-in', after),
  ])
  await endOldestSessions(transaction, user.user_id)
  return { token, device: remembered }
}

/** Audits an act of a user outside a session, under the user's first client. */
export async function auditSignIn(
  transaction: Transaction,
  user: SessionUser,
  context: PublicContext,
  act: Act,
  after?: unknown,
): Promise<void> {
  await inOrder([
    seeClients(transaction, [user.home_client]),
    writeAudit(transaction, {
      context,
      clientCode: user.home_client,
      userId: user.user_id,
      byName: user.username,
      act,
      object: `user ${user.username}`,
      record: `user:${user.user_id}`,
      after,
    }),
  ])
}
