import { isSumAllowed } from '@despatch/domain/invoices/reconciliation/tolerance'
import { formatMoney } from '@despatch/domain/money/money'
import { costOfText, costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { ActContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import type { HeldInvoice } from './held-invoices.ts'

type Sum = { client: string; variance: number; most: string | null }

/**
 * Refuses to accept an invoice's rows within tolerance where their differences come to more than is agreed for one invoice.
 * Throws an AppError (422).
 */
export async function refuseLargeSum({ transaction }: Pick<ActContext, 'transaction'>, invoice: Summed): Promise<void> {
  const message = await largeSumText(transaction, invoice)
  if (message !== undefined) throw new AppError('unprocessable', message)
}

type Summed = Pick<HeldInvoice, 'invoice_id' | 'invoice_number' | 'carrier' | 'currency'>

/**
 * Why an invoice's rows within tolerance are not accepted together: fourpence on 60,000 rows is £2,400. Rows of clients with a
 * tolerance of their own are summed apart. Undefined where they are.
 */
export async function largeSumText(transaction: Transaction, invoice: Summed): Promise<string | undefined> {
  const sums = await transaction.rows(
    sql<Sum>`
      select coalesce(own.for_client, '') as client, sum(p.variance)::bigint as variance,
        coalesce(own.terms, other.terms)->>'invoice' as most
      from invoice_parcels p
      left join invoice_tolerances own on own.carrier = ${invoice.carrier} and own.for_client = p.client_code
      left join invoice_tolerances other on other.carrier = ${invoice.carrier} and other.for_client = ''
      where p.invoice_id = ${invoice.invoice_id} and p.status = 'Imported' and p.verdict = 'Within tolerance'
      group by 1, 3`.compile(db),
  )
  for (const { variance, most } of sums) {
    if (most === null || isSumAllowed(costOfText(most), variance)) continue
    const money = (amount: string) => formatMoney(amount, invoice.currency)
    return `Differences within tolerance on invoice ${invoice.invoice_number} come to ${money(costText(Math.abs(variance)))}, more than the ${money(most)} agreed for one invoice. Accept or reject these rows first.`
  }
  return undefined
}
