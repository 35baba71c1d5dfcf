import type { OrderCharge } from '@despatch/domain/invoices/order-charge'
import { type RawBuilder, sql } from 'kysely'
import { MAX_ROWS_OF_INVOICE } from './ids.ts'

type OfOrder = { client: string; orderNumber: string }

const isOf = ({ client, orderNumber }: OfOrder) =>
  sql`p.client_code = ${client} and p.order_number = ${orderNumber} and p.order_number <> ''`

const rejected = sql`p.status = 'Rejected' and p.decided_at is not null`

/** Timeline entries of an order's invoices: each row billed, and rejected if it was. */
export const orderCharges = (of: OfOrder): RawBuilder<unknown> => sql`
  select '7:' || lpad(p.invoice_id::text, 15, '0') || '.' || lpad(p.parcel_no::text, 7, '0') || happened.suffix as id,
    'invoice' as kind, happened.at, happened.by_name,
    p.invoice_id || '.' || p.invoice_id * ${sql.lit(MAX_ROWS_OF_INVOICE)} + p.parcel_no as record,
    ${chargeFact(sql`happened.what`)} as fact, '{}'::jsonb as changes
  from invoice_parcels p
  join invoice_sums s on s.client_code = p.client_code and s.invoice_id = p.invoice_id
  cross join lateral (
    select '.1' as suffix, s.imported_at as at, '' as by_name, 'billed' as what
    union all
    select '.2', p.decided_at, p.decided_by, 'rejected' where ${rejected}
  ) happened
  where ${isOf(of)}`

/** Counts these entries. */
export const countOrderCharges = (of: OfOrder): RawBuilder<unknown> => sql`
  select count(*) + count(*) filter (where ${rejected}) from invoice_parcels p where ${isOf(of)}`

/** The sum of a column over the disputes of a row: claimed or credited. */
const disputedOf = (column: RawBuilder<unknown>) => sql`(
  select coalesce(sum(${column}), 0)::bigint from invoice_dispute_parts x
  where happened.what = 'rejected' and x.client_code = p.client_code and x.invoice_id = p.invoice_id
    and x.parcel_no = p.parcel_no
)`

/** Typed so that an unknown or a missing property does not compile. */
function chargeFact(happened: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns: Record<keyof OrderCharge, RawBuilder<unknown>> = {
    happened,
    carrier: sql`s.carrier_name`,
    invoiceNumber: sql`s.invoice_number`,
    trackingNumber: sql`coalesce(p.written_as, p.tracking_number)`,
    currency: sql`s.currency`,
    billed: sql`p.billed`,
    expected: sql`p.expected`,
    verdict: sql`p.verdict`,
    reason: sql`p.reason`,
    disputed: disputedOf(sql`claimed`),
    credited: disputedOf(sql`credited`),
  }
  return sql`jsonb_build_object(${sql.join(
    Object.entries(columns).flatMap(([name, column]) => [sql`${sql.lit(name)}`, column]),
  )})`
}
