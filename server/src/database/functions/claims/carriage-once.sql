-- The carriage of a parcel can be claimed only once: by a claim, or by a dispute of the invoice that bills it. A transaction that
-- adds either takes this lock, so that of two transactions the second sees the first.
create or replace function hold_claims(client text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('claims ' || client, 0))
$$;

-- Refuses a claim for carriage that a dispute already claims. Invoice rows are found by the parcel that they were matched to,
-- because the carrier may write another number on its invoice.
create or replace function refuse_claims_of_disputed() returns trigger language plpgsql as $$
declare number text;
begin
  perform hold_claims(new.client_code);
  select 'D-' || lpad(s.dispute_id::text, 6, '0') into number
  from bills_of_carriage(new.client_code, new.tracking_number) r
  join invoice_dispute_parts x on x.invoice_id = r.invoice_id and x.parcel_no = r.parcel_no and x.client_code = new.client_code
  join invoice_dispute_shares s on s.client_code = x.client_code and s.dispute_id = x.dispute_id
  -- A new claim leaves out disputed surcharges; a claim that is sent again still has them.
  where (tg_op = 'UPDATE' or x.category in ('base', 'fuel')) and s.state not in ('refused', 'written off')
  limit 1;
  if number is not null then
    raise exception using errcode = 'DR422',
      message = format('The carriage of parcel %s is asked back by dispute %s already.', new.tracking_number, number);
  end if;
  return new;
end $$;

-- Refuses a dispute of rows whose carriage a claim already asks back.
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

create or replace function refuse_disputes_of_claimed() returns trigger language plpgsql as $$
begin
  perform refuse_claimed_rows(array_agg(client_code), array_agg(invoice_id), array_agg(parcel_no)) from added;
  return null;
end $$;

-- A reopened dispute claims carriage that may have been claimed meanwhile.
create or replace function refuse_reopening_of_claimed() returns trigger language plpgsql as $$
begin
  perform refuse_claimed_rows(array_agg(client_code), array_agg(invoice_id), array_agg(parcel_no))
  from invoice_dispute_parts where dispute_id = new.dispute_id;
  return null;
end $$;
