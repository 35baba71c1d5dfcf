import { MAX_SESSIONS_OF_A_USER } from '@despatch/domain/sign-in/sessions/limits'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/**
 * Ends all sessions and sign-in steps of a user; their next calls answer 401. The session `except` stays, for users who
 * change their own password. Returns the number of sessions ended.
 */
export async function endSessions(
  transaction: Transaction,
  userId: number,
  { except }: { except?: number | undefined } = {},
): Promise<number> {
  const [ended] = await Promise.all([
    transaction.write(
      db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('session_id', '<>', except ?? 0)
        .returning('session_id'),
    ),
    transaction.write(db.deleteFrom('sign_in_steps').where('user_id', '=', userId)),
  ])
  return ended.length
}

/** Ends the least recently used sessions of a user beyond the limit per user. */
export async function endOldestSessions(transaction: Transaction, userId: number): Promise<void> {
  await transaction.write(
    sql`
      delete from sessions where session_id in (
        select session_id from sessions where user_id = ${userId}
        order by last_used_at desc, session_id desc offset ${MAX_SESSIONS_OF_A_USER}
      )`.compile(db),
  )
}
