import type pg from 'pg'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

const NAME = "hashtextextended('event codes', 0)"

/**
 * Prevents changes of carriers' event codes until the transaction ends. Feeds take this lock before they read the
 * table, and after the lock on the client's deliveries.
 */
export async function lockEventCodesShared(connection: pg.ClientBase): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock_shared(${NAME})`)
}

/**
 * Waits for feeds that have read the table but not yet written their events, and blocks others. Afterwards all events
 * that were treated as unknown are visible. Take it before any lock that those feeds could wait for.
 */
export async function lockEventCodes(transaction: Transaction): Promise<void> {
  await transaction.rows(sql`select pg_advisory_xact_lock(${sql.raw(NAME)})`.compile(db))
}
