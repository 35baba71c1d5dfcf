import { correctPosting, isAccrual, keyOf } from '@despatch/domain/invoices/postings/correct-posting'
import { accountCode, type LedgerAccount } from '@despatch/domain/invoices/postings/ledger-accounts'
import { type InvoiceToPost, makePosting, type PostingLine } from '@despatch/domain/invoices/postings/make-posting'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { loadInvoiceToPost } from './load-invoice.ts'

/**
 * Notes posted invoices whose disputes were closed or reopened, or whose credits now settle other disputes. The next
 * posting corrects them.
 */
export async function notePostedInvoices(
  transaction: Transaction,
  invoiceIds: readonly number[],
  at: Date,
): Promise<void> {
  if (invoiceIds.length === 0) return
  await transaction.write(
    sql`insert into invoice_posting_changes (invoice_id, changed_at)
      select invoice_id, ${at} from invoice_posted
      where invoice_id = any (${[...new Set(invoiceIds)]}::bigint[]) and reversed_by is null
      order by invoice_id
      on conflict do nothing`.compile(db),
  )
}

/** Notes posted invoices whose credits settle disputes of invoices that were rejected as a whole, or set back. */
export async function noteCreditsOf(transaction: Transaction, invoiceIds: readonly number[], at: Date): Promise<void> {
  const credits = await transaction.rows(
    sql<{ invoice_id: number }>`
      select distinct c.invoice_id from invoice_disputes d
      join invoice_settlements s using (dispute_id) join invoice_credits c using (credit_id)
      where d.invoice_id = any (${invoiceIds}::bigint[])`.compile(db),
  )
  await notePostedInvoices(
    transaction,
    credits.map(({ invoice_id }) => invoice_id),
    at,
  )
}

/** Finds which of some invoices are posted and have changed since. */
export async function findChangedInvoices(
  transaction: Transaction,
  invoices: readonly { invoice_id: number }[],
): Promise<Set<number>> {
  const rows = await transaction.rows(
    sql<{ invoice_id: number }>`select invoice_id from invoice_posting_changes
      where invoice_id = any (${invoices.map(({ invoice_id }) => invoice_id)}::bigint[])`.compile(db),
  )
  return new Set(rows.map(({ invoice_id }) => invoice_id))
}

/** Deletes the notes of corrected invoices. */
export async function deleteChangeNotes(transaction: Transaction, invoiceIds: readonly number[]): Promise<void> {
  if (invoiceIds.length === 0) return
  await transaction.write(db.deleteFrom('invoice_posting_changes').where('invoice_id', 'in', invoiceIds))
}

type ToPost = {
  invoiceId: number
  isCorrection: boolean
  /** Its accruals that no posting has reversed. */
  accrued: InvoiceToPost['accrued']
  accounts: readonly LedgerAccount[]
}
/** A posting line with the code of its account in the operator's ledger. */
export type LedgerLine = PostingLine & { readonly accountCode: string }

/** The ledger lines that posting an invoice adds. A correction uses the accounts of the lines that it corrects. */
export async function linesToPost(
  transaction: Transaction,
  { invoiceId, isCorrection, accrued, accounts }: ToPost,
): Promise<LedgerLine[]> {
  const now = makePosting({ ...(await loadInvoiceToPost(transaction, invoiceId)), accrued })
  const posted = isCorrection ? await linesPosted(transaction, invoiceId) : []
  const codes = new Map(posted.map((line) => [keyOf(line), line.accountCode]))
  const lines = isCorrection ? [...correctPosting(posted, now), ...now.filter(isAccrual)] : now
  return lines.map((line) => ({ ...line, accountCode: codes.get(keyOf(line)) ?? accountCode(line, accounts) }))
}

/** The lines of an invoice in postings that are in force, including corrections. */
const linesPosted = (transaction: Transaction, invoiceId: number): Promise<LedgerLine[]> =>
  transaction.rows(
    sql<LedgerLine>`select account, category, of_client as client, tax_code as "taxCode", debit, credit,
        account_code as "accountCode"
      from invoice_posting_lines l join invoice_postings p using (posting_id)
      where l.invoice_id = ${invoiceId} and p.reverses is null and not exists (
        select from invoice_postings r where r.reverses = p.posting_id)
      order by posting_id, line_no`.compile(db),
  )
