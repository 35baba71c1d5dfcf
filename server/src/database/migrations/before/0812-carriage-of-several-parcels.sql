-- The rows that bill carrying a parcel to its customer, as its account reads them: of several parcels too, and about the day on
-- which it left. An invoice that is rejected as a whole bills nothing, unless no other bills the parcel: then what it disputes
-- is what a claim asked back.
create function bills_of_carriage(client text, number text) returns table (invoice_id bigint, parcel_no int)
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

create or replace function refuse_claims_of_disputed() returns trigger language plpgsql as $$
declare number text;
begin
  perform hold_claims(new.client_code);
  select 'D-' || lpad(s.dispute_id::text, 6, '0') into number
  from bills_of_carriage(new.client_code, new.tracking_number) r
  join invoice_dispute_parts x on x.invoice_id = r.invoice_id and x.parcel_no = r.parcel_no and x.client_code = new.client_code
  join invoice_dispute_shares s on s.client_code = x.client_code and s.dispute_id = x.dispute_id
  -- What is disputed of surcharges is left out of a new claim; a claim that is sent again still has it.
  where (tg_op = 'UPDATE' or x.category in ('base', 'fuel')) and s.state not in ('refused', 'written off')
  limit 1;
  if number is not null then
    raise exception using errcode = 'DR422',
      message = format('The carriage of parcel %s is asked back by dispute %s already.', new.tracking_number, number);
  end if;
  return new;
end $$;

create or replace function refuse_claimed_rows(clients text[], invoices bigint[], parcels int[]) returns void language plpgsql as $$
declare found record;
begin
  perform hold_claims(c.client) from (select distinct client from unnest(clients) as n (client) order by 1) c;
  select c.claim_id, c.tracking_number into found
  from unnest(clients, invoices, parcels) as n (client_code, invoice_id, parcel_no)
  join parcel_bills b on b.client_code = n.client_code and b.invoice_id = n.invoice_id and b.parcel_no = n.parcel_no
  join claims c on c.client_code = b.client_code and c.tracking_number = b.tracking_number
  where c.carriage > 0 and c.state <> 'withdrawn' and c.state <> 'refused' and exists (
    select from bills_of_carriage(c.client_code, c.tracking_number) r
    where r.invoice_id = n.invoice_id and r.parcel_no = n.parcel_no
  )
  limit 1;
  if found.claim_id is not null then
    raise exception using errcode = 'DR422',
      message = format('The carriage of parcel %s is asked back by claim C-%s already.', found.tracking_number, lpad(found.claim_id::text, 6, '0'));
  end if;
end $$;
