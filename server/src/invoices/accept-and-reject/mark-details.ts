import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { ActContext } from '../../http/context.ts'

/**
 * Sets the status of details (`touched`: invoice ids and detail numbers) from their rows. Each gets its next version,
 * so that a caller who read the detail earlier cannot overwrite a decision on a part of it.
 */
export async function markDetails(
  { transaction, caller, now }: ActContext,
  touched: RawBuilder<unknown>,
): Promise<void> {
  await transaction.write(
    sql`
      update invoice_details d set status = s.status, reason = s.reason, version = d.version + 1,
        decided_by = case when s.status = 'Imported' then '' else ${caller.username} end,
        decided_at = case when s.status = 'Imported' then null else ${now}::timestamptz end
      from (
        select t.invoice_id, t.detail_no, case when a.first = a.last then a.first else 'Imported' end as status,
          case when a.first = a.last and a.first_reason = a.last_reason then a.first_reason else '' end as reason
        from (
          ${touched}
        ) t (invoice_id, detail_no) cross join lateral (
          select min(p.status) as first, max(p.status) as last, min(p.reason) as first_reason, max(p.reason) as last_reason
          from invoice_parcels p where p.invoice_id = t.invoice_id and p.detail_no = t.detail_no
        ) a
      ) s
      where d.invoice_id = s.invoice_id and d.detail_no = s.detail_no`.compile(db),
  )
}

/** The details whose rows a command changed. */
export const detailsOfCommand = (commandId: string) => sql`
  select distinct p.invoice_id, p.detail_no
  from invoice_receipts r join invoice_parcels p using (client_code, invoice_id, parcel_no) where r.command_id = ${commandId}::uuid`
