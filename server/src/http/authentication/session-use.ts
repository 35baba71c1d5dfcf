import { ROTATE_AFTER_MINUTES, ROTATION_GRACE_SECONDS } from '@despatch/domain/sign-in/sessions/limits'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Caller } from './open-session.ts'
import { hashToken, newToken } from './token.ts'

const MINUTE = 60_000

/** Records that a session is in use. */
export async function noteSessionUse(transaction: Transaction, sessionId: number, now: Date): Promise<void> {
  await transaction.write(unlocked(sessionId).set({ last_used_at: now }).where('last_used_at', '<', now))
}

/**
 * Replaces the token after half of the idle limit. Returns the new one, which goes out in the access_token header after the
 * commit. The old token works until a minute after the first use of the new one: an answer that never arrived must not end the
 * session, so a caller who still has only the old token gets another. If another call of the session is replacing it, this one
 * continues without waiting. Call it last: locking a user out locks the user first and then the sessions.
 */
export async function renewToken(
  transaction: Transaction,
  { sessionId, token: held }: Caller,
  now: Date,
): Promise<string | undefined> {
  if (!held) return undefined
  const { hash, issuedAt, isCurrent, isRenewalUnused: isUnused } = held
  const age = now.getTime() - issuedAt.getTime()
  const replace = (previous: { previous_token_hash?: Buffer; previous_valid_until?: string }) =>
    replaceToken(transaction, { sessionId, issuedAt, now }, previous)
  if (isCurrent && age > ROTATE_AFTER_MINUTES * MINUTE)
    return replace({ previous_token_hash: hash, previous_valid_until: 'infinity' })
  if (!isCurrent && isUnused && age > ROTATION_GRACE_SECONDS * 1000) return replace({})
  if (isCurrent && isUnused)
    await transaction.write(
      unlocked(sessionId).set({ previous_valid_until: new Date(now.getTime() + ROTATION_GRACE_SECONDS * 1000) }),
    )
  return undefined
}

async function replaceToken(
  transaction: Transaction,
  { sessionId, issuedAt, now }: { sessionId: number; issuedAt: Date; now: Date },
  previous: { previous_token_hash?: Buffer; previous_valid_until?: string },
): Promise<string | undefined> {
  const token = newToken()
  const replaced = await transaction.writeRow(
    unlocked(sessionId)
      .set({ ...previous, token_hash: hashToken(token), token_issued_at: now, last_used_at: now })
      // With the precision of a Date.
      .where(sql`date_trunc('milliseconds', token_issued_at)`, '=', issuedAt)
      .returning('session_id'),
  )
  // Of two calls at once, one replaces the token, and the other continues with the old one.
  return replaced && token
}

/** The session's row, unless another call has locked it: then the update is left to that call. */
function unlocked(sessionId: number) {
  return db
    .updateTable('sessions')
    .where('session_id', '=', (select) =>
      select.selectFrom('sessions').select('session_id').where('session_id', '=', sessionId).forUpdate().skipLocked(),
    )
}
