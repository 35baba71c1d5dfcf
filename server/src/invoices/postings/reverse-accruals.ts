import type { InvoiceToPost } from '@despatch/domain/invoices/postings/make-posting'
import { convert } from '@despatch/domain/routing/terms/amounts'
import { minorUnitOf } from '@despatch/domain/money/minor-units'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { LockedInvoice } from '../accept-and-reject/lock-invoices.ts'
import type { OrderKey } from '../matching/load-consignments.ts'
import type { ParcelKey } from '../parcel-accounts/accounts.ts'
import { readRates } from '../settings/agreements.ts'
import { rateOn } from '../../routing/terms/rates.ts'
import { BILLS_CARRIAGE } from '../still-to-be-billed/billed-at.ts'
import { calculateAccruals } from '../still-to-be-billed/calculate-accruals.ts'

/** An invoice, and when it is posted. */
type ToReverse = { invoice: LockedInvoice; isCorrection: boolean; now: Date }

/** An invoice earlier in the same posting, and the currencies of clients whose accruals it reverses. */
type Before = { invoiceId: number; isCorrection: boolean; currency: string }

/**
 * Parcels whose base an invoice bills and whose accrual no posting and no earlier invoice has reversed. For a
 * correction, only parcels of rows that were disputed.
 */
const billedOut = ({ invoice: { invoice_id: invoiceId }, isCorrection }: ToReverse, before: readonly Before[]) => sql`(
  select distinct p.client_code, p.tracking_number, p.order_number, london_day(p.despatched_at) as despatched_on
  from invoice_parcels r
  join parcel_bills b on b.client_code = r.client_code and b.invoice_id = r.invoice_id and b.parcel_no = r.parcel_no
  join parcels p on p.client_code = b.client_code and p.tracking_number = b.tracking_number
  where r.invoice_id = ${invoiceId} and ${BILLS_CARRIAGE} and not exists (
    select from invoice_accruals a
    where a.client_code = p.client_code and a.tracking_number = p.tracking_number and a.despatched_on = london_day(p.despatched_at)
  )
  ${isCorrection ? sql`and ${WAS_DISPUTED}` : sql``}
  ${before.length > 0 ? billedBefore(before) : sql``}
)`
const WAS_DISPUTED = sql`exists (
  select from invoice_dispute_parts x where x.invoice_id = r.invoice_id and x.parcel_no = r.parcel_no
)`
const billedBefore = (before: readonly Before[]) => sql`and not exists (
  select from unnest(${before.map(({ invoiceId }) => invoiceId)}::bigint[],
    ${before.map(({ isCorrection }) => isCorrection)}::boolean[], ${before.map(({ currency }) => currency)}::text[])
    as e (invoice_id, is_correction, currency)
  join parcel_bills b on b.invoice_id = e.invoice_id and b.client_code = p.client_code and b.tracking_number = p.tracking_number
  join invoice_parcels r on r.client_code = b.client_code and r.invoice_id = b.invoice_id and r.parcel_no = b.parcel_no
  where e.currency = (select currency_code from clients c where c.client_code = p.client_code)
    and ${BILLS_CARRIAGE} and (not e.is_correction or ${WAS_DISPUTED})
)`

/**
 * Reverses the accruals of parcels that an invoice is the first to bill, each once, and records the reversals.
 * Accruals that are unknown or have no exchange rate are not reversed.
 *
 * @returns the sums by client, in the invoice's currency
 */
export async function reverseAccruals(transaction: Transaction, toReverse: ToReverse): Promise<Accrued> {
  const rates = await currenciesWithRates(transaction, toReverse)
  await calculateMissing(transaction, toReverse)
  const reversed = await transaction.write(
    sql<Reversed>`
      with reversed as (
        insert into invoice_accruals (client_code, tracking_number, despatched_on, amount, currency, rate, invoice_id,
          corrected_at)
        select f.*, ${toReverse.invoice.invoice_id}, ${toReverse.isCorrection ? toReverse.now : null}::timestamptz
        from ${accrualsFound(toReverse, rates)} f
        on conflict do nothing
        returning client_code, amount, rate
      )
      ${byClient(sql`reversed`)}`.compile(db),
  )
  return inCurrency(reversed, toReverse)
}

/** Calculates what {@link reverseAccruals} would return for one invoice after the other, without writing. */
export function accrualsToReverse(): typeof reverseAccruals {
  const before: Before[] = []
  return async (transaction, toReverse) => {
    const rates = await currenciesWithRates(transaction, toReverse)
    await calculateMissing(transaction, toReverse)
    const reversed = await transaction.rows(byClient(accrualsFound(toReverse, rates, before)).compile(db))
    const { invoice, isCorrection } = toReverse
    before.push(...rates.map(({ currency }) => ({ invoiceId: invoice.invoice_id, isCorrection, currency })))
    return inCurrency(reversed, toReverse)
  }
}

type Accrued = InvoiceToPost['accrued']
type Reversed = { client: string; amount: number; rate: number | null }
/** The client currencies with a known exchange rate for the invoice; null for the invoice's own currency. */
type CurrencyWithRate = { currency: string; rate: number | null }

const accrualsFound = (
  toReverse: ToReverse,
  rates: readonly CurrencyWithRate[],
  before: readonly Before[] = [],
) => sql`(
  select b.client_code, b.tracking_number, b.despatched_on, a.amount, c.currency_code, k.rate
  from ${billedOut(toReverse, before)} b
  join parcel_accruals a on a.client_code = b.client_code and a.tracking_number = b.tracking_number and a.amount <> 0
  join clients c on c.client_code = b.client_code
  join unnest(${rates.map((one) => one.currency)}::text[], ${rates.map(({ rate }) => rate)}::bigint[]) as k (currency, rate)
    on k.currency = c.currency_code
)`
const byClient = (of: RawBuilder<unknown>) => sql<Reversed>`
  select client_code as client, sum(amount)::bigint as amount, max(rate) as rate from ${of} f
  group by client_code order by client_code`

/** Calculates missing accruals of parcels. */
async function calculateMissing(transaction: Transaction, toReverse: ToReverse): Promise<void> {
  const unreckoned = await transaction.rows(
    sql<ParcelKey & OrderKey>`
      select b.client_code as client, b.tracking_number as "trackingNumber", b.order_number as "orderNumber"
      from ${billedOut(toReverse, [])} b
      where not exists (
        select from parcel_accruals a where a.client_code = b.client_code and a.tracking_number = b.tracking_number
      )`.compile(db),
  )
  await calculateAccruals(transaction, unreckoned)
}

async function currenciesWithRates(transaction: Transaction, { invoice }: ToReverse): Promise<CurrencyWithRate[]> {
  const { currency, invoice_day: day } = invoice
  const currencies = await transaction.rows(
    sql<{ currency: string }>`select distinct currency_code as currency from clients`.compile(db),
  )
  const rates = await readRates(transaction.connection)
  return currencies.flatMap((one) => {
    const rate = rateOn(rates, { from: one.currency, to: currency, day })
    return one.currency === currency || rate !== null ? [{ currency: one.currency, rate }] : []
  })
}

const inCurrency = (reversed: readonly Reversed[], { invoice: { currency } }: ToReverse): Accrued =>
  reversed.map(({ client, amount, rate }) => ({ client, cost: convert(amount, rate, minorUnitOf(currency)) }))
