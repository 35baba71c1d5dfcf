import { type RawBuilder, sql } from 'kysely'
import { STANDING_CLAIM } from '../disputes/standing-claims.ts'

/**
 * Whether the row `r` bills the base of parcel `p` and so ends its accrual. It does not while the whole row or its
 * whole base is claimed back, unless other rows billed the base before. An accrual that a posting reversed does not
 * come back.
 */
export const BILLS_CARRIAGE: RawBuilder<boolean> = sql`(
  bills_carriage(r.leg, r.billed, r.charges) and (
    not coalesce((
      select sum(c.amount) >= r.billed or sum(c.amount) filter (where c.category = 'base') >= (
        select sum(b.billed) from jsonb_to_recordset(r.judged_charges) as b (category text, billed bigint, expected bigint)
        where b.category = 'base' having sum(b.expected) > 0
      )
      from (
        select x.category, ${STANDING_CLAIM} as amount
        from invoice_dispute_parts x join invoice_dispute_shares d using (client_code, dispute_id)
        where x.invoice_id = r.invoice_id and x.parcel_no = r.parcel_no
      ) c
    ), false)
    or exists (
      select from invoice_accruals a
      where a.client_code = p.client_code and a.tracking_number = p.tracking_number and a.invoice_id = r.invoice_id
    )
  )
)`

/**
 * When the first invoice that bills the base of parcel `p` was imported, as an SQL expression; null if none does.
 */
export const BILLED_AT: RawBuilder<Date | null> = sql`(
  select min(s.imported_at)
  from parcel_bills b
  join invoice_parcels r on r.client_code = p.client_code and r.invoice_id = b.invoice_id and r.parcel_no = b.parcel_no
  join invoice_sums s on s.client_code = p.client_code and s.invoice_id = b.invoice_id
  where b.client_code = p.client_code and b.tracking_number = p.tracking_number and s.status <> 'Rejected' and ${BILLS_CARRIAGE}
)`

/** The accrual of parcel `p` in its client's currency, as an SQL expression; null if unknown. */
export const ACCRUAL: RawBuilder<string | null> = sql`(
  select round(a.amount / 10000.0, 4) from parcel_accruals a
  where a.client_code = p.client_code and a.tracking_number = p.tracking_number
)`
