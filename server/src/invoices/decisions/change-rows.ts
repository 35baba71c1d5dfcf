import type { InvoiceStatus } from '@despatch/domain/invoices/invoice'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { ActContext } from '../../http/context.ts'
import type { RowKey } from '../ids.ts'
import { markDetails } from './mark-details.ts'

/** Which parcel rows `p` a decision is for. */
export type Selection = RawBuilder<unknown>

/** Named rows: of parcel rows, or all of details. */
export function namedRows(of: 'parcels' | 'details', keys: readonly RowKey[]): Selection {
  const number = of === 'parcels' ? sql`p.parcel_no` : sql`p.detail_no`
  const [ids, numbers] = [keys.map(({ invoiceId }) => invoiceId), keys.map(({ no }) => no)]
  return sql`(p.invoice_id, ${number}) in (select * from unnest(${ids}::bigint[], ${numbers}::int[]))`
}

/**
 * Sets the status of parcel rows whose invoices are held, with a receipt for each row that it changes: what it was, and the
 * version that undoing it wants; their details follow. Gives how many rows it changed.
 */
export async function changeRows(
  context: ActContext,
  given: { rows: Selection; status: InvoiceStatus; reason: string; commandId: string },
): Promise<number> {
  const { transaction, caller, now } = context
  const { rows, status, reason, commandId } = given
  const isDecision = status !== 'Imported'
  const changed = await transaction.writeRow(
    sql<{ count: number }>`
      with was as (
        select p.client_code, p.invoice_id, p.parcel_no, p.status, p.reason from invoice_parcels p
        where ${rows} and (p.status <> ${status} or p.reason <> ${reason})
        order by p.client_code, p.invoice_id, p.parcel_no for update
      ), changed as (
        update invoice_parcels p set status = ${status}, reason = ${reason}, version = p.version + 1,
          decided_by = ${isDecision ? caller.username : ''}, decided_at = ${isDecision ? now : null}
        from was
        where p.client_code = was.client_code and p.invoice_id = was.invoice_id and p.parcel_no = was.parcel_no
        returning p.client_code, p.invoice_id, p.parcel_no, p.tracking_number, was.status as before,
          was.reason as reason_before, p.version
      ), noted as (
        insert into invoice_receipts (client_code, command_id, invoice_id, parcel_no, user_id, at, tracking_number, before,
          reason_before, after, version_after)
        select client_code, ${commandId}::uuid, invoice_id, parcel_no, ${caller.userId}, ${now}, tracking_number, before,
          reason_before, ${status}, version
        from changed
      )
      select count(*)::int as count from changed`.compile(db),
  )
  const count = changed?.count ?? 0
  if (count > 0) await markDetails(context, commandId)
  return count
}
