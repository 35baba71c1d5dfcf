import type { InvoiceStatus, Verdict } from '@despatch/domain/invoices/invoice'
import { matchBySettlements, undoSettlementMatch } from '@despatch/domain/invoices/judging/credits'
import type { CauseAmounts, JudgedCharge } from '@despatch/domain/invoices/judging/judged'
import type { Reason } from '@despatch/domain/invoices/judging/reasons'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

const BATCH_SIZE = 2000

type CreditedRow = {
  status: InvoiceStatus
  parcel_no: number
  detail_no: number
  verdict: Verdict
  billed: number
  expected: number | null
  variance: number | null
  causes: CauseAmounts
  judged_charges: readonly JudgedCharge[]
  reasons: readonly Reason[]
  /** Pairs of [dispute, amount]. */
  settled: readonly (readonly [number, number])[]
}

/**
 * Marks the undecided rows of an invoice that settle disputes, and their details, as expected. The caller
 * recalculates the invoice.
 */
export async function matchCreditedRows(transaction: Transaction, invoiceId: number): Promise<void> {
  const details = new Set<number>()
  for (let after = 0; ;) {
    const rows = await transaction.rows(
      sql<CreditedRow>`
        select p.status, p.parcel_no, p.detail_no, p.verdict, p.billed, p.expected, p.variance, p.causes, p.judged_charges, p.reasons,
          s.settled
        from (
          select c.parcel_no, jsonb_agg(jsonb_build_array(s.dispute_id, coalesce(s.given, s.amount)) order by s.settlement_id) as settled
          from invoice_credits c join invoice_settlements s using (credit_id)
          where c.invoice_id = ${invoiceId} and c.parcel_no > ${after}
          group by c.parcel_no order by c.parcel_no limit ${BATCH_SIZE}
        ) s
        join invoice_parcels p on p.invoice_id = ${invoiceId} and p.parcel_no = s.parcel_no
        order by p.parcel_no`.compile(db),
    )
    const matched = rows.flatMap((row) => {
      if (row.status !== 'Imported') return []
      const settled = row.settled.map(([dispute, amount]) => ({ dispute, amount }))
      const judged = matchBySettlements({ ...row, charges: row.judged_charges }, settled)
      return judged ? [{ ...row, ...judged }] : []
    })
    await writeMatched(transaction, invoiceId, matched)
    for (const { detail_no } of matched) details.add(detail_no)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) break
    after = last.parcel_no
  }
  await sumDetails(transaction, invoiceId, [...details])
}

/** Resets an undecided row of a credit, and its detail, if it no longer settles any dispute. */
export async function unmatchRow(
  transaction: Transaction,
  { invoice_id: invoiceId, parcel_no: parcelNo }: { invoice_id: number; parcel_no: number },
): Promise<void> {
  const row = await transaction.row(
    sql<Omit<CreditedRow, 'settled'>>`
      select p.status, p.parcel_no, p.detail_no, p.verdict, p.billed, p.expected, p.variance, p.causes, p.judged_charges, p.reasons
      from invoice_parcels p
      where p.invoice_id = ${invoiceId} and p.parcel_no = ${parcelNo} and p.status = 'Imported' and not exists (
        select from invoice_credits c join invoice_settlements s using (credit_id)
        where c.invoice_id = p.invoice_id and c.parcel_no = p.parcel_no)`.compile(db),
  )
  const judged = row && undoSettlementMatch({ ...row, charges: row.judged_charges })
  if (row && judged) {
    await writeMatched(transaction, invoiceId, [{ ...row, ...judged }])
    await sumDetails(transaction, invoiceId, [row.detail_no])
  } else await matchCreditedRows(transaction, invoiceId)
}

type Matched = Omit<CreditedRow, 'settled' | 'status'> & { charges: readonly JudgedCharge[] }

async function writeMatched(transaction: Transaction, invoiceId: number, rows: readonly Matched[]): Promise<void> {
  if (rows.length === 0) return
  const column = <Value>(of: (row: Matched) => Value) => rows.map(of)
  await transaction.write(
    sql`update invoice_parcels p set verdict = m.verdict, expected = m.expected, variance = m.variance, causes = m.causes,
        judged_charges = m.charges, reasons = m.reasons
      from unnest(${column(({ parcel_no }) => parcel_no)}::int[], ${column(({ verdict }) => verdict)}::text[],
        ${column(({ expected }) => expected)}::bigint[], ${column(({ variance }) => variance)}::bigint[],
        ${column(({ causes }) => JSON.stringify(causes))}::jsonb[], ${column(({ charges }) => JSON.stringify(charges))}::jsonb[],
        ${column(({ reasons }) => JSON.stringify(reasons))}::jsonb[])
        as m (no, verdict, expected, variance, causes, charges, reasons)
      where p.invoice_id = ${invoiceId} and p.parcel_no = m.no`.compile(db),
  )
}

/** Sets the verdict and sums of details after some of their rows were judged or deleted. */
export async function sumDetails(
  transaction: Transaction,
  invoiceId: number,
  details: readonly number[],
): Promise<void> {
  if (details.length === 0) return
  await transaction.write(
    sql`update invoice_details d set expected = s.expected, variance = s.variance, causes = s.causes, reasons = s.reasons,
        verdict = case when s.verdicts = 1 then s.verdict when s.expected is null then 'Not judged'
          when s.variance = 0 then 'Matched' when s.variance > 0 then 'Overcharged' else 'Undercharged' end
      from (
        select p.detail_no, count(distinct p.verdict) as verdicts, min(p.verdict) as verdict,
          case when bool_and(p.expected is not null) then sum(p.expected)::bigint end as expected,
          case when bool_and(p.expected is not null) then sum(p.variance)::bigint end as variance,
          coalesce((select jsonb_object_agg(e.key, e.amount) from (
            select c.key, sum(c.value::bigint) as amount from invoice_parcels q, jsonb_each_text(q.causes) c
            where q.invoice_id = ${invoiceId} and q.detail_no = p.detail_no group by c.key having sum(c.value::bigint) <> 0
          ) e), '{}') as causes,
          case when count(*) = 1 then (array_agg(p.reasons))[1]
            else jsonb_build_array(jsonb_build_object('kind', 'sum', 'rows', count(*), 'causes', '[]'::jsonb)) end as reasons
        from invoice_parcels p where p.invoice_id = ${invoiceId} and p.detail_no = any (${details}::int[])
        group by p.detail_no
      ) s
      where d.invoice_id = ${invoiceId} and d.detail_no = s.detail_no`.compile(db),
  )
}
