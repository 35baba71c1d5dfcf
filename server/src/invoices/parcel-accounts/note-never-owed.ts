import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { CREDITS_OF_REJECTED } from './accounts.ts'
import { noteVoided } from './judge-following.ts'

/**
 * Notes what follows from credits on new invoices that settle what was rejected as a whole: their rows are judged before they settle it,
 * and so are those behind them.
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
