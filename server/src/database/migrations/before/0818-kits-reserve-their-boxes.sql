-- A reservation of a kit reserves its boxes. Where a client refuses orders that are short, the boxes of all lines are judged together.

-- The stock of SKUs by allocation code. On hand of a kit is the number of kits that its boxes make; reserved and promised are how
-- many fewer they make because pieces of them are reserved or promised. A kit counts as counted where each of its boxes was counted.
create function stock_of(asked_client text, skus text[])
returns table (sku_code text, code text, on_hand bigint, reserved bigint, promised bigint, counted_at timestamptz) language sql stable
set enable_seqscan = off
as $$
  with box as materialized (
    select b.sku_code collate "C" as sku_code, b.box_code collate "C" as box_code, b.quantity from boxes_of(asked_client, skus) b
  ), known as materialized (
    select k.sku_code, k.code, sum(k.on_hand) as on_hand, sum(k.on_hand - k.reserved) as free,
      sum(k.on_hand - k.reserved - k.promised) as available, max(k.counted_at) as counted_at
    from (
      select b.sku_code, b.code, b.on_hand, b.reserved, b.promised, b.counted_at
      from stock_balances b where b.client_code = asked_client and b.sku_code = any (array(select box_code from box))
      union all
      select d.sku_code, d.code, case when d.at > coalesce(b.counted_at, '-infinity') then d.moved else 0 end, 0, d.promised, null
      from stock_deltas d
      left join stock_balances b on b.client_code = asked_client and b.sku_code = any (array(select box_code from box))
        and b.sku_code = d.sku_code and b.code = d.code
      where d.client_code = asked_client and d.sku_code = any (array(select box_code from box))
    ) k group by 1, 2
  ), made as (
    select c.sku_code, c.code, min(floor(coalesce(k.on_hand, 0) / b.quantity)) as on_hand,
      min(floor(coalesce(k.free, 0) / b.quantity)) as free, min(floor(coalesce(k.available, 0) / b.quantity)) as available,
      case when count(k.counted_at) = count(*) then min(k.counted_at) end as counted_at
    from (select distinct b.sku_code, k.code from box b join known k on k.sku_code = b.box_code) c
    join box b on b.sku_code = c.sku_code
    left join known k on k.sku_code = b.box_code and k.code = c.code
    group by 1, 2
  )
  select m.sku_code, m.code, m.on_hand::bigint, (m.on_hand - m.free)::bigint, (m.free - m.available)::bigint, m.counted_at from made m
$$;

-- Holds the balances of SKUs, and of the boxes of kits, until the end of the transaction.
create function hold_stock(asked_client text, skus text[], codes text[]) returns void language plpgsql as $$
begin
  perform hold_kits(asked_client);
  perform lock_stock(asked_client, array_agg(k.sku_code), array_agg(n.code))
  from unnest(skus, codes) as n (sku_code, code) join boxes_of(asked_client, skus) b on b.sku_code = n.sku_code
  cross join unnest(array[b.sku_code, b.box_code]) as k (sku_code);
end $$;

-- Reserves more pieces of a SKU and code, or fewer; of a kit it reserves the boxes. The caller holds the balances.
create function add_reserved(asked_client text, asked_sku text, asked_code text, pieces bigint, now_at timestamptz default null,
  by_whom text default null) returns void language sql as $$
  update stock_balances s set reserved = s.reserved + pieces * b.quantity, changed_at = coalesce(now_at, s.changed_at),
    changed_by = coalesce(by_whom, s.changed_by)
  from boxes_of(asked_client, array[asked_sku]) b
  where s.client_code = asked_client and s.sku_code = b.box_code and s.code = asked_code
$$;

-- Reserves pieces of a SKU and code, named as they are kept. Where fewer are available it raises DS422, whose detail says how
-- many, and whether the SKU was never counted.
create or replace function reserve_found(asked_client text, new_id uuid, asked_sku text, asked_code text, wanted int, why text, last_day date,
  for_order text, account text, words text, by_whom text, now_at timestamptz) returns void language plpgsql
set enable_seqscan = off
set enable_sort = off
as $$
declare held record;
begin
  perform hold_stock(asked_client, array[asked_sku], array[asked_code]);
  -- Deltas that wait are added. Nobody folds them meanwhile, because folding locks the balance.
  select s.on_hand, s.on_hand - s.reserved - s.promised as available, s.counted_at into held
  from stock_of(asked_client, array[asked_sku]) s where s.code = asked_code;
  if held.available < wanted then
    raise exception 'fewer pieces are available' using errcode = 'DS422', detail = json_build_object(
      'available', held.available, 'isNeverCounted', held.counted_at is null and held.on_hand <= 0);
  end if;
  insert into stock_reservations (client_code, reservation_id, sku_code, code, pieces, purpose, until_day, held_by,
    order_number, customer_account, note, created_at, amended_at, amended_by)
  values (asked_client, new_id, asked_sku, asked_code, wanted, why, last_day, by_whom, for_order, account, words, now_at, now_at, by_whom);
  insert into stock_reservation_history (client_code, reservation_id, version, at, by_name, act, pieces, until_day, note)
  values (asked_client, new_id, 1, now_at, by_whom, 'Reserved', wanted, last_day, words);
  perform add_reserved(asked_client, asked_sku, asked_code, wanted, now_at, by_whom);
end $$;

-- No server that is in use calls it.
drop function reserve_stock(text, boolean, uuid, text, text, int, text, date, text, text, text, text, timestamptz);

-- Draws the reservations of a SKU that are for an order or its customer, and returns how many pieces are still wanted. The caller
-- holds the balances of the SKU.
create function draw_reserved(asked_client text, order_number_of text, account text, asked_sku text, wanted int) returns int language plpgsql
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

-- Gives back what orders have drawn of reservations, as long as the warehouse has not begun them, and draws for their present lines.
-- With was_cancelled it also draws for orders that the warehouse goes on with although they were cancelled. A kit draws reservations
-- of itself first, then those of its boxes. The caller holds the orders, or has the client's kits alone.
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

-- A reservation can be for a customer's account: an order whose account changes draws those of its new account.
create trigger redraw_reservations_of_account after update of customer_account on orders for each row
  when (old.customer_account <> new.customer_account) execute function draw_for_order();

-- The SKUs (boxes, of kits) of which a client has promised and reserved more than is on hand; none unless the client refuses orders
-- that are short. Their balances are locked, so that only one of two orders gets the last pieces.
create or replace function refused_shortages(asked_client text, skus text[]) returns table (sku_code text, short_by bigint) language plpgsql
set enable_seqscan = off
as $$
declare boxes text[];
begin
  if not coalesce((select (settings ->> 'refuseShort')::boolean from client_settings where client_code = asked_client), false) then
    return;
  end if;
  perform hold_kits(asked_client);
  boxes := array(select distinct b.box_code from boxes_of(asked_client, skus) b);
  perform lock_stock(asked_client, boxes, array_fill('SELLABLE'::text, array[cardinality(boxes)]));
  return query
  select s.sku_code, (s.reserved + s.promised - s.on_hand)::bigint from stock_of(asked_client, boxes) s
  where s.code = 'SELLABLE' and s.on_hand < s.reserved + s.promised order by 1;
end $$;
