import type { DisputedRow } from '@despatch/contract/invoices/disputes'
import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import type { ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { rowId } from '../ids.ts'
import type { ParcelRow } from '../details/row-queries.ts'
import { openOperatorScope } from '../scope.ts'
import { readDisputeTerms } from './dispute-terms.ts'
import type { DisputeRow } from './lock-disputes.ts'
import { presentDispute } from './present-dispute.ts'

type SettledRow = {
  invoice_id: number
  invoice_number: string
  invoice_day: string
  credits: number
  amount: number
  at: Date
  by_name: string
}

/**
 * Reads one dispute with its history and credits.
 *
 * @throws AppError 403 for client users, 404 if there is no such dispute
 */
export async function readDispute(
  context: Context,
  { params: { disputeID } }: RouteChecked<typeof routes.dispute>,
): Promise<RouteAnswer<typeof routes.dispute>> {
  const { transaction, now } = context
  const dispute = await readDisputeRow(context, disputeID)
  const [terms, events, settlements] = await Promise.all([
    readDisputeTerms(transaction, dispute.carrier),
    transaction.rows(
      db
        .selectFrom('invoice_dispute_events')
        .selectAll()
        .where('dispute_id', '=', dispute.dispute_id)
        .orderBy('event_id'),
    ),
    transaction.rows(
      sql<SettledRow>`
        select c.invoice_id, c.invoice_number, c.invoice_day, count(distinct c.credit_id)::int as credits,
          sum(s.amount)::bigint as amount, max(s.at) as at, s.by_name
        from invoice_settlements s join invoice_credits c using (credit_id)
        where s.dispute_id = ${dispute.dispute_id}
        group by c.invoice_id, c.invoice_number, c.invoice_day, s.by_name order by max(s.settlement_id)`.compile(db),
    ),
  ])
  return {
    code: 200,
    dispute: presentDispute(dispute, dayOf(now)),
    email: terms.email,
    contact: terms.contact,
    history: events.map(({ at, by_name, what, text, amount }) => ({
      at: at.toISOString(),
      by: by_name,
      what,
      text,
      amount: amount === null ? null : costText(amount),
    })),
    settlements: settlements.map((row) => ({
      summaryID: String(row.invoice_id),
      invoiceNumber: row.invoice_number,
      invoiceDay: row.invoice_day,
      credits: row.credits,
      amount: costText(row.amount),
      at: row.at.toISOString(),
      by: row.by_name,
    })),
  }
}

export async function readDisputeRow(context: Context, disputeID: string): Promise<DisputeRow> {
  await openOperatorScope(context)
  const row = await context.transaction.row(
    db.selectFrom('invoice_disputes').selectAll().where('dispute_id', '=', Number(disputeID)),
  )
  if (!row) throw noSuchDispute()
  return row
}

export const noSuchDispute = () =>
  new AppError('not_found', 'Dispute not found. It may have been removed with its rejection.')

/** A disputed row with its claims: [category, claimed, credited]. */
export type DisputedParcel = ParcelRow & {
  claimed: number
  credited: number
  parts: readonly (readonly [ChargeCategory, number, number])[]
}

/** Reads disputed rows after a row number, in the order of the file. */
export const disputedParcels = (disputeId: number, { after, limit }: { after: number; limit: number }) =>
  sql<DisputedParcel>`
    select p.*, c.name as client_name, x.claimed, x.credited, x.parts
    from (
      select client_code, invoice_id, parcel_no, sum(claimed)::bigint as claimed, sum(credited)::bigint as credited,
        jsonb_agg(jsonb_build_array(category, claimed, credited) order by category) as parts
      from invoice_dispute_parts where dispute_id = ${disputeId} and parcel_no > ${after}
      group by client_code, invoice_id, parcel_no order by parcel_no limit ${limit}
    ) x
    join invoice_parcels p using (client_code, invoice_id, parcel_no)
    left join clients c using (client_code)
    order by p.parcel_no`.compile(db)

/**
 * Lists one page of the disputed rows.
 *
 * @throws AppError 403 for client users, 404 if there is no such dispute
 */
export async function listDisputedRows(
  context: Context,
  { params: { disputeID }, query: { page, limit } }: RouteChecked<typeof routes.disputeRows>,
): Promise<RouteAnswer<typeof routes.disputeRows>> {
  const { transaction } = context
  const { dispute_id, rows: total } = await readDisputeRow(context, disputeID)
  const before = (page - 1) * limit
  const passed = await transaction.row(
    sql<{ parcel_no: number }>`select distinct parcel_no from invoice_dispute_parts
      where dispute_id = ${dispute_id} order by parcel_no limit 1 offset ${Math.max(0, before - 1)}`.compile(db),
  )
  const rows =
    before > 0 && !passed
      ? []
      : await transaction.rows(
          disputedParcels(dispute_id, { after: before === 0 ? 0 : (passed?.parcel_no ?? 0), limit }),
        )
  return { code: 200, rows: rows.map(presentRow), pageInfo: { total, page, limit } }
}

const presentRow = (row: DisputedParcel): DisputedRow => ({
  parcelID: rowId(row.invoice_id, row.parcel_no),
  detailsID: rowId(row.invoice_id, row.detail_no),
  clientCode: row.client_code,
  clientName: row.client_name ?? '',
  trackingNumber: row.written_as ?? row.tracking_number,
  consignmentNumber: row.consignment_number,
  orderNumber: row.order_number,
  line: row.line,
  status: row.status,
  verdict: row.verdict,
  billed: costText(row.billed),
  expected: row.expected === null ? null : costText(row.expected),
  claimed: costText(row.claimed),
  credited: costText(row.credited),
  parts: row.parts.map(([category, claimed, credited]) => ({
    category,
    claimed: costText(claimed),
    credited: costText(credited),
  })),
})
