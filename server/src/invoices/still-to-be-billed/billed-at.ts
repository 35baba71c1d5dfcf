import { type RawBuilder, sql } from 'kysely'

/**
 * When the first invoice that bills the parcel `p` was imported, as an expression; null where none does. A consignment that is
 * billed as one, without its parcels, is billed for all of them. It is looked up by keys, whatever the planner knows
 * (docs/decisions/0014).
 */
export const BILLED_AT: RawBuilder<Date | null> = sql`coalesce(
  (
    select min(s.imported_at)
    from (
      select b.invoice_id from invoice_parcels b
      where b.client_code = p.client_code and b.despatched_as between p.tracking_number and p.tracking_number
        and b.despatched_as <> ''
      order by b.despatched_as offset 0
    ) b cross join lateral (
      select imported_at from invoice_sums
      where client_code = p.client_code and invoice_id between b.invoice_id and b.invoice_id
      order by invoice_id limit 1
    ) s
  ),
  (
    select min(s.imported_at)
    from (
      select b.invoice_id, b.detail_no from invoice_parcels b
      where b.client_code = p.client_code and b.order_number between p.order_number and p.order_number
        and b.order_number <> '' and b.despatched_as = '' and b.tracking_number = '' and b.leg = 'outbound'
      order by b.order_number offset 0
    ) b cross join lateral (
      select imported_at from invoice_sums
      where client_code = p.client_code and invoice_id between b.invoice_id and b.invoice_id
      order by invoice_id limit 1
    ) s
    where not exists (
      select from invoice_parcels o
      where o.client_code = p.client_code and o.invoice_id = b.invoice_id and o.detail_no = b.detail_no
        and o.despatched_as <> ''
    )
  )
)`

/** What the parcel `p` was routed to cost, as an expression; null where nobody knows. */
export const ROUTED_COST: RawBuilder<string | null> = sql`(
  select round(sum(k.cost) / nullif(sum(k.parcels), 0), 4)
  from (
    select cost, parcels from consignments
    where client_code = p.client_code and order_number between p.order_number and p.order_number and ended_at is null
      and carrier = p.carrier
    order by order_number offset 0
  ) k
)`
