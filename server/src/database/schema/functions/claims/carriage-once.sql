-- Carriage is asked back once: by a claim, or by the dispute of the invoice that bills it. Anyone who adds either holds the
-- client's claims and disputes until the end of the transaction, so that two at once see each other.
create function hold_claims(client text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('claims ' || client, 0))
$$;

-- A row of an invoice is told by the parcel that it was matched to: the carrier may write another number on it.
create function refuse_claims_of_disputed() returns trigger language plpgsql as $$
declare number text;
begin
  perform hold_claims(new.client_code);
  select 'D-' || lpad(s.dispute_id::text, 6, '0') into number
  from (
    select invoice_id, parcel_no from invoice_parcels
    where client_code = new.client_code and despatched_as = new.tracking_number and despatched_as <> '' and leg = 'outbound' offset 0
  ) r
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
create trigger refuse_disputed before insert on claims
  for each row when (new.carriage > 0) execute function refuse_claims_of_disputed();
create trigger refuse_disputed_again before update of state on claims for each row
  when (new.carriage > 0 and old.state in ('refused', 'withdrawn') and new.state not in ('refused', 'withdrawn'))
  execute function refuse_claims_of_disputed();

-- Refuses where the carriage of one of these rows is asked back by a claim.
create function refuse_claimed_rows(clients text[], invoices bigint[], parcels int[]) returns void language plpgsql as $$
declare found record;
begin
  perform hold_claims(c.client) from (select distinct client from unnest(clients) as n (client) order by 1) c;
  select c.claim_id, c.tracking_number into found
  from unnest(clients, invoices, parcels) as n (client_code, invoice_id, parcel_no)
  join invoice_parcels p on p.client_code = n.client_code and p.invoice_id = n.invoice_id and p.parcel_no = n.parcel_no
  join claims c on c.client_code = p.client_code and c.tracking_number = p.despatched_as
  where p.leg = 'outbound' and p.despatched_as <> '' and c.carriage > 0 and c.state <> 'withdrawn' and c.state <> 'refused'
  limit 1;
  if found.claim_id is not null then
    raise exception using errcode = 'DR422',
      message = format('The carriage of parcel %s is asked back by claim C-%s already.', found.tracking_number, lpad(found.claim_id::text, 6, '0'));
  end if;
end $$;

create function refuse_disputes_of_claimed() returns trigger language plpgsql as $$
begin
  perform refuse_claimed_rows(array_agg(client_code), array_agg(invoice_id), array_agg(parcel_no)) from added;
  return null;
end $$;
create trigger refuse_claimed after insert on invoice_dispute_parts
  referencing new table as added for each statement execute function refuse_disputes_of_claimed();

-- A dispute that is opened again asks for what may have been claimed meanwhile.
create function refuse_reopening_of_claimed() returns trigger language plpgsql as $$
begin
  perform refuse_claimed_rows(array_agg(client_code), array_agg(invoice_id), array_agg(parcel_no))
  from invoice_dispute_parts where dispute_id = new.dispute_id;
  return null;
end $$;
create trigger refuse_claimed after update of state on invoice_disputes for each row
  when (old.state in ('refused', 'written off') and new.state not in ('refused', 'written off'))
  execute function refuse_reopening_of_claimed();
