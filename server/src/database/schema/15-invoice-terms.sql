-- How carriers' invoices are read, matched and judged, and which of their rows are to be judged again: all of it the operator's
-- but for the orders that have changed.

create table invoice_layouts (
  code text collate "C" not null,
  version int not null,
  carrier text not null,
  title text not null,
  layout jsonb not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (code, version)
);

-- For whom: empty is all clients, or those that have none of their own.
create table invoice_tolerances (
  tolerance_id bigint generated always as identity primary key,
  carrier text collate "C" not null,
  for_client text collate "C" not null default '',
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null,
  unique (carrier, for_client)
);

create table invoice_agreed (
  agreed_id bigint generated always as identity primary key,
  carrier text collate "C" not null,
  for_client text collate "C" not null default '',
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);

create table invoice_divisors (
  divisor_id bigint generated always as identity primary key,
  carrier text collate "C" not null,
  for_client text collate "C" not null default '',
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);

-- Which places a zone of a carrier covers, from day to day; agreed charges name zones by their code. As agreements are kept.
create table invoice_zones (
  zone_id bigint generated always as identity primary key,
  carrier text collate "C" not null,
  for_client text collate "C" not null default '' check (for_client = ''),
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);

-- What agreed charges, volumetric divisors and zones were before they were changed or deleted, and from when until when they
-- were so: what is owed as of a day goes by what was known at its end.
create table invoice_agreements_before (
  kind text not null check (kind in ('agreed', 'divisor', 'zone')),
  agreement_id bigint not null,
  version int not null,
  carrier text collate "C" not null,
  for_client text collate "C" not null,
  terms jsonb not null,
  entered_at timestamptz not null,
  entered_by text not null,
  ended_at timestamptz not null,
  primary key (kind, agreement_id, version)
);

-- What one of a currency is in another from a day on. As agreements are kept.
create table invoice_rates (
  rate_id bigint generated always as identity primary key,
  carrier text collate "C" not null default '' check (carrier = ''),
  for_client text collate "C" not null default '' check (for_client = ''),
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);
create unique index invoice_rates_by_day on invoice_rates ((terms ->> 'from'), (terms ->> 'to'), (terms ->> 'day'));

-- By what names a carrier bills one of its services.
create table invoice_service_names (
  service_name_id bigint generated always as identity primary key,
  carrier text collate "C" not null,
  for_client text collate "C" not null default '' check (for_client = ''),
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);
create unique index invoice_service_names_by_name on invoice_service_names (carrier, (terms ->> 'name'), (terms ->> 'carrierService'));

-- What a person matched an invoice's row with, where nothing was found or several clients' parcels were; kept apart from the
-- row, whose client it decides, so that the row is judged by it whenever it is judged again.
create table invoice_matches (
  invoice_id bigint not null references invoices on delete cascade,
  parcel_no int not null,
  for_client text collate "C" not null,
  order_number text collate "C" not null,
  -- Empty where the order is meant, and none of its parcels.
  tracking_number text collate "C" not null,
  matched_at timestamptz not null,
  matched_by text not null,
  primary key (invoice_id, parcel_no)
);

-- Whose parcels a carrier bills on an account, where its invoices name no parcels; any client's where none are set.
create table invoice_accounts (
  account_id bigint generated always as identity primary key,
  carrier text collate "C" not null,
  for_client text collate "C" not null default '' check (for_client = ''),
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);
create unique index invoice_accounts_by_account on invoice_accounts (carrier, (terms ->> 'account'));

-- Whose parcels a carrier bills on an account, where a number is several clients': remembered from a row matched by hand.
create table invoice_account_clients (
  carrier_name text not null,
  account text collate "C" not null,
  for_client text collate "C" not null,
  invoice_id bigint not null,
  parcel_no int not null,
  remembered_at timestamptz not null,
  remembered_by text not null,
  primary key (carrier_name, account)
);

-- Which currency a carrier bills an account in, where neither its files nor their layout say so: said of one invoice, and kept
-- for those that come.
create table invoice_account_currencies (
  carrier_name text not null,
  account text collate "C" not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  said_at timestamptz not null,
  said_by text not null,
  primary key (carrier_name, account)
);

-- Open rows whose parcels' accounts have changed before them: an invoice was rejected, deleted or matched otherwise. A job
-- judges them again.
create table invoice_rows_to_judge (
  invoice_id bigint not null references invoices on delete cascade,
  parcel_no int not null,
  primary key (invoice_id, parcel_no)
);

-- Orders of which a parcel has come, gone or changed that invoices bill: a job judges their rows again.
-- Feeds only add to it, so that they wait for no other transaction.
create table invoice_orders_changed (
  client_code text collate "C" not null,
  change_id bigint generated always as identity,
  order_number text collate "C" not null,
  primary key (client_code, change_id)
);

-- Decided rows of which another cost is expected now, as a job found when it last compared an invoice. What was decided stays.
create table invoice_differences (
  invoice_id bigint not null references invoices on delete cascade,
  parcel_no int not null,
  -- What was expected when it was decided, and what is now; null where it cannot be known. Ten-thousandths of the invoice's
  -- currency.
  expected bigint,
  expected_now bigint,
  found_at timestamptz not null,
  -- Who has looked at it; again to be looked at once something else is expected.
  reviewed_at timestamptz,
  reviewed_by text,
  primary key (invoice_id, parcel_no)
);
create index invoice_differences_to_review on invoice_differences (found_at) where reviewed_at is null;

-- When decided rows of an invoice were last compared; one that is not here waits for it.
create table invoice_comparisons (
  invoice_id bigint primary key references invoices on delete cascade,
  compared_at timestamptz not null
);

select restrict_to_operator('invoice_layouts', 'invoice_tolerances', 'invoice_agreed', 'invoice_divisors', 'invoice_zones',
  'invoice_agreements_before', 'invoice_rates', 'invoice_service_names', 'invoice_matches', 'invoice_accounts',
  'invoice_account_clients', 'invoice_account_currencies', 'invoice_rows_to_judge', 'invoice_differences',
  'invoice_comparisons');
select restrict_to_clients('invoice_orders_changed');
grant select, insert, update, delete on invoice_layouts, invoice_tolerances, invoice_agreed, invoice_divisors, invoice_zones,
  invoice_rates, invoice_service_names, invoice_matches, invoice_accounts, invoice_account_clients, invoice_differences,
  invoice_comparisons to despatch_app;
-- Anyone who notes a row that is noted already updates the note, and so holds it: no job takes it before what has changed is to
-- be seen.
grant select, insert, update, delete on invoice_rows_to_judge to despatch_app;
grant select, insert, delete on invoice_orders_changed to despatch_app;
grant select, insert on invoice_agreements_before to despatch_app;
grant select, insert, update on invoice_account_currencies to despatch_app;
