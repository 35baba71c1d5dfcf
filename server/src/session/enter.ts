import type { Act } from '@despatch/domain/activity/acts'
import type { PublicContext } from '../app/context.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import { seeClients } from './open-session.ts'
import { hashToken, newToken } from './token.ts'

type Who = { user_id: number; username: string; home_client: string }

/** Opens a session for a user who has given every proof there is to give. Gives its token. */
export async function enter(transaction: Transaction, user: Who, context: PublicContext): Promise<string> {
  const { now, address, browser } = context
  const token = newToken()
  await Promise.all([
    transaction.rows(
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
    transaction.rows(db.updateTable('users').set({ last_login: now }).where('user_id', '=', user.user_id)),
    auditOf(transaction, user, context, 'session.signed-in'),
  ])
  return token
}

/** Writes the audit row of what a user does before, or beside, being signed in: it is their first client's to see. */
export async function auditOf(
  transaction: Transaction,
  user: Who,
  context: PublicContext,
  act: Act,
  after?: unknown,
): Promise<void> {
  await Promise.all([
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
