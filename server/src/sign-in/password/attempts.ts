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
 * An attempt to sign in or to be mailed a link. `name` is the username as typed; for the codes of a user, who is known by
 * then, the id. A known device is counted by itself. Unknown ones are counted by name and network, by name from
 * everywhere, and by how many names fail from their network.
 */
export type Attempt = SignInPlace & {
  readonly kind: 'password' | 'code' | 'reset'
  readonly name: string
  /** Of the user who has the name, if any: administrators see where it has to wait. */
  readonly userId: number | undefined
}

/**
 * Each counter is kept under a hash: what is typed into the name field is now and then a password. Those of 'shopper' are
 * of orders that shoppers name, and no administrator's business.
 */
export type Counter = {
  readonly subject: Buffer
  readonly scope: 'network' | 'device' | 'everywhere' | 'names' | 'shopper'
  readonly free: number
  readonly forgetsMinutes: number
}

const OF_A_NAME = { free: FREE_FAILURES_OF_A_NAME, forgetsMinutes: NAME_FORGETS_MINUTES }

/** What a counter is kept under, of what it counts. */
export const subjectOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n').toLowerCase()).digest()

/** The counter of a name at its network, or at a device that is known to be its owner's. */
function ownCounter({ kind, name, network, device }: Attempt): Counter {
  return device
    ? { subject: subjectOf(kind, 'device', name, device.toString('hex')), scope: 'device', ...OF_A_NAME }
    : { subject: subjectOf(kind, 'network', name, network), scope: 'network', ...OF_A_NAME }
}

/**
 * The counter of a name over all networks; undefined where it binds nobody: a known device, and a network that the user
 * signs in from, are let through when strangers attack the name. Asking for mail has another bound, its open links.
 */
function everywhereCounter({ kind, name, device, isKnownNetwork }: Attempt): Counter | undefined {
  if (device || isKnownNetwork || kind === 'reset') return undefined
  const subject = subjectOf(kind, 'everywhere', name)
  return { subject, scope: 'everywhere', free: FREE_FAILURES_EVERYWHERE, forgetsMinutes: NAME_FORGETS_MINUTES }
}

/** The counter of the names that fail from a network. Codes have none: who gives one has given a right password. */
function namesCounter({ kind, network, device }: Attempt): Counter | undefined {
  if (device || kind === 'code') return undefined
  const subject = subjectOf(kind, 'names', network)
  return { subject, scope: 'names', free: FREE_NAMES_OF_A_NETWORK, forgetsMinutes: NETWORK_FORGETS_MINUTES }
}

/** Not this moment: a request that is a moment older would seem to come too early. */
const NOT_BLOCKED = new Date(0)

/**
 * Counts an attempt before it is judged, and {@link forgetAttempt} takes it back when it is right: attempts at once cannot
 * slip by together. Throws an AppError (429) while it has to wait; then nothing is counted. Gives whether it is the first of
 * its name at this network, for {@link countFailedName}.
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
 * Counts a name that failed from its network, once: fifty failures of one colleague must not keep the others out. In a
 * transaction of its own, afterwards: everyone who signs in from an office would otherwise queue for its one row.
 */
export async function countFailedName(
  transaction: Transaction,
  attempt: Attempt,
  { isFirst, now }: { isFirst: boolean; now: Date },
): Promise<void> {
  const names = namesCounter(attempt)
  if (names && isFirst) await countFailure(transaction, names, { ...attempt, userId: undefined }, now)
}

/** Forgets what went wrong where an attempt was right. Of the counters that others share it takes back its own part alone. */
export async function forgetAttempt(transaction: Transaction, attempt: Attempt): Promise<void> {
  const own = await transaction.writeRow(
    db.deleteFrom('sign_in_failures').where('subject', '=', ownCounter(attempt).subject).returning('failures'),
  )
  const everywhere = everywhereCounter(attempt)
  if (everywhere) await takeBackWait(transaction, everywhere)
  const names = namesCounter(attempt)
  if (names && (own?.failures ?? 0) > 1) await takeBack(transaction, names)
}

/** What is kept beside a counter. */
type Counted = { readonly kind: string; readonly userId: number | undefined; readonly network: string }

/** A network is kept readable where it tells nothing of a name that nobody has: administrators see it. */
const readableNetwork = ({ scope }: Counter, { userId, network }: Counted) =>
  scope === 'names' || (scope === 'network' && userId !== undefined) ? network : ''

/** Counts one failure more. Gives how many there are now. Throws an AppError (429) while the counter has to wait. */
export async function countFailure(
  transaction: Transaction,
  counter: Counter,
  attempt: Counted,
  now: Date,
): Promise<number> {
  const { subject, scope, free, forgetsMinutes } = counter
  const { kind, userId } = attempt
  // At least none: of two requests that come together, the older one may be counted second.
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

/** Takes back one failure of a counter that others share. */
export async function takeBack(
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

/** The same of who was let in: they had nothing to wait for, so the wait that the attempt itself began ends as well. */
export const takeBackWait = (transaction: Transaction, counter: Counter): Promise<void> =>
  takeBack(transaction, counter, { blocked_until: NOT_BLOCKED })

/** Throws an AppError (429) while a counter has to wait. */
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

/** Lets a transaction that only counts go on without waiting for the disk: a count that a crash takes back harms nobody. */
export async function countLightly(transaction: Transaction): Promise<void> {
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
