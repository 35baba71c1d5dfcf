-- Orders of which a parcel has come, gone or changed that invoices bill: a job judges their rows again.
-- Feeds only add to it, so that they wait for no other transaction.
create table invoice_orders_changed (
  client_code text collate "C" not null,
  change_id bigint generated always as identity,
  order_number text collate "C" not null,
  primary key (client_code, change_id)
);
select restrict_to_clients('invoice_orders_changed');
grant select, insert, delete on invoice_orders_changed to despatch_app;

-- Each order is looked up by its index, whatever the planner knows: docs/decisions/0014.
create function note_changed_orders(clients text[], orders text[]) returns void language sql as $$
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

-- What a later feed says of a parcel that is there: its weight and service by the trigger of its columns, its contents by the
-- feed, which alone knows which of them are not of a new parcel.
create or replace function note_billing_days_of_parcel() returns trigger language plpgsql as $$
begin
  insert into billing_days_changed (client_code, carrier, day)
  values (old.client_code, old.carrier, london_day(old.despatched_at)),
    (new.client_code, new.carrier, london_day(new.despatched_at));
  perform note_changed_orders(array[old.client_code, new.client_code], array[old.order_number, new.order_number]);
  return null;
end $$;
create or replace trigger note_billing_days_of_changed after update on parcels for each row
  when ((old.carrier, old.despatched_at, old.tracking_number, old.order_number, old.weight, old.carrier_service, old.client_method_id)
    is distinct from
    (new.carrier, new.despatched_at, new.tracking_number, new.order_number, new.weight, new.carrier_service, new.client_method_id))
  execute function note_billing_days_of_parcel();

create function note_contents_of_parcels(client text, numbers text[]) returns void language plpgsql as $$
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

-- What was missed until now: days that are still looked at are reckoned again.
select set_config('app.clients', (select array_append(array_agg(client_code), '')::text from clients), true);
insert into billing_days_changed (client_code, carrier, day)
select distinct client_code, carrier, day from billing_days where day > current_date - 160 and billed_on = 'infinity';
select set_config('app.clients', '', true);
