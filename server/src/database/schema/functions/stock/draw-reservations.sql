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
