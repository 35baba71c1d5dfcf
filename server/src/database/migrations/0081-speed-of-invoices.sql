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

-- It runs once for an invoice: compiling it takes longer than running it.
alter function refresh_invoice(bigint) set jit = off;
