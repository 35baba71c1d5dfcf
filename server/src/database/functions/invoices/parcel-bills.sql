-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench invoices).
-- The invoice rows that bill a parcel: rows that name it, and rows that cover several parcels. Everything that needs a parcel's
-- account reads this view.
create or replace view parcel_bills with (security_invoker = true) as
select client_code, despatched_as as tracking_number, invoice_id, parcel_no
from invoice_parcels where despatched_as <> ''
union all
select client_code, tracking_number, invoice_id, parcel_no from invoice_covers;

-- Whether a row bills carriage to the customer. Surcharges alone, credits, corrections and returns do not.
create or replace function bills_carriage(leg text, billed bigint, charges jsonb) returns boolean language sql immutable parallel safe
  return leg = 'outbound' and billed > 0 and charges @> '[{"category": "base"}]';

-- The rows that bill a parcel's carriage to its customer around its despatch day, including rows of several parcels. Rejected
-- invoices count only if no other invoice bills the parcel: otherwise a dispute and a claim would ask back the same carriage.
create or replace function bills_of_carriage(client text, number text) returns table (invoice_id bigint, parcel_no int)
language sql stable as $$
  with bills as (
    select r.invoice_id, r.parcel_no, s.status = 'Rejected' as is_void
    from parcels p
    cross join lateral (
      select * from parcel_bills
      where client_code = p.client_code and tracking_number between p.tracking_number and p.tracking_number offset 0
    ) b
    join invoice_parcels r on r.client_code = b.client_code and r.invoice_id = b.invoice_id and r.parcel_no = b.parcel_no
    join invoice_sums s on s.client_code = b.client_code and s.invoice_id = b.invoice_id
    where p.client_code = client and p.tracking_number = number and r.leg <> 'return'
      and abs(coalesce(r.shipment_day, s.invoice_day) - london_day(p.despatched_at)) <= 120
  )
  select b.invoice_id, b.parcel_no from bills b where not b.is_void or not exists (select from bills o where not o.is_void)
$$;

grant select on parcel_bills to despatch_app;
