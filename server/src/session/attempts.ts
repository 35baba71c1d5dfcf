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

/** Not this moment: a request that is a moment older would seem to come too early. */
const NOT_BLOCKED = new Date(0)

/**
 * Counts an attempt. Before it is looked at, and given back when it is right: attempts at once cannot slip by together.
 * Throws a Refusal (429) while one of the subjects has to wait; then nothing is counted.
 */
export async function countAttempt(transaction: Transaction, subjects: Counted[], now: Date): Promise<void> {
  for (const { subject, free, forgetsMinutes } of subjects) {
    // At least none: of two requests that come together, the older one may be counted second.
    const forgotten = sql`greatest(floor(extract(epoch from ${now}::timestamptz - f.last_failed_at) / ${forgetsMinutes * 60}), 0)::int`
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
    if (counted && counted.blocked_until > now) throw waitUntil(counted.blocked_until, now)
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

/**
 * Throws a Refusal (429) while a subject has to wait; counts nothing. For an address, of which only what fails is counted,
 * afterwards: everybody who signs in from an office would otherwise queue for its one row.
 */
export async function refuseBlocked(transaction: Transaction, { subject }: Counted, now: Date): Promise<void> {
  const blocked = await transaction.row(
    db
      .selectFrom('sign_in_failures')
      .select('blocked_until')
      .where('subject', '=', subject)
      .where('blocked_until', '>', now),
  )
  if (blocked) throw waitUntil(blocked.blocked_until, now)
}

/** Lets a transaction that only counts go on without waiting for the disk: a count that a crash takes back harms nobody. */
export async function countLightly(transaction: Transaction): Promise<void> {
  await transaction.rows(sql`set local synchronous_commit = off`.compile(db))
}

function waitUntil(until: Date, now: Date): Refusal {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  return new Refusal(
    'too_many_attempts',
    `Too many attempts. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    { retryAfterSeconds: seconds },
  )
}
