import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { CREDITS_OF_REJECTED } from './accounts.ts'
import { noteVoided } from './judge-following.ts'

/**
 * Notes what follows from credits of invoices that settle what was rejected as a whole, or are about to be taken back: their rows, and
 * those behind them, were judged before.
 */
export async function noteNeverOwed(transaction: Transaction, invoiceIds: readonly number[]): Promise<void> {
  const rows = await transaction.rows(
    sql<{ id: number }>`select distinct c.invoice_id as id from ${sql.raw(CREDITS_OF_REJECTED)}
      where c.invoice_id = any (${invoiceIds}::bigint[])`.compile(db),
  )
  await noteVoided(
    transaction,
    rows.map(({ id }) => id),
  )
}
