import type { BilledCharge, Cause, ChargeCategory } from '@despatch/domain/invoices/invoice'
import { isInMoney } from '@despatch/domain/invoices/reconciliation/charge-amounts'
import { InvoiceSums, judgeInvoiceCharges, rowOfInvoice } from '@despatch/domain/invoices/reconciliation/judge-invoice'
import type { JudgedRow } from '@despatch/domain/invoices/reconciliation/judged'
import type { AgreedCharge } from '@despatch/domain/invoices/reconciliation/rules'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import type pg from 'pg'
import type { Rules } from '../matching/load-rules.ts'
import type { JudgedInvoice } from './facts-of-detail.ts'

/** Rows of details; what the invoice itself bills stands in a detail without a consignment. */
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
select count(distinct date_trunc('week', p.shipment_day))::int as weeks from invoice_parcels p where ${OF_DETAILS}`
/**
 * How many weeks of the invoice an agreed charge was billed for before: by an invoice of its account that was imported earlier and
 * is dated within 60 days of the week.
 */
const BILLED_WEEKS = `
with weeks as (
  select distinct date_trunc('week', p.shipment_day)::date as week from invoice_parcels p where ${OF_DETAILS}
)
select count(*)::int as weeks from weeks w where exists (
  select from invoices i
  join invoice_parcels o on o.invoice_id = i.invoice_id and o.consignment_number = '' and o.tracking_number = ''
  where i.carrier = $2 and i.account = $3 and i.invoice_id < $1 and i.status <> 'Rejected'
    and i.invoice_day >= w.week and i.invoice_day < w.week + interval '67 days'
    and exists (
      select from jsonb_to_recordset(o.judged_charges) c ("agreedCharge" text, billed bigint)
      where c."agreedCharge" = $4 and c.billed > 0
    )
    and exists (
      select from invoice_parcels b where b.invoice_id = i.invoice_id and b.shipment_day >= w.week and b.shipment_day < w.week + 7
        and (b.consignment_number <> '' or b.tracking_number <> '')
    )
)`
/** What other invoices of the carrier billed of the weeks that this one bills. */
const BESIDES = `
with weeks as (
  select min(date_trunc('week', p.shipment_day)) as since, max(date_trunc('week', p.shipment_day)) + interval '7 days' as until
  from invoice_parcels p where ${OF_DETAILS}
)
select coalesce(sum(p.billed), 0)::bigint as billed
from weeks w
join invoices i on i.carrier = $2 and i.invoice_id <> $1 and i.status <> 'Rejected' and i.invoice_day >= w.since and i.invoice_day < w.until + interval '60 days'
join invoice_parcels p on p.invoice_id = i.invoice_id and p.shipment_day >= w.since and p.shipment_day < w.until`

/**
 * Judges what an invoice bills beside its details, once they are written: collections, fees, a minimum. Gives its row; undefined
 * where it bills nothing, not even tax, and nothing is due.
 */
export async function judgeCharges(
  connection: pg.ClientBase,
  { rules, rateBetween }: Rules,
  invoice: JudgedInvoice,
  billed: readonly BilledCharge[],
  { isTaxed = false } = {},
): Promise<JudgedRow | undefined> {
  const { invoiceId, carrier, currency, day } = invoice
  const agreed = rules.agreedOfInvoice(carrier, day).inOrder
  const isDue = agreed.some(({ when }) => when === 'always')
  if (billed.length === 0 && !isDue && !isTaxed) return undefined
  const isWeekly = agreed.some(({ amount }) => amount.kind !== 'percent' && amount.per === 'week')
  const rateOf = (from: string) => rateBetween(from, currency, day)
  const foreign = agreed.find((one) => isInMoney(one) && one.currency !== currency && rateOf(one.currency) === null)
  if (foreign) return unjudged(billed, `${foreign.currency} ${currency}`)
  const facts = {
    carrier,
    day,
    currency,
    rateOf,
    sums: await sumsOf(connection, invoiceId),
    weeks: isWeekly ? await one(connection, WEEKS, [invoiceId]) : 1,
    billedWeeks: await billedWeeksOf(connection, invoice, agreed),
    collections: null,
    billedBesides: isWeekly ? await one(connection, BESIDES, [invoiceId, carrier]) : 0,
  }
  const judged = judgeInvoiceCharges(billed, facts, rules)
  if (billed.length === 0 && judged.expected === 0 && !isTaxed) return undefined
  return rowOfInvoice(judged, carrier, rules)
}

/** By the agreed charges for each week. */
async function billedWeeksOf(
  connection: pg.ClientBase,
  { invoiceId, carrier, account }: JudgedInvoice,
  agreed: readonly AgreedCharge[],
): Promise<ReadonlyMap<string, number>> {
  const weeks = new Map<string, number>()
  for (const { id, amount } of agreed)
    if (amount.kind === 'money' && amount.per === 'week')
      weeks.set(id, await one(connection, BILLED_WEEKS, [invoiceId, carrier, account, id]))
  return weeks
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

async function one(connection: pg.ClientBase, statement: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await connection.query<Record<string, number>>(statement, [...values])
  return Object.values(rows[0] ?? {})[0] ?? 0
}
