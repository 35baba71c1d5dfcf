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

type Who = { user_id: number; username: string; home_client: string }

/**
 * Holds a user whose password was judged before this transaction, until it ends: anyone who changes them waits, and then ends
 * what comes of it. False where the password was changed, or the user locked or deactivated, in between. First of all in
 * the transaction, as where users are changed: else one would wait for the other.
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

/** What is said where {@link holdUser} says false. */
export const changedMeanwhile = () =>
  new AppError('session_expired', 'Your password or your access was changed just now. Sign in again.')

/**
 * Opens a session for a user who is held and has given every proof there is to give. Gives its token and, to a browser that
 * sent a `device`, what it is to send next time. `after` is what the audit says of it. The user's sessions that were not
 * used for longest make room.
 */
export async function enter(
  transaction: Transaction,
  user: Who,
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
    auditOf(transaction, user, context, 'session.signed-in', after),
  ])
  await endOldestSessions(transaction, user.user_id)
  return { token, device: remembered }
}

/** Writes the audit row of what a user does before, or beside, being signed in: it is their first client's to see. */
export async function auditOf(
  transaction: Transaction,
  user: Who,
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
