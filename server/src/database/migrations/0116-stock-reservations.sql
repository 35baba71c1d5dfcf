-- Reservations, which are in 0115. Orders that a reservation is for draw it down: what is reserved becomes promised
-- in the transaction of the order, and what is cancelled is given back while the reservation lives.
create table stock_reservation_draws (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  reservation_id uuid not null,
  pieces int not null check (pieces > 0),
  primary key (client_code, order_number, reservation_id)
);

create table stock_reservation_history (
  client_code text collate "C" not null,
  reservation_id uuid not null,
  version int not null,
  at timestamptz not null,
  by_name text not null,
  act text not null,
  pieces int not null,
  until_day date not null,
  note text not null default '',
  primary key (client_code, reservation_id, version)
);
select restrict_to_clients('stock_reservation_draws', 'stock_reservation_history');
grant select, insert, update, delete on stock_reservation_draws to despatch_app;
grant select, insert on stock_reservation_history to despatch_app;

-- Gives back what orders that the warehouse has not begun had drawn, and draws what they are of now. The orders are held.
create function redraw_reservations(asked_client text, asked_orders text[]) returns void language plpgsql
set enable_seqscan = off
as $$
declare
  skus text[]; codes text[]; line record; kept record; taken int; wanted int;
begin
  select array_agg(k.sku_code), array_agg(k.code) into skus, codes from (
    select r.sku_code, r.code from stock_reservation_draws d join stock_reservations r using (client_code, reservation_id)
    where d.client_code = asked_client and d.order_number = any (asked_orders)
    union
    select r.sku_code, r.code from stock_reservations r
    where r.client_code = asked_client and r.ended_at is null and (r.order_number <> '' or r.customer_account <> '')
      and r.sku_code in (select l.sku_code from order_lines l where l.client_code = asked_client and l.order_number = any (asked_orders))
  ) k;
  if skus is null then return; end if;
  perform lock_stock(asked_client, skus, codes);
  for line in
    delete from stock_reservation_draws d using orders o
    where d.client_code = asked_client and d.order_number = any (asked_orders)
      and o.client_code = d.client_code and o.order_number = d.order_number and o.status in ('N', 'R', 'S', 'C')
    returning d.reservation_id, d.pieces
  loop
    update stock_reservations r set drawn = r.drawn - line.pieces
    where r.client_code = asked_client and r.reservation_id = line.reservation_id
    returning r.sku_code, r.code, r.ended_at into kept;
    if kept.ended_at is null then
      update stock_balances b set reserved = b.reserved + line.pieces
      where b.client_code = asked_client and b.sku_code = kept.sku_code and b.code = kept.code;
    end if;
  end loop;
  for line in
    select o.order_number, o.customer_account, l.sku_code, sum(l.quantity)::int as pieces
    from orders o join order_lines l using (client_code, order_number)
    where o.client_code = asked_client and o.order_number = any (asked_orders) and o.status in ('N', 'R', 'S')
    group by 1, 2, 3 order by 1, 3
  loop
    wanted := line.pieces;
    for kept in
      select * from stock_reservations r
      where r.client_code = asked_client and r.sku_code = line.sku_code and r.code = 'SELLABLE' and r.ended_at is null and r.drawn < r.pieces
        and r.until_day >= (now() at time zone 'Europe/London')::date
        and (r.order_number = line.order_number
          or (r.order_number = '' and r.customer_account <> '' and lower(r.customer_account) = lower(line.customer_account)))
      order by r.order_number desc, r.until_day, r.reservation_id for update
    loop
      exit when wanted = 0;
      taken := least(wanted, kept.pieces - kept.drawn);
      wanted := wanted - taken;
      update stock_reservations r set drawn = r.drawn + taken where r.client_code = asked_client and r.reservation_id = kept.reservation_id;
      update stock_balances b set reserved = b.reserved - taken
      where b.client_code = asked_client and b.sku_code = kept.sku_code and b.code = kept.code;
      insert into stock_reservation_draws values (asked_client, line.order_number, kept.reservation_id, taken);
    end loop;
  end loop;
end $$;

create function draw_for_lines() returns trigger language plpgsql
set enable_seqscan = off
as $$
declare one record;
begin
  for one in select client_code, array_agg(distinct order_number) as orders from changed group by 1 loop
    if exists (
      select from stock_reservations r where r.client_code = one.client_code and r.ended_at is null and (r.order_number <> '' or r.customer_account <> '')
    ) or exists (
      select from stock_reservation_draws d where d.client_code = one.client_code and d.order_number = any (one.orders)
    ) then
      perform redraw_reservations(one.client_code, one.orders);
    end if;
  end loop;
  return null;
end $$;
create trigger redraw_of_new after insert on order_lines referencing new table as changed
  for each statement execute function draw_for_lines();
create trigger redraw_of_gone after delete on order_lines referencing old table as changed
  for each statement execute function draw_for_lines();
create trigger redraw_of_changed after update on order_lines referencing new table as changed
  for each statement execute function draw_for_lines();

create function draw_for_order() returns trigger language plpgsql as $$
begin
  perform redraw_reservations(new.client_code, array[new.order_number]);
  return null;
end $$;
create trigger redraw_reservations after update of status on orders for each row
  when ((old.status = 'C') <> (new.status = 'C')) execute function draw_for_order();

-- Which SKUs a client has promised more of than there is, where it refuses that: none where it does not. They are held, so
-- that of two who take the last pieces one is told so.
create function refused_shortages(asked_client text, skus text[]) returns table (sku_code text, short_by bigint) language plpgsql
set enable_seqscan = off
as $$
begin
  if not coalesce((select (settings ->> 'refuseShort')::boolean from client_settings where client_code = asked_client), false) then
    return;
  end if;
  perform lock_stock(asked_client, skus, array_fill('SELLABLE'::text, array[cardinality(skus)]));
  return query
  select b.sku_code, -sum(b.available)::bigint from (
    select k.sku_code, k.available from stock_balances k
    where k.client_code = asked_client and k.sku_code = any (skus) and k.code = 'SELLABLE'
    union all
    select d.sku_code, case when d.at > coalesce(k.counted_at, '-infinity') then d.moved else 0 end - d.promised
    from stock_deltas d
    join stock_balances k on k.client_code = asked_client and k.sku_code = any (skus) and k.sku_code = d.sku_code and k.code = d.code
    where d.client_code = asked_client and d.sku_code = any (skus) and d.code = 'SELLABLE'
  ) b group by 1 having sum(b.available) < 0 order by 1;
end $$;

-- Where a client's figure no longer holds what is picked, or does again, what its orders promise is reckoned anew. What is
-- picked by then has left from that moment on: its parcels, which are told later, move nothing.
create function recount_promised() returns trigger language plpgsql as $$
declare seen text := current_setting('app.clients', true);
begin
  perform set_config('app.clients', array[new.client_code]::text, true);
  if (new.settings ->> 'pickedHasLeft')::boolean then
    perform move_picked(new.client_code, (
      select array_agg(o.order_number) from orders o
      where o.client_code = new.client_code and o.status in ('P', 'K')
        and not exists (select from parcels p where p.client_code = o.client_code and p.order_number = o.order_number)
    ));
  end if;
  -- What waits was reckoned by the old setting: taken off what is reckoned by the new one it could leave less than nothing.
  perform fold_stock_deltas(2147483647);
  perform rebuild_stock();
  perform set_config('app.clients', seen, true);
  return null;
end $$;
create trigger recount_promised_new after insert on client_settings for each row
  when ((new.settings ->> 'pickedHasLeft')::boolean) execute function recount_promised();
create trigger recount_promised after update on client_settings for each row
  when (coalesce((old.settings ->> 'pickedHasLeft')::boolean, false) <> coalesce((new.settings ->> 'pickedHasLeft')::boolean, false))
  execute function recount_promised();
