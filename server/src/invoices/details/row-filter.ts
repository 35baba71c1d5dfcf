import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { Cause, InvoiceStatus, Verdict } from '@despatch/domain/invoices/invoice'
import { type RawBuilder, sql } from 'kysely'
import { isWhole, type Scope } from '../scope.ts'

export type Kind = 'details' | 'parcels'

export type RowFilter = {
  invoiceId: number
  detailNo?: number | undefined
  parcelNo?: number | undefined
  search?: string | undefined
  status?: InvoiceStatus | undefined
  verdict?: Verdict | undefined
  cause?: Cause | undefined
}
/** The table of rows; queries alias it as r. */
export const tableOf = (of: Kind) => sql.table(of === 'details' ? 'invoice_details' : 'invoice_parcels')
export const numberOf = (of: Kind) => sql.ref(of === 'details' ? 'r.detail_no' : 'r.parcel_no')

/** The condition on rows r of an invoice by scope and filter. */
export function whereOf(of: Kind, scope: Scope, filter: RowFilter): RawBuilder<unknown> {
  const { invoiceId, detailNo, parcelNo, search, status, verdict, cause } = filter
  const conditions = [
    sql`r.invoice_id = ${invoiceId}`,
    !isWhole(scope) && sql`r.client_code = any (${scope.parts}::text[])`,
    detailNo !== undefined && sql`r.detail_no = ${detailNo}`,
    parcelNo !== undefined && sql`r.parcel_no = ${parcelNo}`,
    status && sql`r.status = ${status}`,
    verdict && sql`r.verdict = ${verdict}`,
    cause && sql`r.causes ? ${cause}`,
    search && searched(of, search),
  ].filter((one) => typeof one === 'object')
  return sql.join(conditions, sql` and `)
}

function searched(of: Kind, search: string): RawBuilder<unknown> {
  const [text, number] = [search.toLowerCase(), normaliseTrackingNumber(search).toLowerCase()]
  if (of === 'parcels')
    return sql`(strpos(lower(r.consignment_number || ' ' || r.order_number), ${text}) > 0
      or strpos(lower(r.tracking_number), ${number}) > 0)`
  return sql`(strpos(lower(r.consignment_number || ' ' || r.order_number || ' ' || array_to_string(r.order_references, ' ')), ${text}) > 0
    or exists (select from invoice_parcels p where p.invoice_id = r.invoice_id and p.detail_no = r.detail_no
      and strpos(lower(p.tracking_number), ${number}) > 0))`
}
