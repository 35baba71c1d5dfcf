import type { InvoiceStatus } from '@despatch/domain/invoices/invoice'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { ActContext } from '../../http/context.ts'
import type { RowKey } from '../ids.ts'
import type { LockedInvoice } from './lock-invoices.ts'
import { markDetails } from './mark-details.ts'

/** An SQL condition on parcel rows `p`. */
export type Selection = RawBuilder<unknown>

/** Selects parcel rows by their keys, or all parcel rows of details. */
export function namedRows(of: 'parcels' | 'details', keys: readonly RowKey[]): Selection {
  const number = of === 'parcels' ? sql`p.parcel_no` : sql`p.detail_no`
  const [ids, numbers] = [keys.map(({ invoiceId }) => invoiceId), keys.map(({ no }) => no)]
  return sql`(p.invoice_id, ${number}) in (select * from unnest(${ids}::bigint[], ${numbers}::int[]))`
}

type Change = {
  rows: Selection
  status: InvoiceStatus
  reason: string
  commandId: string
  /** Whether the whole invoice is rejected, so that each row's own verdict no longer counts. */
  isVoid?: boolean
}

/** A whole invoice in one statement could exceed the statement timeout. */
const DETAILS_PER_BATCH = 5000

/** Calls {@link changeRows} for whole invoices, in batches of details. */
export async function changeRowsOfInvoices(
  context: ActContext,
  invoices: readonly LockedInvoice[],
  change: Change & { isUndecided?: boolean },
): Promise<number> {
  let done = 0
  for (const { invoice_id } of invoices) {
    const row = await context.transaction.row(
      sql<{ last: number | null }>`
        select max(detail_no) as last from invoice_details where invoice_id = ${invoice_id}`.compile(db),
    )
    const last = row?.last ?? 0
    for (let first = 0; first <= last; first += DETAILS_PER_BATCH) {
      const within = sql`p.invoice_id = ${invoice_id} and p.detail_no >= ${first} and p.detail_no < ${first + DETAILS_PER_BATCH}`
      done += await changeRows(context, { ...change, rows: sql`${change.rows} and ${within}` })
    }
  }
  return done
}

/**
 * Sets the status of parcel rows and then of their details. The caller has locked the invoices. Each changed row gets
 * a receipt with its earlier status and the version that an undo expects. `isUndecided` says that all rows are
 * Imported and so have no reason: they need not be read before they are written.
 *
 * @returns the number of rows changed
 */
export async function changeRows(context: ActContext, change: Change & { isUndecided?: boolean }): Promise<number> {
  const { transaction, caller, now } = context
  const { rows, status, reason, commandId, isUndecided = false, isVoid = false } = change
  const isDecision = status !== 'Imported'
  const set = sql`status = ${status}, reason = ${reason}, version = p.version + 1,
    decided_by = ${isDecision ? caller.username : ''}, decided_at = ${isDecision ? now : null},
    first_decided_at = ${isDecision && !isVoid ? sql`coalesce(p.first_decided_at, ${now}::timestamptz)` : sql`p.first_decided_at`}`
  const columns = sql`p.client_code, p.invoice_id, p.detail_no, p.parcel_no, p.tracking_number, p.version`
  const changing = isUndecided
    ? sql`changed as (
        update invoice_parcels p set ${set} where ${rows} and p.status = 'Imported'
        returning ${columns}, 'Imported' as before, '' as reason_before
      )`
    : sql`was as (
        select p.client_code, p.invoice_id, p.parcel_no, p.status, p.reason from invoice_parcels p
        where ${rows} and (p.status <> ${status} or p.reason <> ${reason})
        order by p.client_code, p.invoice_id, p.parcel_no for update
      ), changed as (
        update invoice_parcels p set ${set} from was
        where p.client_code = was.client_code and p.invoice_id = was.invoice_id and p.parcel_no = was.parcel_no
        returning ${columns}, was.status as before, was.reason as reason_before
      )`
  const changed = await transaction.writeRow(
    sql<{ count: number; invoices: string; details: string }>`
      with ${changing}, noted as (
        insert into invoice_receipts (client_code, command_id, invoice_id, parcel_no, user_id, at, tracking_number, before,
          reason_before, after, version_after)
        select client_code, ${commandId}::uuid, invoice_id, parcel_no, ${caller.userId}, ${now}, tracking_number, before,
          reason_before, ${status}, version
        from changed
      )
      select sum(rows)::int as count, array_agg(invoice_id)::text as invoices, array_agg(detail_no)::text as details
      from (select invoice_id, detail_no, count(*) as rows from changed group by 1, 2) of_details
      having count(*) > 0`.compile(db),
  )
  if (!changed) return 0
  await markDetails(context, sql`select * from unnest(${changed.invoices}::bigint[], ${changed.details}::int[])`)
  return changed.count
}
