-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench invoices).
-- Marks billing days to calculate again, and orders whose invoice rows are to be judged again. Triggers only insert, so they wait
-- for no other transaction; jobs read the marks.

-- Marks orders with changed parcels, if an invoice row bills them.
create or replace function note_changed_orders(clients text[], orders text[]) returns void language sql as $$
  insert into invoice_orders_changed (client_code, order_number)
  select c.client_code, c.order_number
  from (select distinct n.client_code, n.order_number from unnest(clients, orders) as n (client_code, order_number)) c
  cross join lateral (
    select from invoice_parcels
    where client_code = c.client_code and order_number between c.order_number and c.order_number and order_number <> ''
    order by order_number limit 1
  ) r
$$;

create or replace function note_billing_days_of_parcels() returns trigger language plpgsql as $$
begin
  insert into billing_days_changed (client_code, carrier, day)
  select distinct client_code, carrier, london_day(despatched_at) from changed;
  perform note_changed_orders(array_agg(client_code), array_agg(order_number)) from changed;
  return null;
end $$;

-- A feed changed a column that the parcel's price depends on.
create or replace function note_billing_days_of_parcel() returns trigger language plpgsql as $$
begin
  insert into billing_days_changed (client_code, carrier, day)
  values (old.client_code, old.carrier, london_day(old.despatched_at)),
    (new.client_code, new.carrier, london_day(new.despatched_at));
  perform note_changed_orders(array[old.client_code, new.client_code], array[old.order_number, new.order_number]);
  return null;
end $$;

-- A feed changed the contents of parcels. The feed calls this, because a trigger cannot tell which of the parcels are new.
create or replace function note_contents_of_parcels(client text, numbers text[]) returns void language plpgsql as $$
declare parcel record;
begin
  for parcel in
    select p.carrier, london_day(p.despatched_at) as day, array_agg(p.order_number) as orders
    from unnest(numbers) as n (number) cross join lateral (
      select * from parcels where client_code = client and tracking_number between n.number and n.number
      order by tracking_number limit 1
    ) p
    group by 1, 2
  loop
    insert into billing_days_changed (client_code, carrier, day) values (client, parcel.carrier, parcel.day);
    perform note_changed_orders(array_fill(client, array[cardinality(parcel.orders)]), parcel.orders);
  end loop;
end $$;

-- Newly published prices can apply to parcels that left earlier. Days without a bill are calculated again; billed days stay as
-- they were accrued.
create or replace function note_billing_days_of_prices() returns trigger language plpgsql as $$
begin
  insert into billing_days_changed (client_code, carrier, day)
  select distinct d.client_code, d.carrier, d.day
  from (
    select client_code, content ->> 'carrier' as carrier, min(coalesce(holds_from, '-infinity')) as holds_from
    from changed where kind = 'method' group by 1, 2
  ) c
  join billing_days d on d.client_code = c.client_code and d.carrier = c.carrier and d.day >= c.holds_from
    and d.day > current_date - 160 and d.billed_on = 'infinity';
  return null;
end $$;

-- A row of an invoice bills one parcel, or a consignment: all parcels of its order. A transaction that writes a whole invoice
-- sets app.billing_days_later and marks the days once itself, because doing it in each of a hundred statements takes too long.
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

-- A changed row can also change what other parcels of the order are billed, so all of them are marked.
create or replace function note_billing_days_of_row() returns trigger language plpgsql as $$
begin
  insert into billing_days_changed (client_code, carrier, day)
  select p.client_code, p.carrier, london_day(p.despatched_at) from parcels p
  where (p.client_code, p.tracking_number) in ((old.client_code, old.despatched_as), (new.client_code, new.despatched_as))
  union
  select p.client_code, p.carrier, london_day(p.despatched_at) from parcels p
  where (p.client_code, p.order_number) in ((old.client_code, old.order_number), (new.client_code, new.order_number));
  return null;
end $$;
