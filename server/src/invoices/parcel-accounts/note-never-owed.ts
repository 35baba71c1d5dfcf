import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { CREDITS_OF_REJECTED } from './accounts.ts'
import { noteDependents } from './note-dependents.ts'

/**
 * Notes rows of credits that settle invoices rejected as a whole, and the rows that depend on them, because they were
 * judged without the settlement. Call it also before such settlements are taken back.
 */
export async function noteNeverOwed(transaction: Transaction, invoiceIds: readonly number[]): Promise<void> {
  const credits = sql`from ${sql.raw(CREDITS_OF_REJECTED)} where c.invoice_id = any (${invoiceIds}::bigint[])`
  const found = await transaction.rows(sql<{ id: number }>`select distinct c.invoice_id as id ${credits}`.compile(db))
  await noteDependents(transaction, {
    invoiceIds: found.map(({ id }) => id),
    rows: sql`(p.invoice_id, p.parcel_no) in (select c.invoice_id, c.parcel_no ${credits})`,
  })
}
