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

-- What carriers publish, for the operator to confirm. Amounts and days as of 2025; '' is every service. They were written down
-- without the carriers' pages at hand, and say so.
insert into claim_terms (carrier, service, from_day, to_day, source, rules, changed_at, changed_by)
select carrier, service, '2020-01-01', null, source || ' Written down in 2025 from general knowledge, not copied from the carrier’s page: check with your contract.', jsonb_build_object(
    'lostAfterDays', lost_after, 'lostWithinDays', lost_within, 'damagedWithinDays', damaged_within,
    'lateAfterDays', late_after, 'lateWithinDays', late_within, 'mostPerParcel', per_parcel * 10000, 'mostPerKg', per_kg * 10000,
    'basis', basis, 'costPercent', 50, 'isCarriagePaid', carriage, 'evidence', evidence::jsonb,
    'email', '', 'address', '', 'form', form), now(), 'Despatch'
from (values
  ('RMG', '', 'Royal Mail, business account claims: 80 days from posting, £150 for Tracked.', 10, 80, 80, null::int, 80, 150, null::int, 'cost price', false,
    '["Proof of posting", "Proof of value", "Photos of the damage and packaging"]', 'https://www.royalmail.com/business/help/claims'),
  ('RMG', 'Special Delivery', 'Royal Mail, Special Delivery Guaranteed: 80 days from posting, £750, fee back when late.', 10, 80, 80, 1, 80, 750, null, 'cost price', true,
    '["Proof of posting", "Proof of value", "Photos of the damage and packaging"]', 'https://www.royalmail.com/business/help/claims'),
  ('EVRI', '', 'Evri business terms: 28 days, £25 a parcel.', 10, 28, 14, null, 28, 25, null, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging", "Description of the goods"]', 'https://www.evri.com/help'),
  ('DPD', '', 'DPD UK conditions of carriage: 28 days for a loss, 14 for damage, £100 a parcel.', 7, 28, 14, null, 28, 100, null, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging"]', 'https://www.dpd.co.uk/content/my_dpd'),
  ('DPD', 'Next Day', 'DPD UK Next Day: as DPD UK, carriage back when late.', 7, 28, 14, 1, 28, 100, null, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging"]', 'https://www.dpd.co.uk/content/my_dpd'),
  ('DHL', '', 'DHL conditions of carriage: 30 days, about £20 a kilogram (22 SDR).', 10, 30, 30, 1, 30, null, 20, 'cost price', true,
    '["Waybill", "Commercial invoice", "Photos of the damage and packaging"]', 'https://www.dhl.com/gb-en/home/customer-service/file-a-claim.html'),
  ('YODEL', '', 'Yodel business terms: 28 days, £50 a parcel.', 10, 28, 14, null, 28, 50, null, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging"]', 'https://www.yodel.co.uk/help'),
  ('UPS', '', 'UPS tariff and terms: 60 days, £60 a shipment unless a value is declared, fee back when a guarantee is missed.', 3, 60, 60, 1, 15, 60, null, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging"]', 'https://www.ups.com/gb/en/support/file-a-claim'),
  ('FEDEX', '', 'FedEx conditions of carriage: 9 months for a loss, 21 days for damage, about £20 a kilogram (22 SDR).', 10, 270, 21, 1, 21, null, 20, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging"]', 'https://www.fedex.com/en-gb/customer-support/claims.html'),
  ('PARCELFORCE', '', 'Parcelforce Worldwide conditions: 28 days, £100 a parcel.', 10, 28, 28, 1, 28, 100, null, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging"]', 'https://www.parcelforce.com/help-and-advice/claims')
) as t (carrier, service, source, lost_after, lost_within, damaged_within, late_after, late_within, per_parcel, per_kg, basis, carriage, evidence, form);

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
grant usage on claim_submission_numbers to despatch_app;

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

-- A claim is made of a candidate.
alter table claim_candidates add foreign key (client_code, claim_id) references claims;

-- What happened to a claim, and what was said about it.
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

-- Evidence that people add to a claim: photos, encoded again from what was sent, and documents (PDF). It goes to the carrier with
-- the claim.
create table claim_files (
  client_code text collate "C" not null,
  file_id uuid not null,
  claim_id bigint not null,
  name text not null,
  type text collate "C" not null check (type in ('image/jpeg', 'application/pdf')),
  bytes bytea not null,
  added_at timestamptz not null,
  added_by text not null,
  primary key (client_code, file_id),
  foreign key (client_code, claim_id) references claims
);
-- They are compressed already.
alter table claim_files alter column bytes set storage external;
create index claim_files_of_claim on claim_files (client_code, claim_id, added_at, file_id);

select restrict_to_clients('claim_hints', 'claim_candidates', 'claims', 'claim_events', 'claim_settlements', 'claim_files');
grant select, insert, update, delete on claim_terms, claim_hints, claim_candidates, claims, claim_settlements to despatch_app;
grant select, insert, delete on claim_files to despatch_app;
grant select, insert on claim_events to despatch_app;
