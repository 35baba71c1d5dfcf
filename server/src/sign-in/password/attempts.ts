import { createHash } from 'node:crypto'
import {
  FREE_FAILURES_EVERYWHERE,
  FREE_FAILURES_OF_A_NAME,
  FREE_NAMES_OF_A_NETWORK,
  lockoutSeconds,
  NAME_FORGETS_MINUTES,
  NETWORK_FORGETS_MINUTES,
} from '@despatch/domain/sign-in/password/lockout'
import { sql } from 'kysely'
import { AppError } from '../../process/app-error.ts'
import { fixed, prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { SignInPlace } from './sign-in-place.ts'

/**
 * An attempt to sign in, to give a code, or to ask for a mailed link. `name` is the username as typed or, for codes,
 * the id of the user who is known by then. Failures at a known device have their own counter. Failures at unknown
 * devices are counted per name and network, per name over all networks, and as the number of names that failed per
 * network.
 */
export type Attempt = SignInPlace & {
  readonly kind: 'password' | 'code' | 'reset'
  readonly name: string
  /** The user with this name, if there is one. Administrators see that user's blocks. */
  readonly userId: number | undefined
}

/**
 * A counter of failures. It is stored under a hash, because people sometimes type their password into the name field.
 * Counters of scope 'shopper' belong to orders that shoppers look up; administrators do not see them.
 */
export type Counter = {
  readonly subject: Buffer
  readonly scope: 'network' | 'device' | 'everywhere' | 'names' | 'shopper'
  readonly free: number
  readonly forgetsMinutes: number
}

const NAME_LIMITS = { free: FREE_FAILURES_OF_A_NAME, forgetsMinutes: NAME_FORGETS_MINUTES }

/** The hash under which a counter is stored. */
export const counterKey = (...parts: string[]) => createHash('sha256').update(parts.join('\n').toLowerCase()).digest()

/** The counter of a name at one network, or at a device known to be its owner's. */
function ownCounter({ kind, name, network, device }: Attempt): Counter {
  return device
    ? { subject: counterKey(kind, 'device', name, device.toString('hex')), scope: 'device', ...NAME_LIMITS }
    : { subject: counterKey(kind, 'network', name, network), scope: 'network', ...NAME_LIMITS }
}

/**
 * The counter of a name over all networks. Undefined for a known device and for a network that the user has signed in
 * from: both stay open while strangers attack the name. Requests for mail are limited by the number of open links
 * instead.
 */
function everywhereCounter({ kind, name, device, isKnownNetwork }: Attempt): Counter | undefined {
  if (device || isKnownNetwork || kind === 'reset') return undefined
  const subject = counterKey(kind, 'everywhere', name)
  return { subject, scope: 'everywhere', free: FREE_FAILURES_EVERYWHERE, forgetsMinutes: NAME_FORGETS_MINUTES }
}

/**
 * The counter of names that failed from a network. Codes have none: they come after the right password.
 */
function namesCounter({ kind, network, device }: Attempt): Counter | undefined {
  if (device || kind === 'code') return undefined
  const subject = counterKey(kind, 'names', network)
  return { subject, scope: 'names', free: FREE_NAMES_OF_A_NETWORK, forgetsMinutes: NETWORK_FORGETS_MINUTES }
}

/** Long past instead of now, because requests may be processed out of order. */
const NOT_BLOCKED = new Date(0)

/**
 * Counts an attempt as a failure before it is checked, so that simultaneous attempts cannot evade the limit; {@link
 * clearAttempt} undoes it on success. Returns whether it is the first failure of its name at this network, for {@link
 * countFailedName}. Throws an AppError (429), and counts nothing, while the name must wait.
 */
export async function countAttempt(
  transaction: Transaction,
  attempt: Attempt,
  now: Date,
): Promise<{ isFirst: boolean }> {
  const names = namesCounter(attempt)
  if (names && !attempt.isKnownNetwork) await refuseBlocked(transaction, names, now)
  const failures = await countFailure(transaction, ownCounter(attempt), attempt, now)
  const everywhere = everywhereCounter(attempt)
  if (everywhere) await countFailure(transaction, everywhere, attempt, now)
  return { isFirst: failures === 1 }
}

/**
 * Counts a name that failed from its network, once per name: fifty failures of one colleague must not block the others.
 * Call it in a transaction of its own, after the attempt: otherwise everyone who signs in from an office would queue
 * for one row.
 */
export async function countFailedName(
  transaction: Transaction,
  attempt: Attempt,
  { isFirst, now }: { isFirst: boolean; now: Date },
): Promise<void> {
  const names = namesCounter(attempt)
  if (names && isFirst) await countFailure(transaction, names, { ...attempt, userId: undefined }, now)
}

/** Clears the failures of an attempt that succeeded. Of shared counters it undoes only its own failure. */
export async function clearAttempt(transaction: Transaction, attempt: Attempt): Promise<void> {
  const own = await transaction.writeRow(
    db.deleteFrom('sign_in_failures').where('subject', '=', ownCounter(attempt).subject).returning('failures'),
  )
  const everywhere = everywhereCounter(attempt)
  if (everywhere) await undoFailureAndWait(transaction, everywhere)
  const names = namesCounter(attempt)
  if (names && (own?.failures ?? 0) > 1) await undoFailure(transaction, names)
}

/** The facts that are stored with a counter. */
type CounterFacts = { readonly kind: string; readonly userId: number | undefined; readonly network: string }

/** Stores a network readably, for administrators, unless that would reveal a name that no user has. */
const readableNetwork = ({ scope }: Counter, { userId, network }: CounterFacts) =>
  scope === 'names' || (scope === 'network' && userId !== undefined) ? network : ''

/** Adds a failure and returns the new number. Throws an AppError (429) while the counter blocks. */
export async function countFailure(
  transaction: Transaction,
  counter: Counter,
  attempt: CounterFacts,
  now: Date,
): Promise<number> {
  const { subject, scope, free, forgetsMinutes } = counter
  const { kind, userId } = attempt
  // Not negative: of two simultaneous requests the older one may be counted second.
  const forgotten = sql`greatest(floor(extract(epoch from ${now}::timestamptz - f.last_failed_at) / ${forgetsMinutes * 60}), 0)::int`
  const counted = await transaction.writeRow(
    prepared(
      sql<{ failures: number; blocked_until: Date }>`
      insert into sign_in_failures as f (
        subject, kind, scope, user_id, network, failures, first_failed_at, last_failed_at, blocked_until
      )
      values (
        ${subject}, ${kind}, ${scope}, ${userId ?? null}, ${readableNetwork(counter, attempt)}, 1,
        ${now}, ${now}, ${NOT_BLOCKED}
      )
      on conflict (subject) do update
        set failures = case when f.blocked_until > ${now} then f.failures else greatest(f.failures - ${forgotten}, 0) + 1 end,
            -- Networks that were counted before their names were kept have none.
            network = excluded.network,
            first_failed_at = case when f.failures <= ${forgotten} and f.blocked_until <= ${now} then ${now} else f.first_failed_at end,
            -- Left where it is until one is forgotten, or steady traffic would keep all of them.
            last_failed_at = case when ${forgotten} > 0 then ${now} else f.last_failed_at end
      returning failures, blocked_until`.compile(db),
    ),
  )
  if (!counted) throw new Error('A failure was counted and did not come back')
  if (counted.blocked_until > now) throw waitUntil(counted.blocked_until, now)
  const wait = lockoutSeconds(counted.failures, free)
  if (wait)
    await transaction.write(
      db
        .updateTable('sign_in_failures')
        .set({ blocked_until: new Date(now.getTime() + wait * 1000) })
        .where('subject', '=', subject),
    )
  return counted.failures
}

/** Undoes one failure of a shared counter. */
export async function undoFailure(
  transaction: Transaction,
  { subject }: Counter,
  also: { blocked_until?: Date } = {},
): Promise<void> {
  await transaction.write(
    db
      .updateTable('sign_in_failures')
      .set({ failures: sql<number>`greatest(failures - 1, 0)`, ...also })
      .where('subject', '=', subject),
  )
}

/** Undoes one failure and the wait that it may have begun, for an attempt that succeeded. */
export const undoFailureAndWait = (transaction: Transaction, counter: Counter): Promise<void> =>
  undoFailure(transaction, counter, { blocked_until: NOT_BLOCKED })

/** Throws an AppError (429) while a counter blocks. */
export async function refuseBlocked(transaction: Transaction, { subject }: Counter, now: Date): Promise<void> {
  const blocked = await transaction.row(blockedUntil(subject, now))
  if (blocked) throw waitUntil(blocked.blocked_until, now)
}

const blockedUntil = fixed((subject: Buffer, now: Date) =>
  db
    .selectFrom('sign_in_failures')
    .select('blocked_until')
    .where('subject', '=', subject)
    .where('blocked_until', '>', now)
    .compile(),
)

/** Commits without waiting for the disk. Only for transactions that count: losing a count in a crash is harmless. */
export async function commitWithoutFlush(transaction: Transaction): Promise<void> {
  await transaction.write(sql`set local synchronous_commit = off`.compile(db))
}

function waitUntil(until: Date, now: Date): AppError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  return new AppError(
    'too_many_attempts',
    `Too many attempts. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    { retryAfterSeconds: seconds },
  )
}
