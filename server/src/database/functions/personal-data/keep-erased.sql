-- A restored backup can contain an order that was erased later. Such an order is inserted without the person.
create or replace function keep_erased_orders() returns trigger language plpgsql as $$
declare one record;
begin
  if not exists (select from erased_orders) then
    return null;
  end if;
  for one in
    select a.client_code, array_agg(a.order_number) as numbers
    from added a join erased_orders e on e.client_code = a.client_code and e.order_number = a.order_number
    group by a.client_code
  loop
    perform erase_orders(one.client_code, one.numbers);
  end loop;
  return null;
end $$;

-- Removes free text from later carrier and returns events about an erased person.
create or replace function keep_erased_events() returns trigger language plpgsql security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if not exists (select from erased_orders) then
    return null;
  end if;
  if tg_table_name = 'delivery_events' then
    update delivery_events e set description = '', location = ''
    from added a join parcels p on p.client_code = a.client_code and p.tracking_number = a.tracking_number
      join erased_orders x on x.client_code = p.client_code and x.order_number = p.order_number
    where e.client_code = a.client_code and e.tracking_number = a.tracking_number and e.event_key = a.event_key
      and (e.description <> '' or e.location <> '');
  else
    update return_events e set note = '', customer_account = ''
    from added a join erased_orders x on x.client_code = a.client_code and x.order_number = a.order_number
    where e.client_code = a.client_code and e.order_number = a.order_number and e.event_key = a.event_key
      and (e.note <> '' or e.customer_account <> '');
  end if;
  return null;
end $$;
