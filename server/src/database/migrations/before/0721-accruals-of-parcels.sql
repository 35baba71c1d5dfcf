-- Whether a row is the carrier's bill of carrying what it covers to the customer: a surcharge alone, a credit, a correction or
-- a return is not.
create function bills_carriage(leg text, billed bigint, charges jsonb) returns boolean language sql immutable parallel safe
  return leg = 'outbound' and billed > 0 and charges @> '[{"category": "base"}]';

-- What is due of each parcel that left, before anything of it is billed: what accrues. Whole ten-thousandths of the client's
-- currency, null where it cannot be known. Reckoned with the parcel's day (billing_days).
create table parcel_accruals (
  client_code text collate "C" not null,
  tracking_number text collate "C" not null,
  amount bigint,
  primary key (client_code, tracking_number)
);
select restrict_to_clients('parcel_accruals');
grant select, insert, update, delete on parcel_accruals to despatch_app;

-- The accruals that postings reversed: of each parcel once, by the first invoice that bills its carriage. The rate is millionths of
-- the invoice's currency for one of the client's, null where it is the same.
create table invoice_accruals (
  client_code text collate "C" not null,
  tracking_number text collate "C" not null,
  despatched_on date not null,
  invoice_id bigint not null,
  amount bigint not null,
  currency text collate "C" not null,
  rate bigint,
  primary key (client_code, tracking_number, despatched_on)
);
create index invoice_accruals_of_invoice on invoice_accruals (invoice_id);
select restrict_to_clients('invoice_accruals');
grant select, insert on invoice_accruals to despatch_app;

-- What postings reversed already stays reversed.
insert into invoice_accruals (client_code, tracking_number, despatched_on, invoice_id, amount, currency)
select distinct on (b.client_code, b.despatched_as) b.client_code, b.despatched_as, london_day(p.despatched_at), b.invoice_id, 0,
  c.currency_code
from invoice_posted f
join invoice_parcels b using (invoice_id)
join parcels p on p.client_code = b.client_code and p.tracking_number = b.despatched_as
join clients c on c.client_code = b.client_code
where b.despatched_as <> '' and b.leg = 'outbound' and b.verdict <> 'Already billed'
order by b.client_code, b.despatched_as, b.invoice_id;

-- Days that are still looked at are reckoned again, by what is due now.
insert into billing_days_changed (client_code, carrier, day)
select distinct client_code, carrier, day from billing_days where day > current_date - 160;
