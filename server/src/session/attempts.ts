import { createHash } from 'node:crypto'
import {
  ADDRESS_FORGETS_MINUTES,
  FREE_FAILURES_OF_A_NAME,
  FREE_FAILURES_OF_AN_ADDRESS,
  lockoutSeconds,
  NAME_FORGETS_MINUTES,
} from '@despatch/domain/session/lockout'
import { sql } from 'kysely'
import { Refusal } from '../app/refusal.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/** What attempts are counted by. Kept as a hash: what is typed into the name field is now and then a password. */
type Counted = { subject: Buffer; free: number; forgetsMinutes: number }

const subjectOf = (kind: string, text: string) => createHash('sha256').update(`${kind}\n${text.toLowerCase()}`).digest()

const byName = (kind: string, text: string): Counted => ({
  subject: subjectOf(kind, text),
  free: FREE_FAILURES_OF_A_NAME,
  forgetsMinutes: NAME_FORGETS_MINUTES,
})
const byAddress = (kind: string, address: string): Counted => ({
  subject: subjectOf(kind, address),
  free: FREE_FAILURES_OF_AN_ADDRESS,
  forgetsMinutes: ADDRESS_FORGETS_MINUTES,
})

/** Passwords tried for a name, whoever tries them; and from an address, whatever the name. */
export const passwordsOf = (username: string) => byName('name', username)
export const passwordsFrom = (address: string) => byAddress('address', address)
/** One-time and recovery codes tried for a user, over all their sign-ins: a new one must not bring new tries. */
export const codesOf = (userId: number) => byName('code', String(userId))
/** Mails asked for to choose a new password. */
export const resetsOf = (username: string) => byName('reset of name', username)
export const resetsFrom = (address: string) => byAddress('reset from address', address)

/** Not this moment: of two requests that come together, the one that is a moment older may be counted second. */
const NOT_BLOCKED = new Date(0)

/**
 * Counts an attempt. Before it is looked at, and given back when it is right: attempts at once cannot slip by together.
 * Throws a Refusal (429) while one of the subjects has to wait; then nothing is counted.
 */
export async function countAttempt(transaction: Transaction, subjects: Counted[], now: Date): Promise<void> {
  for (const { subject, free, forgetsMinutes } of subjects) {
    const forgotten = sql`floor(extract(epoch from ${now}::timestamptz - f.last_failed_at) / ${forgetsMinutes * 60})::int`
    const counted = await transaction.row(
      sql<{ failures: number; blocked_until: Date }>`
        insert into sign_in_failures as f (subject, failures, last_failed_at, blocked_until)
        values (${subject}, 1, ${now}, ${NOT_BLOCKED})
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

/** Forgets what went wrong at a name or a user's codes, now that one was right. */
export async function forgetAttempts(transaction: Transaction, { subject }: Counted): Promise<void> {
  await transaction.rows(db.deleteFrom('sign_in_failures').where('subject', '=', subject))
}

/** Gives one attempt back. One good account must not clear the way for guessing others from the same address. */
export async function giveBackAttempt(transaction: Transaction, { subject }: Counted): Promise<void> {
  await transaction.rows(
    db
      .updateTable('sign_in_failures')
      .set((set) => ({ failures: set('failures', '-', 1), blocked_until: NOT_BLOCKED }))
      .where('subject', '=', subject),
  )
}
