-- A row that holds what its detail bills beside its parcels. A parcel row may be without a tracking number too, and is judged otherwise.
alter table invoice_parcels add column is_own boolean not null default false;
update invoice_parcels p set is_own = true
where p.tracking_number = '' and (p.consignment_number = '' or exists (
  select from invoice_parcels o where o.invoice_id = p.invoice_id and o.detail_no = p.detail_no and o.parcel_no <> p.parcel_no
));

-- What one of a currency is in another from a day on, and by what names a carrier bills one of its services. As agreements are kept.
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
select restrict_to_operator('invoice_rates', 'invoice_service_names');
grant select, insert, update, delete on invoice_rates, invoice_service_names to despatch_app;

-- Of an invoice that was written in this transaction the planner knows nothing: row by row, its 60,000 rows would each be
-- held against all others.
alter function refresh_invoice(bigint) set enable_nestloop = off;
