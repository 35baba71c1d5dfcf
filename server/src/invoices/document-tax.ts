import { type RawBuilder, sql } from 'kysely'

/**
 * The tax that the document of invoice `i` states as a whole, as an SQL expression; null if it states none. After
 * rows were deleted, it is the share of the remaining net amount.
 */
export const DOCUMENT_TAX: RawBuilder<number | null> = sql`(
  select case when i.deleted_rows = 0 or d.net = 0 then d.tax else round(d.tax * w.billed / d.net::numeric)::bigint end
  from (
    select (i.proof_details #>> '{proof,tax}')::bigint as tax, (i.proof_details #>> '{proof,net}')::bigint as net
  ) d
  left join invoice_sums w on w.client_code = '' and w.invoice_id = i.invoice_id
)`
