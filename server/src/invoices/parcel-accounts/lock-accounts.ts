import type pg from 'pg'

const LOCK = 'invoice accounts'

/**
 * Locks all accounts until the transaction ends, so that two transactions cannot judge rows by the same amount due.
 * Take this lock before locking any invoice.
 */
export async function lockAccounts(connection: pg.ClientBase): Promise<void> {
  await connection.query('select pg_advisory_xact_lock(hashtext($1))', [LOCK])
}
