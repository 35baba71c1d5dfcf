import type { PostingLine } from '@despatch/domain/invoices/postings/make-posting'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/**
 * Notes invoices that are posted already, of which something was decided otherwise: their disputes were closed or opened again,
 * or their credits settle other disputes. The next posting corrects them.
 */
export async function notePostedInvoices(
  transaction: Transaction,
  invoiceIds: readonly number[],
  at: Date,
): Promise<void> {
  if (invoiceIds.length === 0) return
  await transaction.write(
    sql`insert into invoice_posting_changes (invoice_id, changed_at)
      select invoice_id, ${at} from invoice_posted where invoice_id = any (${[...new Set(invoiceIds)]}::bigint[])
      order by invoice_id
      on conflict do nothing`.compile(db),
  )
}

/** Which of some invoices are posted and have changed since. */
export async function changedOf(transaction: Transaction, invoiceIds: readonly number[]): Promise<Set<number>> {
  const rows = await transaction.rows(
    sql<{ invoice_id: number }>`select invoice_id from invoice_posting_changes
      where invoice_id = any (${invoiceIds}::bigint[])`.compile(db),
  )
  return new Set(rows.map(({ invoice_id }) => invoice_id))
}

/** Forgets that invoices have changed, once they are corrected. */
export async function forgetChanges(transaction: Transaction, invoiceIds: readonly number[]): Promise<void> {
  if (invoiceIds.length === 0) return
  await transaction.write(db.deleteFrom('invoice_posting_changes').where('invoice_id', 'in', invoiceIds))
}

/** All lines that were posted of an invoice, first and in corrections. */
export const linesPosted = (transaction: Transaction, invoiceId: number): Promise<PostingLine[]> =>
  transaction.rows(
    sql<PostingLine>`select account, category, of_client as client, tax_code as "taxCode", debit, credit
      from invoice_posting_lines where invoice_id = ${invoiceId} order by posting_id, line_no`.compile(db),
  )
