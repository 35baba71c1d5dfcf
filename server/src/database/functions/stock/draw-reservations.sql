-- Draws reservations of a SKU for an order or its customer. Returns how many pieces are still wanted. The caller holds the
-- balances of the SKU.
create or replace function draw_reserved(asked_client text, order_number_of text, account text, asked_sku text, wanted int) returns int language plpgsql
set enable_seqscan = off
as $$
declare kept record; taken int;
begin
  for kept in
    select * from stock_reservations r
    where r.client_code = asked_client and r.sku_code = asked_sku and r.code = 'SELLABLE' and r.ended_at is null and r.drawn < r.pieces
      and r.until_day >= (now() at time zone 'Europe/London')::date
      and (r.order_number = order_number_of
        or (r.order_number = '' and r.customer_account <> '' and lower(r.customer_account) = lower(account)))
    order by r.order_number desc, r.until_day, r.reservation_id for update
  loop
    exit when wanted = 0;
    taken := least(wanted, kept.pieces - kept.drawn);
    wanted := wanted - taken;
    update stock_reservations r set drawn = r.drawn + taken where r.client_code = asked_client and r.reservation_id = kept.reservation_id;
    perform add_reserved(asked_client, kept.sku_code, kept.code, -taken);
    insert into stock_reservation_draws as d values (asked_client, order_number_of, kept.reservation_id, taken)
    on conflict (client_code, order_number, reservation_id) do update set pieces = d.pieces + excluded.pieces;
  end loop;
  return wanted;
end $$;

-- Returns what orders that the warehouse has not begun have drawn, and draws for their present lines. With was_cancelled it also
-- draws for cancelled orders that the warehouse continues. A kit draws its own reservations first, then those of its boxes. The
-- caller holds the orders, or the client's kits exclusively.
create or replace function redraw_reservations(asked_client text, asked_orders text[], was_cancelled boolean default false) returns void language plpgsql
set enable_seqscan = off
as $$
declare
  skus text[]; codes text[]; line record; kept record; box record; wanted int;
begin
  perform hold_kits(asked_client);
  select array_agg(k.sku_code), array_agg(k.code) into skus, codes from (
    select r.sku_code, r.code from stock_reservation_draws d join stock_reservations r using (client_code, reservation_id)
    where d.client_code = asked_client and d.order_number = any (asked_orders)
    union
    select r.sku_code, r.code from stock_reservations r
    where r.client_code = asked_client and r.ended_at is null and (r.order_number <> '' or r.customer_account <> '')
      and r.sku_code in (
        select unnest(array[b.sku_code, b.box_code]) from boxes_of(asked_client, array(
          select l.sku_code from order_lines l where l.client_code = asked_client and l.order_number = any (asked_orders)
        )) b
      )
  ) k;
  if skus is null then return; end if;
  perform hold_stock(asked_client, skus, codes);
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
      perform add_reserved(asked_client, kept.sku_code, kept.code, line.pieces);
    end if;
  end loop;
  for line in
    select o.order_number, o.customer_account, l.sku_code, sum(l.quantity)::int as pieces
    from orders o join order_lines l using (client_code, order_number)
    where o.client_code = asked_client and o.order_number = any (asked_orders)
      and (o.status in ('N', 'R', 'S') or (was_cancelled and o.status <> 'C'))
    group by 1, 2, 3 order by 1, 3
  loop
    wanted := draw_reserved(asked_client, line.order_number, line.customer_account, line.sku_code, line.pieces);
    for box in select * from boxes_of(asked_client, array[line.sku_code]) b where b.box_code <> b.sku_code order by b.box_code loop
      perform draw_reserved(asked_client, line.order_number, line.customer_account, box.box_code, wanted * box.quantity);
    end loop;
  end loop;
end $$;

-- Most clients have no such reservations: then this is two look-ups.
create or replace function draw_for_lines() returns trigger language plpgsql
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

-- An order was cancelled or no longer is, or its customer account changed.
create or replace function draw_for_order() returns trigger language plpgsql as $$
begin
  perform redraw_reservations(new.client_code, array[new.order_number], old.status = 'C');
  return null;
end $$;
