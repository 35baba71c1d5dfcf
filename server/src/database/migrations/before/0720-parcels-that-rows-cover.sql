-- The parcels that a row of an invoice covers beside others: all of a consignment. A row that covers one parcel alone names it
-- itself (invoice_parcels.despatched_as). What billed a parcel is read from both, and from nothing else.
create table invoice_covers (
  client_code text collate "C" not null,
  tracking_number text collate "C" not null,
  invoice_id bigint not null,
  parcel_no int not null,
  primary key (client_code, tracking_number, invoice_id, parcel_no)
);
create index invoice_covers_of_row on invoice_covers (invoice_id, parcel_no);
select restrict_to_clients('invoice_covers');
grant select, insert, delete on invoice_covers to despatch_app;

-- The rows that bill a parcel: what its account is made of. A caller sees the rows of the clients that it sees.
create view parcel_bills with (security_invoker = true) as
select client_code, despatched_as as tracking_number, invoice_id, parcel_no
from invoice_parcels where despatched_as <> ''
union all
select client_code, tracking_number, invoice_id, parcel_no from invoice_covers;
grant select on parcel_bills to despatch_app;

-- Open rows whose parcels' accounts have changed before them: an invoice was rejected, deleted or matched otherwise. A job
-- judges them again.
create table invoice_rows_to_judge (
  invoice_id bigint not null references invoices on delete cascade,
  parcel_no int not null,
  primary key (invoice_id, parcel_no)
);
select restrict_to_operator('invoice_rows_to_judge');
grant select, insert, delete on invoice_rows_to_judge to despatch_app;

-- What a row bills by its layout: domain/src/invoices/parcel-accounts/covers.ts.
alter table invoices add column bills text collate "C" not null default 'parcels';
alter table invoices add constraint invoices_bills check (bills in ('parcels', 'consignments', 'sales orders')) not valid;
update invoices set bills = 'sales orders' where carrier_name = 'Royal Mail';
update invoices set bills = 'consignments' where carrier_name in ('DHL', 'FedEx', 'UPS');
update invoices i set bills = 'consignments'
from invoice_files f
where f.file_id = i.file_id and i.bills = 'parcels' and exists (
  select from invoice_layouts l
  where l.layout ->> 'row' <> 'parcel' and f.layout like l.title || ', version ' || l.version || '%'
);

-- What was billed of a consignment as one, by a row of its own or beside its parcels, covered all of its parcels.
insert into invoice_covers (client_code, tracking_number, invoice_id, parcel_no)
select b.client_code, p.tracking_number, b.invoice_id, b.parcel_no
from invoice_parcels b
join invoices i using (invoice_id)
join parcels p on p.client_code = b.client_code and p.order_number = b.order_number and p.carrier = i.carrier
where b.despatched_as = '' and b.order_number <> '' and b.verdict not in ('Not found', 'Not despatched');

-- A row that covers several parcels may have a number of its own.
create or replace function note_billing_days_of_rows() returns trigger language plpgsql as $$
begin
  if current_setting('app.billing_days_later', true) = 'on' then
    return null;
  end if;
  insert into billing_days_changed (client_code, carrier, day)
  select distinct p.client_code, p.carrier, london_day(p.despatched_at)
  from changed c cross join lateral (
    select * from parcels where client_code = c.client_code and tracking_number between c.despatched_as and c.despatched_as
    order by tracking_number limit 1
  ) p
  where c.despatched_as <> ''
  union
  select distinct p.client_code, p.carrier, london_day(p.despatched_at)
  from changed c cross join lateral (
    select * from parcels where client_code = c.client_code and order_number between c.order_number and c.order_number
    order by order_number offset 0
  ) p
  where c.despatched_as = '' and c.order_number <> '';
  return null;
end $$;
