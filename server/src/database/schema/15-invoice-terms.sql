-- How carriers' invoices are read, matched and judged: all of it the operator's.

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

select restrict_to_operator('invoice_layouts', 'invoice_tolerances', 'invoice_agreed', 'invoice_divisors', 'invoice_rates',
  'invoice_service_names', 'invoice_matches', 'invoice_account_clients', 'invoice_account_currencies');
grant select, insert, update, delete on invoice_layouts, invoice_tolerances, invoice_agreed, invoice_divisors, invoice_rates,
  invoice_service_names, invoice_matches, invoice_account_clients to despatch_app;
grant select, insert, update on invoice_account_currencies to despatch_app;
