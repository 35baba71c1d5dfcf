import type { InvoiceToPost } from '@despatch/domain/invoices/postings/make-posting'
import { convert } from '@despatch/domain/invoices/reconciliation/amounts'
import { minorUnitOf } from '@despatch/domain/money/minor-units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { HeldInvoice } from '../accept-and-reject/held-invoices.ts'
import type { OrderKey } from '../matching/load-consignments.ts'
import type { ParcelKey } from '../parcel-accounts/accounts.ts'
import { readRates } from '../settings/agreements.ts'
import { rateOn } from '../settings/rates.ts'
import { BILLS_CARRIAGE } from '../still-to-be-billed/billed-at.ts'
import { reckonAccruals } from '../still-to-be-billed/reckon-accruals.ts'

/** An invoice, and when it is posted. */
type ToReverse = { invoice: HeldInvoice; isCorrection: boolean; now: Date }

/**
 * The parcels whose carriage an invoice bills and whose accrual no posting has reversed: in a correction, those of rows that were
 * disputed.
 */
const billedOut = ({ invoice: { invoice_id: invoiceId }, isCorrection }: ToReverse) => sql`(
  select distinct p.client_code, p.tracking_number, p.order_number, london_day(p.despatched_at) as despatched_on
  from invoice_parcels r
  join parcel_bills b on b.client_code = r.client_code and b.invoice_id = r.invoice_id and b.parcel_no = r.parcel_no
  join parcels p on p.client_code = b.client_code and p.tracking_number = b.tracking_number
  where r.invoice_id = ${invoiceId} and ${BILLS_CARRIAGE} and not exists (
    select from invoice_accruals a
    where a.client_code = p.client_code and a.tracking_number = p.tracking_number and a.despatched_on = london_day(p.despatched_at)
  )
  ${isCorrection ? WAS_DISPUTED : sql``}
)`
const WAS_DISPUTED = sql`and exists (
  select from invoice_dispute_parts x where x.invoice_id = r.invoice_id and x.parcel_no = r.parcel_no
)`

/**
 * Reverses what accrued of the parcels that an invoice is the first to bill, each once, and keeps what it reversed. Gives it by
 * client in the invoice's currency; what nobody knows, or has no rate, accrued nothing that could be reversed.
 */
export async function reverseAccruals(
  transaction: Transaction,
  toReverse: ToReverse,
): Promise<InvoiceToPost['accrued']> {
  const { invoice_id: invoiceId, currency, invoice_day: day } = toReverse.invoice
  const unreckoned = await transaction.rows(
    sql<ParcelKey & OrderKey>`
      select b.client_code as client, b.tracking_number as "trackingNumber", b.order_number as "orderNumber"
      from ${billedOut(toReverse)} b
      where not exists (
        select from parcel_accruals a where a.client_code = b.client_code and a.tracking_number = b.tracking_number
      )`.compile(db),
  )
  await reckonAccruals(transaction, unreckoned)
  const currencies = await transaction.rows(
    sql<{ currency: string }>`select distinct currency_code as currency from clients`.compile(db),
  )
  const rates = await readRates(transaction.connection)
  const known = currencies.flatMap((one) => {
    const rate = rateOn(rates, { from: one.currency, to: currency, day })
    return one.currency === currency || rate !== null ? [{ currency: one.currency, rate }] : []
  })
  const reversed = await transaction.write(
    sql<{ client: string; amount: number; rate: number | null }>`
      with reversed as (
        insert into invoice_accruals (client_code, tracking_number, despatched_on, invoice_id, amount, currency, rate,
          corrected_at)
        select b.client_code, b.tracking_number, b.despatched_on, ${invoiceId}, a.amount, c.currency_code, k.rate,
          ${toReverse.isCorrection ? toReverse.now : null}::timestamptz
        from ${billedOut(toReverse)} b
        join parcel_accruals a on a.client_code = b.client_code and a.tracking_number = b.tracking_number and a.amount <> 0
        join clients c on c.client_code = b.client_code
        join unnest(${known.map((one) => one.currency)}::text[], ${known.map(({ rate }) => rate)}::bigint[]) as k (currency, rate)
          on k.currency = c.currency_code
        on conflict do nothing
        returning client_code, amount, rate
      )
      select client_code as client, sum(amount)::bigint as amount, max(rate) as rate from reversed
      group by client_code order by client_code`.compile(db),
  )
  return reversed.map(({ client, amount, rate }) => ({ client, cost: convert(amount, rate, minorUnitOf(currency)) }))
}
