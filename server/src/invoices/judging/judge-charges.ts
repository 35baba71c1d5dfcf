import type { Day } from '@despatch/domain/calendar/day'
import type { BilledCharge, Cause } from '@despatch/domain/invoices/invoice'
import type { ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import { convert } from '@despatch/domain/routing/terms/amounts'
import { isInMoney } from '@despatch/domain/routing/terms/charge-money'
import { InvoiceSums, judgeInvoiceCharges, rowOfInvoice } from '@despatch/domain/invoices/judging/judge-invoice'
import type { JudgedCharge, JudgedRow } from '@despatch/domain/invoices/judging/judged'
import type { AgreedCharge } from '@despatch/domain/routing/terms/agreed-charge'
import { minorUnitOf } from '@despatch/domain/money/minor-units'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import type pg from 'pg'
import type { Rules } from '../matching/load-rules.ts'
import { type Place, rowsBefore } from '../parcel-accounts/order-rows.ts'
import type { JudgedInvoice } from './facts-of-detail.ts'

/** Rows of details; charges of the invoice itself are in a detail without a consignment. */
const OF_DETAILS = "p.invoice_id = $1 and (p.consignment_number <> '' or p.tracking_number <> '')"
const BY_CATEGORY = `
select c.category, sum(c.billed)::bigint as billed,
  sum(case when p.expected is null then c.billed else c.expected end)::bigint as expected
from invoice_parcels p, jsonb_to_recordset(p.judged_charges) c (category text, billed bigint, expected bigint)
where ${OF_DETAILS} group by c.category`
const BY_CAUSE = `
select c.key as cause, sum(c.value::bigint)::bigint as amount from invoice_parcels p, jsonb_each_text(p.causes) c
where ${OF_DETAILS} group by c.key`
const WEEKS = `
select coalesce(array_agg(distinct date_trunc('week', p.shipment_day)::date::text), '{}') as weeks
from invoice_parcels p where ${OF_DETAILS} and p.shipment_day is not null`
/** The invoices of an account that may bill these weeks: carriers bill a week within 60 days. */
const OF_WEEKS = `i.carrier = $2 and i.account = $3 and i.invoice_day >= $4::date and i.invoice_day < $5::date + 67`
/** The charges of these invoices as a whole, with the weeks that they bill. */
const OWN_ROWS = `
select i.invoice_id as "invoiceId", p.parcel_no as no, i.invoice_number as "invoiceNumber", i.invoice_day::text as "invoiceDay",
  i.currency, coalesce(i.billed_since, f.sent_at) as "billedSince", coalesce(p.first_decided_at, p.decided_at) as "firstDecidedAt",
  p.judged_charges as charges, array(
    select distinct date_trunc('week', b.shipment_day)::date::text from invoice_parcels b
    where b.invoice_id = i.invoice_id and (b.consignment_number <> '' or b.tracking_number <> '') and b.shipment_day is not null
  ) as weeks
from invoices i join invoice_files f using (file_id)
join invoice_parcels p on p.invoice_id = i.invoice_id and p.client_code = '' and p.consignment_number = '' and p.tracking_number = ''
where ${OF_WEEKS} and (i.status <> 'Rejected' or i.invoice_id = $1)`
/** What details of the other invoices bill for some weeks. */
const DETAILS_ELSEWHERE = `
select i.currency, i.invoice_day::text as "invoiceDay", sum(p.billed)::bigint as billed
from invoices i join invoice_parcels p on p.invoice_id = i.invoice_id
where ${OF_WEEKS} and i.invoice_id <> $1 and i.status <> 'Rejected' and (p.consignment_number <> '' or p.tracking_number <> '')
  and date_trunc('week', p.shipment_day)::date::text = any ($6::text[])
group by i.currency, i.invoice_day`

/** Charges of a whole invoice of the account. */
type OwnRow = Place & { currency: string; charges: readonly JudgedCharge[]; weeks: readonly string[] }

/**
 * Judges what an invoice bills beside its details, after these are written: collections, fees, a minimum.
 *
 * @returns its row, or undefined if it bills nothing, not even tax, and nothing is due
 */
export async function judgeCharges(
  connection: pg.ClientBase,
  { rules, rateBetween }: Rules,
  invoice: JudgedInvoice,
  billed: readonly BilledCharge[],
  { isTaxed = false } = {},
): Promise<JudgedRow | undefined> {
  const { invoiceId, carrier, currency, day } = invoice
  const agreed = rules.terms.agreedOfInvoice(carrier, day).inOrder
  const isDue = agreed.some(({ when }) => when === 'always')
  if (billed.length === 0 && !isDue && !isTaxed) return undefined
  const isWeekly = agreed.some(({ amount }) => amount.kind !== 'percent' && amount.per === 'week')
  const rateOf = (from: string) => rateBetween(from, currency, day)
  const foreign = agreed.find((one) => isInMoney(one) && one.currency !== currency && rateOf(one.currency) === null)
  if (foreign) return unjudged(billed, `${foreign.currency} ${currency}`)
  const besides = isWeekly ? await readBilledElsewhere(connection, invoice, agreed) : NOTHING_ELSEWHERE
  const billedElsewhere = sumBilledElsewhere(besides.amounts, invoice, rateBetween)
  if (typeof billedElsewhere === 'string') return unjudged(billed, billedElsewhere)
  const { weeks, billedWeeks } = besides
  const sums = await sumsOf(connection, invoiceId)
  const facts = { carrier, day, currency, rateOf, sums, weeks, billedWeeks, collections: null, billedElsewhere }
  const judged = judgeInvoiceCharges(billed, facts, rules)
  if (billed.length === 0 && judged.expected === 0 && !isTaxed) return undefined
  return rowOfInvoice(judged, carrier, rules)
}

type Amount = { readonly currency: string; readonly invoiceDay: Day; readonly billed: Cost }
/**
 * The number of weeks that an invoice bills, how many of them were billed before for each agreed charge, and what
 * other invoices bill for them.
 */
type BilledElsewhere = {
  readonly weeks: number
  readonly billedWeeks: ReadonlyMap<string, number>
  readonly amounts: readonly Amount[]
}
const NOTHING_ELSEWHERE: BilledElsewhere = { weeks: 1, billedWeeks: new Map(), amounts: [] }

/**
 * Reads what other invoices of the account bill for the weeks of an invoice. Weekly charges and top-ups to a minimum
 * count if they come before in the order of accounts; everything else of these weeks counts towards a minimum
 * whenever it is billed.
 */
async function readBilledElsewhere(
  connection: pg.ClientBase,
  invoice: JudgedInvoice,
  agreed: readonly AgreedCharge[],
): Promise<BilledElsewhere> {
  const { invoiceId, carrier, account } = invoice
  const { rows } = await connection.query<{ weeks: string[] }>(WEEKS, [invoiceId])
  const weeks = (rows[0]?.weeks ?? []).toSorted()
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (first === undefined || last === undefined) return { ...NOTHING_ELSEWHERE, weeks: 0 }
  const near = [invoiceId, carrier, account, first, last]
  const ownRows = await connection.query<OwnRow>(OWN_ROWS, near)
  const details = await connection.query<Amount>(DETAILS_ELSEWHERE, [...near, weeks])
  const others = ownRows.rows.filter(
    (row) => row.invoiceId !== invoiceId && row.weeks.some((one) => weeks.includes(one)),
  )
  const place = ownRows.rows.find((row) => row.invoiceId === invoiceId) ?? placeOf(invoice)
  const before = rowsBefore(others, place)
  const isWeekly = ({ amount }: AgreedCharge) => amount.kind !== 'percent' && amount.per === 'week'
  const billedWeeks = new Map<string, number>()
  for (const { id } of agreed.filter(isWeekly)) {
    const billing = before.filter(({ charges }) => charges.some((one) => one.agreedCharge === id && one.billed > 0))
    billedWeeks.set(id, weeks.filter((week) => billing.some((row) => row.weeks.includes(week))).length)
  }
  const minimums = new Set(agreed.filter((one) => isWeekly(one) && one.amount.kind === 'minimum').map(({ id }) => id))
  const own = others.flatMap((row) =>
    row.charges
      .filter(({ agreedCharge }) => before.includes(row) || !minimums.has(agreedCharge ?? ''))
      .map(({ billed }) => ({ ...row, billed })),
  )
  return { weeks: weeks.length, billedWeeks, amounts: [...details.rows, ...own] }
}

/** The place of a charge that is not written yet. */
const placeOf = ({ invoiceId, number: invoiceNumber, day: invoiceDay, billedSince }: JudgedInvoice): Place => ({
  invoiceId,
  no: 0,
  invoiceNumber,
  invoiceDay,
  billedSince,
  firstDecidedAt: null,
})

/**
 * Adds amounts in the currency of an invoice, each at the rate of its own day.
 *
 * @returns the sum, or text that names a missing rate
 */
function sumBilledElsewhere(
  amounts: readonly Amount[],
  { currency }: JudgedInvoice,
  rateBetween: Rules['rateBetween'],
): Cost | string {
  let sum = 0
  for (const { currency: from, invoiceDay, billed } of amounts) {
    if (from === currency || from === '') {
      sum += billed
      continue
    }
    const rate = rateBetween(from, currency, invoiceDay)
    if (rate === null) return `${from} ${currency}`
    sum += convert(billed, rate, minorUnitOf(currency))
  }
  return sum
}

function unjudged(charges: readonly BilledCharge[], detail: string): JudgedRow {
  const net = charges.reduce((sum, charge) => sum + charge.net, 0)
  return {
    verdict: 'Not judged',
    notJudged: 'no rate',
    billed: net,
    expected: null,
    variance: null,
    causes: {},
    ourChange: 0,
    charges: [],
    reasons: [{ kind: 'not judged', why: 'no rate', detail }],
  }
}

async function sumsOf(connection: pg.ClientBase, invoiceId: number): Promise<InvoiceSums> {
  const sums = new InvoiceSums()
  const categories = await connection.query<{ category: ChargeCategory; billed: Cost; expected: Cost }>(BY_CATEGORY, [
    invoiceId,
  ])
  for (const { category, billed, expected } of categories.rows) {
    sums.billed[category] = billed
    sums.expected[category] = expected
  }
  const causes = await connection.query<{ cause: Cause; amount: Cost }>(BY_CAUSE, [invoiceId])
  for (const { cause, amount } of causes.rows) sums.causes[cause] = amount
  return sums
}
