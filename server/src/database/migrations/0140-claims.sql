-- Claims against carriers for parcels that were lost, damaged or late. Amounts are whole ten-thousandths of their currency.

-- What each carrier pays and until when it may be asked, by service ('' is all) and day. It is published: no client's.
create table claim_terms (
  terms_id bigint generated always as identity primary key,
  carrier text collate "C" not null,
  service text not null default '',
  from_day date not null,
  -- null is without end.
  to_day date,
  source text not null,
  rules jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null,
  check (to_day is null or to_day >= from_day),
  -- No two hold for the same carrier, service and day.
  constraint claim_terms_overlap exclude using gist (
    int8range(hashtextextended(carrier || ' ' || lower(service), 0), hashtextextended(carrier || ' ' || lower(service), 0), '[]') with &&,
    daterange(from_day, to_day, '[]') with &&
  )
);

-- Parcels that are to be judged, for something was said of them that may make a claim.
create table claim_hints (
  client_code text collate "C" not null,
  tracking_number text collate "C" not null,
  primary key (client_code, tracking_number)
);

-- Parcels for which something can be claimed, could have been, or cannot for a reason. A job keeps them.
create table claim_candidates (
  client_code text collate "C" not null,
  tracking_number text collate "C" not null,
  carrier text collate "C" not null,
  carrier_service text not null,
  order_number text collate "C" not null,
  cause text collate "C" not null check (cause in ('lost', 'damaged', 'late')),
  despatched_on date not null,
  -- The last day on which the carrier takes the claim; null where no terms say so.
  deadline date,
  currency text collate "C" not null,
  goods bigint not null,
  carriage bigint not null,
  amount bigint not null,
  -- Why nothing can be claimed; empty where something can.
  why text collate "C" not null default '',
  judged_at timestamptz not null,
  -- The claim that was made.
  claim_id bigint,
  primary key (client_code, tracking_number)
);
-- What can be claimed, what runs out first before the rest.
create index claim_candidates_open on claim_candidates (client_code, deadline, tracking_number)
  include (carrier, cause, currency, amount, goods) where claim_id is null and amount > 0;
create index claim_candidates_by_order on claim_candidates (client_code, order_number);
create index claim_candidates_to_judge on claim_candidates (client_code, judged_at) where claim_id is null;
-- What can be claimed is counted, and its page found, in the index alone.
create index claim_candidates_to_claim on claim_candidates (client_code, deadline, tracking_number)
  include (carrier, cause, currency, goods, amount) where claim_id is null and amount > 0 and why = '';

create sequence claim_submission_numbers;

create table claims (
  client_code text collate "C" not null references clients,
  claim_id bigint generated always as identity,
  tracking_number text collate "C" not null,
  carrier text collate "C" not null,
  carrier_name text not null,
  carrier_service text not null,
  order_number text collate "C" not null,
  cause text collate "C" not null check (cause in ('lost', 'damaged', 'late')),
  state text collate "C" not null default 'prepared' check (state in
    ('prepared', 'sent', 'acknowledged', 'accepted', 'partly accepted', 'refused', 'paid', 'withdrawn')),
  version int not null default 1,
  despatched_on date not null,
  deadline date not null,
  currency text collate "C" not null,
  goods bigint not null check (goods >= 0),
  carriage bigint not null check (carriage >= 0),
  claimed bigint not null check (claimed > 0),
  accepted bigint check (accepted between 0 and claimed),
  paid bigint not null default 0 check (paid between 0 and claimed),
  carrier_reference text not null default '',
  -- Claims that were prepared together.
  submission_no bigint not null,
  -- What the carrier asked to see on the day it was prepared, and where it takes claims.
  evidence jsonb not null default '[]',
  office jsonb not null default '{"email": "", "address": "", "form": ""}',
  prepared_at timestamptz not null,
  prepared_by text not null,
  sent_at timestamptz,
  closed_at timestamptz,
  primary key (client_code, claim_id),
  constraint claims_amount check (claimed = goods + carriage),
  foreign key (client_code, order_number) references orders
);
-- The same loss is claimed once.
create unique index claims_once on claims (client_code, tracking_number) where state <> 'withdrawn';
create index claims_by_state on claims (client_code, state, deadline, claim_id);
create index claims_by_order on claims (client_code, order_number);
create index claims_by_submission on claims (client_code, submission_no, claim_id);
create index claims_by_number on claims (tracking_number) where state <> 'withdrawn';
alter table claim_candidates add foreign key (client_code, claim_id) references claims;

-- What became of a claim, and what was said about it.
create table claim_events (
  client_code text collate "C" not null,
  event_id bigint generated always as identity,
  claim_id bigint not null,
  at timestamptz not null,
  by_name text not null,
  what text collate "C" not null,
  text text not null default '',
  amount bigint,
  primary key (client_code, event_id),
  foreign key (client_code, claim_id) references claims
);
create index claim_events_of_claim on claim_events (client_code, claim_id, event_id);

-- What credits on invoices pay of claims. An invoice that is deleted takes them along.
create table claim_settlements (
  client_code text collate "C" not null,
  settlement_id bigint generated always as identity,
  claim_id bigint not null,
  credit_id bigint not null,
  invoice_number text not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null,
  primary key (client_code, settlement_id),
  foreign key (client_code, claim_id) references claims
);
create index claim_settlements_of_claim on claim_settlements (client_code, claim_id);
create index claim_settlements_of_credit on claim_settlements (credit_id);

select restrict_to_clients('claim_hints', 'claim_candidates', 'claims', 'claim_events', 'claim_settlements');
grant select, insert, update, delete on claim_terms, claim_hints, claim_candidates, claims, claim_settlements to despatch_app;
grant select, insert on claim_events to despatch_app;
grant usage on claim_submission_numbers to despatch_app;

-- A parcel of which the carrier says something is not lost, or not yet: its loss cannot be claimed any more, and a claim that
-- the carrier has not answered is stopped where the parcel arrived. What says damaged or lost is judged.
create function keep_claims_of_parcels() returns trigger language plpgsql as $$
begin
  delete from claim_candidates c using told t join told_before b
    on b.client_code = t.client_code and b.tracking_number = t.tracking_number and b.state_at is distinct from t.state_at
  where c.client_code = t.client_code and c.tracking_number = t.tracking_number and c.cause = 'lost' and c.claim_id is null;
  insert into claim_hints (client_code, tracking_number)
  select t.client_code, t.tracking_number from told t join told_before b
    on b.client_code = t.client_code and b.tracking_number = t.tracking_number and b.reason is distinct from t.reason
  where t.reason ~* 'damag|lost' order by 1, 2
  on conflict do nothing;
  with arrived as (
    select c.client_code, c.claim_id, t.delivered_on from told t join told_before b
      on b.client_code = t.client_code and b.tracking_number = t.tracking_number
      and b.delivered_on is null and t.delivered_on is not null
    join claims c on c.client_code = t.client_code and c.tracking_number = t.tracking_number
      and c.cause = 'lost' and c.state in ('prepared', 'sent', 'acknowledged')
  ), freed as (
    delete from claim_candidates d using arrived a where d.client_code = a.client_code and d.claim_id = a.claim_id
  ), stopped as (
    update claims c set state = 'withdrawn', version = c.version + 1, closed_at = now()
    from arrived a where c.client_code = a.client_code and c.claim_id = a.claim_id
  )
  insert into claim_events (client_code, claim_id, at, by_name, what, text)
  select client_code, claim_id, now(), '', 'arrived', delivered_on::text from arrived order by claim_id;
  return null;
end $$;
create trigger keep_claims after update on parcels
  referencing new table as told old table as told_before for each statement execute function keep_claims_of_parcels();

-- A return that says damaged makes the parcels of its order to be judged.
create function hint_claims_of_returns() returns trigger language plpgsql as $$
begin
  insert into claim_hints (client_code, tracking_number)
  select distinct p.client_code, p.tracking_number from added a cross join lateral (
    select client_code, tracking_number from parcels
    where client_code = a.client_code and order_number between a.order_number and a.order_number
    order by order_number offset 0
  ) p
  where a.reason_code ~* 'damag' order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create trigger hint_claims_of_new after insert on return_lines
  referencing new table as added for each statement execute function hint_claims_of_returns();
create trigger hint_claims_of_changed after update on return_lines
  referencing new table as added for each statement execute function hint_claims_of_returns();

-- Carriage is asked back once: by a claim, or by the dispute of the invoice that bills it. Whoever adds either holds the
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

-- Credits that go take what they paid of claims along.
create function remove_claim_payments() returns trigger language plpgsql as $$
begin
  delete from claim_settlements s using removed r where s.credit_id = r.credit_id;
  return null;
end $$;
create trigger remove_claim_payments after delete on invoice_credits
  referencing old table as removed for each statement execute function remove_claim_payments();

create function take_back_claim_payments() returns trigger language plpgsql as $$
begin
  with gone as (
    select client_code, claim_id, sum(amount)::bigint as amount, min(invoice_number) as invoice_number
    from removed group by client_code, claim_id
  ), changed as (
    update claims c set paid = greatest(0, c.paid - g.amount), version = c.version + 1,
      state = case when c.state = 'paid' then 'accepted' else c.state end,
      closed_at = case when c.state = 'paid' then null else c.closed_at end
    from gone g where c.client_code = g.client_code and c.claim_id = g.claim_id
  )
  insert into claim_events (client_code, claim_id, at, by_name, what, text, amount)
  select client_code, claim_id, now(), '', 'credit taken back', invoice_number, amount from gone order by claim_id;
  return null;
end $$;
create trigger take_back_payments after delete on claim_settlements
  referencing old table as removed for each statement execute function take_back_claim_payments();
