import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { ActContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import type { Selection } from './change-rows.ts'
import { type LockedInvoice, rowsText } from './lock-invoices.ts'

/** Whether a row `p` was credited in full. It can then only be accepted: undoing the rejection would claim it again. */
export const IS_CREDITED = sql<boolean>`exists (
  select from invoice_dispute_parts x join invoice_disputes d using (dispute_id)
  where x.invoice_id = p.invoice_id and x.parcel_no = p.parcel_no and d.state = 'credited')`

type Named = Pick<LockedInvoice, 'invoice_id' | 'invoice_number'>

/** @throws AppError 422 if rows `p` that are to be accepted must be judged again first */
export async function refuseRowsToJudge(
  { transaction }: Pick<ActContext, 'transaction'>,
  invoices: readonly Named[],
  rows: Selection,
): Promise<void> {
  for (const invoice of invoices) {
    const message = await rowsToJudgeText(transaction, invoice, rows)
    if (message !== undefined) throw new AppError('unprocessable', message)
  }
}

/**
 * Explains why rows `p` of an invoice cannot be accepted: the amount due has changed since they were judged
 * (`noteDependents` notes them). The transaction must see client ''.
 *
 * @returns undefined if they can be accepted
 */
export async function rowsToJudgeText(
  transaction: Transaction,
  { invoice_id, invoice_number }: Named,
  rows: Selection,
): Promise<string | undefined> {
  const noted = await transaction.row(
    sql<{ open: number; rejected: number }>`
      select count(*) filter (where p.status = 'Imported')::int as open,
        count(*) filter (where p.status = 'Rejected' and not ${IS_CREDITED})::int as rejected
      from invoice_rows_to_judge n join invoice_parcels p on p.invoice_id = n.invoice_id and p.parcel_no = n.parcel_no
      where n.invoice_id = ${invoice_id} and (${rows})`.compile(db),
  )
  if (!noted) return undefined
  const { open, rejected } = noted
  if (open > 0)
    return `${rowsText(open)} of invoice ${invoice_number} ${open === 1 ? 'is' : 'are'} being recalculated because the amount due has changed. Try again in a minute.`
  if (rejected > 0)
    return `The amount due for ${rowsText(rejected)} of invoice ${invoice_number} has changed since ${rejected === 1 ? 'it was' : 'they were'} rejected. Undo the rejection, and decide again in a minute.`
  return undefined
}
