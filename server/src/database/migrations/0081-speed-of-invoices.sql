-- Whoever writes an invoice and knows what it bills notes the days once, when it is written, and says so beforehand by the
-- setting app.billing_days_later of the transaction: not a look-up of each row in every one of a hundred statements.
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
  where c.despatched_as = '' and c.tracking_number = '' and c.order_number <> '' and c.leg = 'outbound';
  return null;
end $$;

-- Every sort of the list of invoices is read from an index, without sorting all of them. Only the due day may be missing.
create index invoice_sums_by_due_day on invoice_sums (client_code, due_day nulls first, invoice_id);
create index invoice_sums_by_written_number on invoice_sums (client_code, invoice_number, invoice_id);
create index invoice_sums_by_carrier on invoice_sums (client_code, carrier_name, invoice_id);
create index invoice_sums_by_status on invoice_sums (client_code, status, invoice_id);
create index invoice_sums_by_billed on invoice_sums (client_code, billed, invoice_id);
create index invoice_sums_by_variance on invoice_sums (client_code, variance, invoice_id);
create index invoice_sums_by_undecided on invoice_sums (client_code, undecided, invoice_id);

-- It runs once for an invoice: compiling it takes longer than running it.
alter function refresh_invoice(bigint) set jit = off;
