import { ABSOLUTE_HOURS } from '@despatch/domain/session/limits'
import { SIGN_IN_MINUTES } from '@despatch/domain/session/second-factor'
import { KEEP_DELIVERIES_DAYS } from '@despatch/domain/webhooks/retry'
import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { db } from '../database/sql.ts'
import { withPatience } from '../database/with-patience.ts'

const HOUR = 3_600_000
const KEEP_KEYS_HOURS = 7 * 24
const KEEP_FAILURES_HOURS = 24

const KEEP_PROGRESS_HOURS = 24
/** Whoever asks what became of a command does it soon; each order's history stays. */
const KEEP_RECEIPTS_HOURS = 30 * 24
/** A hundred thousand moves are some hundred megabytes. */
const KEEP_WHAT_IFS_HOURS = 7 * 24

/**
 * Removes what has run out: sessions past their limit, sign-ins that were not finished, links, old idempotency keys,
 * forgotten sign-in failures, how far work has come that is long done, receipts of commands that are a month old, what-ifs,
 * and keys and secrets of before they were replaced.
 */
export async function removeExpired(database: Database, now: Date): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR)
  // Each in a transaction of its own: nobody waits for the next while holding what is gone of the one before.
  for (const expired of [
    db.deleteFrom('sessions').where('created_at', '<', hoursAgo(2 * ABSOLUTE_HOURS)),
    db.deleteFrom('sign_in_steps').where('created_at', '<', hoursAgo(SIGN_IN_MINUTES / 60)),
    db.deleteFrom('password_links').where('expires_at', '<', now),
    db.deleteFrom('work_progress').where('at', '<', hoursAgo(KEEP_PROGRESS_HOURS)),
    db.deleteFrom('order_receipts').where('at', '<', hoursAgo(KEEP_RECEIPTS_HOURS)),
    db.deleteFrom('what_ifs').where('at', '<', hoursAgo(KEEP_WHAT_IFS_HOURS)),
    db.deleteFrom('webhook_deliveries').where('queued_at', '<', hoursAgo(24 * KEEP_DELIVERIES_DAYS)),
    db.updateTable('webhooks').set({ old_secret: null, old_secret_until: null }).where('old_secret_until', '<', now),
    db.updateTable('api_keys').set({ old_token_hash: null, old_token_until: null }).where('old_token_until', '<', now),
    db.deleteFrom('idempotency_keys').where('created_at', '<', hoursAgo(KEEP_KEYS_HOURS)),
    db.deleteFrom('sign_in_failures').where('last_failed_at', '<', hoursAgo(KEEP_FAILURES_HOURS)),
  ])
    await withPatience(() =>
      database.transaction(async (transaction) => {
        await transaction.rows(
          sql`select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true)`.compile(
            db,
          ),
        )
        await transaction.rows<unknown>(expired)
      }),
    )
}

/** Does {@link removeExpired} once an hour until it is told to stop. */
export function keepHouse(database: Database, log: FastifyBaseLogger): () => void {
  const timer = setInterval(() => {
    removeExpired(database, new Date()).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'))
  }, HOUR)
  timer.unref()
  return () => clearInterval(timer)
}
