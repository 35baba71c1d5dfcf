import { isSumAllowed } from '@despatch/domain/invoices/judging/tolerance'
import { formatMoney } from '@despatch/domain/money/money'
import { costOfText, costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { ActContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import type { Selection } from './change-rows.ts'
import type { LockedInvoice } from './lock-invoices.ts'

type Sum = { client: string; variance: number; most: string | null }
type Summed = Pick<LockedInvoice, 'invoice_id' | 'invoice_number' | 'carrier' | 'currency'>

const ACCEPTED = sql`p.status = 'Accepted'`

/**
 * Refuses accepted rows whose differences within tolerance add up to more than the tolerance of one invoice. Call it
 * after every kind of acceptance.
 *
 * @throws AppError 422
 */
export async function refuseLargeSums(
  { transaction }: Pick<ActContext, 'transaction'>,
  invoices: readonly Summed[],
): Promise<void> {
  for (const invoice of invoices) {
    const message = await largeSumText(transaction, invoice, ACCEPTED)
    if (message !== undefined) throw new AppError('unprocessable', message)
  }
}

/**
 * Explains why accepted rows `p` of an invoice exceed its tolerance: fourpence on 60,000 rows is £2,400. Rows of
 * clients with their own tolerance are summed separately.
 *
 * @returns undefined if they are within the tolerance
 */
export async function largeSumText(
  transaction: Transaction,
  invoice: Summed,
  accepted: Selection,
): Promise<string | undefined> {
  const sums = await transaction.rows(
    sql<Sum>`
      select coalesce(own.for_client, '') as client, sum(p.variance)::bigint as variance,
        coalesce(own.terms, other.terms)->>'invoice' as most
      from invoice_parcels p
      left join invoice_tolerances own on own.carrier = ${invoice.carrier} and own.for_client = p.client_code
      left join invoice_tolerances other on other.carrier = ${invoice.carrier} and other.for_client = ''
      where p.invoice_id = ${invoice.invoice_id} and p.verdict = 'Within tolerance' and (${accepted})
      group by 1, 3`.compile(db),
  )
  for (const { variance, most } of sums) {
    if (most === null || isSumAllowed(costOfText(most), variance)) continue
    const money = (amount: string) => formatMoney(amount, invoice.currency)
    return `Differences within tolerance on invoice ${invoice.invoice_number} total ${money(costText(Math.abs(variance)))}, more than the ${money(most)} agreed for one invoice. Reject some of these rows, or raise the limit for an invoice in the carrier’s tolerance.`
  }
  return undefined
}
