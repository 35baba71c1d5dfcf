import type pg from 'pg'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

const NAME = "hashtextextended('event codes', 0)"

/**
 * Keeps the table of carriers' event codes as it is until the transaction is over. Anyone who takes in events asks for it
 * before reading the table, and holds the client's deliveries by then.
 */
export async function holdEventCodes(connection: pg.ClientBase): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock_shared(${NAME})`)
}

/**
 * Waits for those who have read the table and not yet written their events, and has others wait: after it, every event
 * that was taken for unknown can be seen. It is asked for before anything that they could wait for.
 */
export async function changeEventCodes(transaction: Transaction): Promise<void> {
  await transaction.rows(sql`select pg_advisory_xact_lock(${sql.raw(NAME)})`.compile(db))
}
