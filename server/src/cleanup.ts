import { KNOWN_DEVICE_DAYS, KNOWN_NETWORK_DAYS } from '@despatch/domain/sign-in/password/lockout'
import { ABSOLUTE_HOURS } from '@despatch/domain/sign-in/sessions/limits'
import { SIGN_IN_MINUTES } from '@despatch/domain/sign-in/two-factor/second-factor'
import { DRAFT_HOURS } from '@despatch/domain/returns/shoppers-page/shopper-answer'
import { KEEP_DELIVERIES_DAYS } from '@despatch/domain/feeds/webhooks/retry'
import { sql } from 'kysely'
import type { Database } from './database/database.ts'
import { db } from './database/sql.ts'
import type { Query } from './database/transaction.ts'
import { retryOnDeadlock } from './database/retry-on-deadlock.ts'
import { deleteOldComments } from './returns/shoppers-page/delete-old-comments.ts'

const HOUR = 3_600_000
const KEEP_KEYS_HOURS = 7 * 24
const KEEP_FAILURES_HOURS = 24

const KEEP_PROGRESS_HOURS = 24
/** Anyone who asks what became of a command does it soon; each order's history stays. */
const KEEP_RECEIPTS_HOURS = 30 * 24
/** A hundred thousand moves are some hundred megabytes. */
const KEEP_WHAT_IFS_HOURS = 7 * 24
/** What was asked for stays in the list of one's files; the file itself goes after a day. */
const KEEP_EXPORTS_HOURS = 7 * 24
const KEEP_EXPORT_FILES_HOURS = 26
/** What the bell told: anyone who was away for a season reads the orders themselves. */
const KEEP_NOTICES_HOURS = 90 * 24
/** Who fed a file a year ago is asked of the orders, if at all. */
const KEEP_FEED_RUNS_HOURS = 400 * 24

/** Rows that are removed in one transaction: a busy hour leaves more than one statement has the time for. */
const PIECE = 5000
/** What-ifs, each of which takes its moves with it. */
const FEW = 10

/** What is removed so many hours after a moment that its row names. */
const OLD = [
  { table: 'sessions', since: 'created_at', hours: 2 * ABSOLUTE_HOURS },
  { table: 'sign_in_steps', since: 'created_at', hours: SIGN_IN_MINUTES / 60 },
  { table: 'password_links', since: 'expires_at', hours: 0 },
  { table: 'work_progress', since: 'at', hours: KEEP_PROGRESS_HOURS },
  { table: 'order_commands', since: 'at', hours: KEEP_RECEIPTS_HOURS },
  { table: 'order_receipts', since: 'at', hours: KEEP_RECEIPTS_HOURS },
  { table: 'what_ifs', since: 'at', hours: KEEP_WHAT_IFS_HOURS, piece: FEW },
  { table: 'return_tries', since: 'at', hours: KEEP_WHAT_IFS_HOURS },
  { table: 'export_pieces', since: 'stored_at', hours: KEEP_EXPORT_FILES_HOURS, piece: 100 },
  { table: 'export_jobs', since: 'asked_at', hours: KEEP_EXPORTS_HOURS },
  { table: 'power_bi_exports', since: 'asked_at', hours: KEEP_EXPORTS_HOURS },
  { table: 'user_notices', since: 'at', hours: KEEP_NOTICES_HOURS },
  { table: 'feed_runs', since: 'started_at', hours: KEEP_FEED_RUNS_HOURS },
  { table: 'webhook_deliveries', since: 'queued_at', hours: 24 * KEEP_DELIVERIES_DAYS },
  { table: 'shopper_drafts', since: 'made_at', hours: DRAFT_HOURS },
  { table: 'return_photos', since: 'delete_at', hours: 0, piece: 100 },
  { table: 'idempotency_keys', since: 'created_at', hours: KEEP_KEYS_HOURS },
  { table: 'sign_in_failures', since: 'last_failed_at', hours: KEEP_FAILURES_HOURS },
  { table: 'known_devices', since: 'last_used_at', hours: 24 * KNOWN_DEVICE_DAYS },
  { table: 'known_networks', since: 'last_used_at', hours: 24 * KNOWN_NETWORK_DAYS },
] as const

/**
 * Removes what has run out: sessions past their limit, sign-ins that were not finished, links, old idempotency keys,
 * forgotten sign-in failures, browsers and networks that nobody signed in from for months, how far work has come that is long done, receipts of commands that are a month old, what-ifs,
 * deliveries to webhooks with their tries, and keys and secrets of before they were replaced.
 */
export async function removeExpired(database: Database, now: Date): Promise<void> {
  // Each in transactions of its own: nobody waits for the next while holding what is gone of the one before.
  const inOwnTransaction = <Row>(query: Query<Row>) =>
    retryOnDeadlock(() =>
      database.transaction(async (transaction) => {
        await transaction.rows(
          // Keys of calls for no client are kept under ''.
          sql`select set_config('app.clients', (select array_append(array_agg(client_code), '')::text from clients), true)`.compile(
            db,
          ),
        )
        return transaction.write(query)
      }),
    )
  for (const { table, since, hours, ...of } of OLD) {
    const piece = 'piece' in of ? of.piece : PIECE
    const before = new Date(now.getTime() - hours * HOUR)
    while ((await inOwnTransaction(firstRemoved(table, since, before, piece))).length === piece);
  }
  while ((await inOwnTransaction(deleteOldComments(now, PIECE))).length === PIECE);
  await inOwnTransaction(sql<object>`select tidy_work_counts()`.compile(db))
  await inOwnTransaction(
    db.updateTable('webhooks').set({ old_secret: null, old_secret_until: null }).where('old_secret_until', '<', now),
  )
  await inOwnTransaction(
    db.updateTable('api_keys').set({ old_token_hash: null, old_token_until: null }).where('old_token_until', '<', now),
  )
}

/** Removes the first rows of a table from before a moment, at most so many. Gives as many as it removed. */
function firstRemoved(table: string, since: string, before: Date, most: number) {
  const isOld = sql`${sql.ref(since)} < ${before}`
  // Asked again of each: one that someone has just changed, as a delivery that is to go again, is no longer old.
  return sql<object>`
    delete from ${sql.table(table)}
    where ctid = any (array(select ctid from ${sql.table(table)} where ${isOld} limit ${most})) and ${isOld}
    returning 1`.compile(db)
}
