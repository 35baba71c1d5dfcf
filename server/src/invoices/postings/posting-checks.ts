import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { futureDateProblem, postingDateProblem } from '@despatch/domain/invoices/postings/posting-date'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import type { LockedInvoice } from '../accept-and-reject/lock-invoices.ts'
import { lockDisputes } from '../disputes/lock-disputes.ts'

/** Locks the disputes of locked invoices. */
export async function lockDisputesOf(transaction: Transaction, invoices: readonly LockedInvoice[]): Promise<void> {
  const disputes = await transaction.rows(
    db
      .selectFrom('invoice_disputes')
      .select('dispute_id')
      .where('invoice_id', '=', sql<number>`any (${idsOf(invoices)}::bigint[])`),
  )
  await lockDisputes(
    transaction,
    disputes.map(({ dispute_id }) => dispute_id),
  )
}

/** Throws an AppError (422) for a posting date after today in the operator's time zone. */
export function refuseFutureDate({ now }: Pick<Context, 'now'>, date: Day): void {
  const problem = futureDateProblem({ date, today: dayOf(now) })
  if (problem !== undefined) throw new AppError('unprocessable', problem)
}

/** Explains why nothing of an invoice can be posted with this date. */
export async function findDateProblems(
  transaction: Transaction,
  invoices: readonly LockedInvoice[],
  dates: { date: Day; today: Day },
): Promise<(invoice: LockedInvoice) => string | undefined> {
  const rows = await transaction.rows(
    sql<{ invoice_id: number; last: string }>`
      select l.invoice_id, max(p.posted_on) as last
      from invoice_posting_lines l join invoice_postings p using (posting_id)
      where l.invoice_id = any (${idsOf(invoices)}::bigint[]) group by l.invoice_id`.compile(db),
  )
  const lastOf = new Map(rows.map(({ invoice_id, last }) => [invoice_id, last]))
  return ({ invoice_id, invoice_number: invoiceNumber, invoice_day: invoiceDay }) =>
    postingDateProblem({ invoiceNumber, invoiceDay, lastPostedOn: lastOf.get(invoice_id) ?? null }, dates)
}

const idsOf = (invoices: readonly LockedInvoice[]) => invoices.map(({ invoice_id }) => invoice_id)
