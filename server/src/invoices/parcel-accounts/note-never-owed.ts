import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { CREDITS_OF_REJECTED } from './accounts.ts'
import { noteDependents } from './note-dependents.ts'

/**
 * Notes what follows from credits of invoices that settle what was rejected as a whole, or are about to be taken back: their rows, and
 * those that depend on them, were judged before.
 */
export async function noteNeverOwed(transaction: Transaction, invoiceIds: readonly number[]): Promise<void> {
  const credits = sql`from ${sql.raw(CREDITS_OF_REJECTED)} where c.invoice_id = any (${invoiceIds}::bigint[])`
  const found = await transaction.rows(sql<{ id: number }>`select distinct c.invoice_id as id ${credits}`.compile(db))
  await noteDependents(transaction, {
    invoiceIds: found.map(({ id }) => id),
    rows: sql`(p.invoice_id, p.parcel_no) in (select c.invoice_id, c.parcel_no ${credits})`,
  })
}
