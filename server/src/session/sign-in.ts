import { createHash } from 'node:crypto'
import type { session as routes } from '@despatch/contract/session/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import {
  ADDRESS_FORGETS_MINUTES,
  FREE_FAILURES_OF_A_NAME,
  FREE_FAILURES_OF_AN_ADDRESS,
  lockoutSeconds,
  NAME_FORGETS_MINUTES,
} from '@despatch/domain/session/lockout'
import { sql } from 'kysely'
import { writeAudit } from '../audit/write-audit.ts'
import type { PublicContext } from '../app/context.ts'
import { Refusal } from '../app/refusal.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import { isPassword } from './password.ts'
import { userByName } from './queries.ts'
import { hashToken, newToken } from './token.ts'

const WRONG = 'The username or the password is not right.'

/** Kept as a hash: what is typed into the name field is now and then a password. */
const subjectOf = (kind: string, text: string) => createHash('sha256').update(`${kind}\n${text.toLowerCase()}`).digest()

/**
 * Signs a user in: specification 4. A wrong name and a wrong password answer alike and take as long. After a few
 * failures a name (and, much later, an address) waits for a rising time, whether it exists or not.
 */
export async function signIn(
  context: PublicContext,
  { body }: RouteChecked<typeof routes.signIn>,
): Promise<RouteAnswer<typeof routes.signIn>> {
  const name = {
    subject: subjectOf('name', body.username),
    free: FREE_FAILURES_OF_A_NAME,
    forgetsMinutes: NAME_FORGETS_MINUTES,
  }
  const address = {
    subject: subjectOf('address', context.address),
    free: FREE_FAILURES_OF_AN_ADDRESS,
    forgetsMinutes: ADDRESS_FORGETS_MINUTES,
  }
  // Counted before the password is looked at, and given back when it is right: attempts at once cannot slip by together.
  await context.inTransaction((transaction) => countAttempt(transaction, [name, address], context.now))
  const user = await context.inTransaction((transaction) => transaction.row(userByName(body.username)))
  const right = await isPassword(body.password, user?.password_hash)
  if (!user || !right || !user.active || !user.role_active) throw new Refusal('sign_in_failed', WRONG)

  const token = newToken()
  await context.inTransaction(async (transaction) => {
    await transaction.rows(db.deleteFrom('sign_in_failures').where('subject', '=', name.subject))
    // One good account must not clear the way for guessing others from the same address: only this attempt is given back.
    await transaction.rows(
      db
        .updateTable('sign_in_failures')
        .set((set) => ({ failures: set('failures', '-', 1), blocked_until: context.now }))
        .where('subject', '=', address.subject),
    )
    await transaction.rows(
      db.insertInto('sessions').values({
        user_id: user.user_id,
        token_hash: hashToken(token),
        token_issued_at: context.now,
        created_at: context.now,
        last_used_at: context.now,
      }),
    )
    await transaction.rows(db.updateTable('users').set({ last_login: context.now }).where('user_id', '=', user.user_id))
    await writeAudit(transaction, {
      context,
      clientCode: null,
      userId: user.user_id,
      byName: user.username,
      act: 'session.signed-in',
      object: `user ${user.username}`,
    })
  })
  return {
    _id: String(user.user_id),
    access_token: token,
    isTemporaryPasswordReset: !user.is_temporary_password,
    mfa_required: false,
    otp_enabled: false,
    otp_verified: false,
  }
}

async function countAttempt(
  transaction: Transaction,
  subjects: { subject: Buffer; free: number; forgetsMinutes: number }[],
  now: Date,
): Promise<void> {
  for (const { subject, free, forgetsMinutes } of subjects) {
    const forgotten = sql`floor(extract(epoch from ${now}::timestamptz - f.last_failed_at) / ${forgetsMinutes * 60})::int`
    const counted = await transaction.row(
      sql<{ failures: number; blocked_until: Date }>`
        insert into sign_in_failures as f (subject, failures, last_failed_at, blocked_until)
        values (${subject}, 1, ${now}, ${now})
        on conflict (subject) do update
          set failures = case when f.blocked_until > ${now} then f.failures else greatest(f.failures - ${forgotten}, 0) + 1 end,
              -- Left where it is until one is forgotten, or steady traffic would keep all of them.
              last_failed_at = case when ${forgotten} > 0 then ${now} else f.last_failed_at end
        returning failures, blocked_until`.compile(db),
    )
    if (counted && counted.blocked_until > now) {
      const seconds = Math.ceil((counted.blocked_until.getTime() - now.getTime()) / 1000)
      throw new Refusal(
        'too_many_attempts',
        `Too many attempts. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
        { retryAfterSeconds: seconds },
      )
    }
    const wait = lockoutSeconds(counted?.failures ?? 0, free)
    if (wait)
      await transaction.rows(
        db
          .updateTable('sign_in_failures')
          .set({ blocked_until: new Date(now.getTime() + wait * 1000) })
          .where('subject', '=', subject),
      )
  }
}
