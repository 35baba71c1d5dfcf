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
/** People ask about the result of a command soon; each order's history stays. */
const KEEP_RECEIPTS_HOURS = 30 * 24
/** A hundred thousand moves take some hundred megabytes. */
const KEEP_WHAT_IFS_HOURS = 7 * 24
/** Requests stay in the list of a user's files; the file itself is deleted after a day. */
const KEEP_EXPORTS_HOURS = 7 * 24
const KEEP_EXPORT_FILES_HOURS = 26
/** Notifications. After an absence of months one reads the orders themselves. */
const KEEP_NOTICES_HOURS = 90 * 24
/** After a year nobody asks who fed a file; the orders tell. */
const KEEP_FEED_RUNS_HOURS = 400 * 24

/** Rows deleted per transaction: after a busy hour there are more than one statement has time for. */
const PIECE = 5000
/** What-ifs are deleted with all their moves. */
const FEW = 10

/** Tables whose rows are deleted this many hours after the time in a column. */
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
 * Deletes expired rows: sessions, unfinished sign-ins, links, idempotency keys, sign-in failures, devices and networks not used
 * for months, progress of finished work, receipts, what-ifs, webhook deliveries with their attempts, and replaced keys and
 * secrets.
 */
export async function removeExpired(database: Database, now: Date): Promise<void> {
  // Delete in separate transactions so that locks are short.
  const inOwnTransaction = <Row>(query: Query<Row>) =>
    retryOnDeadlock(() =>
      database.transaction(async (transaction) => {
        await transaction.rows(
          // Keys of calls without a client are stored under ''.
          sql`select set_config('app.clients', (select array_append(array_agg(client_code), '')::text from clients), true)`.compile(
            db,
          ),
        )
        return transaction.write(query)
      }),
    )
  for (const { table, since, hours, ...options } of OLD) {
    const piece = 'piece' in options ? options.piece : PIECE
    const before = new Date(now.getTime() - hours * HOUR)
    while ((await inOwnTransaction(deleteOldest(table, since, before, piece))).length === piece);
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

/** Deletes at most `max` rows of a table from before a time. Returns a row for each. */
function deleteOldest(table: string, since: string, before: Date, max: number) {
  const isOld = sql`${sql.ref(since)} < ${before}`
  // Checked again for each row: one that was just changed, such as a delivery to be repeated, is no longer old.
  return sql<object>`
    delete from ${sql.table(table)}
    where ctid = any (array(select ctid from ${sql.table(table)} where ${isOld} limit ${max})) and ${isOld}
    returning 1`.compile(db)
}
