import type pg from 'pg'

const LOCK = 'invoice accounts'

/**
 * Waits until no other transaction judges rows of invoices, and keeps others from it until this one ends: two never take the
 * same due twice. Asked for before any invoice is held.
 */
export async function lockAccounts(connection: pg.ClientBase): Promise<void> {
  await connection.query('select pg_advisory_xact_lock(hashtext($1))', [LOCK])
}
