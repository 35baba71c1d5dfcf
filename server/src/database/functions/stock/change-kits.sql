-- When the boxes of a kit change, promises and reservations of the kit move to its new boxes.

-- Calculates again the unsent goods of despatched orders with these kits. The caller holds the client's kits exclusively.
create or replace function refresh_orders_of_products(asked_client text, products text[]) returns void language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare waiting text[] := array(
  select distinct o.order_number from orders o join order_lines l using (client_code, order_number)
  where o.client_code = asked_client and o.status = 'D' and l.sku_code = any (products)
);
begin
  if cardinality(waiting) > 0 then
    perform refresh_stock_remains(asked_client, waiting);
  end if;
end $$;

-- Orders of kits that the warehouse has not begun and that have drawn reservations, or could draw one.
create or replace function orders_that_draw(asked_client text, kits text[]) returns text[] language sql stable as $$
  select array_agg(o.order_number) from orders o
  where o.client_code = asked_client and o.status in ('N', 'R', 'S') and exists (
    select from order_lines l where l.client_code = o.client_code and l.order_number = o.order_number and l.sku_code = any (kits)
  ) and (exists (
    select from stock_reservation_draws d where d.client_code = o.client_code and d.order_number = o.order_number
  ) or exists (
    select from stock_reservations r where r.client_code = o.client_code and r.ended_at is null and r.drawn < r.pieces
      and (r.order_number = o.order_number
        or (r.order_number = '' and r.customer_account <> '' and lower(r.customer_account) = lower(o.customer_account)))
  ))
$$;

-- Moves promises and reservations of kits to their new boxes, and draws the reservations of these boxes for orders of the kits.
-- Each row says how many more (or, below 0, fewer) of a box are in one kit. The caller holds the client's kits exclusively, so
-- nobody else draws and the orders need no lock. Each call is planned separately, because the smaller side differs: the client's
-- open orders, or the lines of the kits.
create or replace function move_kits(asked_client text, kits text[], boxes text[], more int[]) returns void language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  promising text[] := case when picked_has_left(asked_client) then '{N,R,S}' else '{N,R,S,P,K}' end;
  reserved_boxes text[]; codes text[]; pieces bigint[];
  drawing text[] := orders_that_draw(asked_client, kits);
begin
  insert into stock_deltas (client_code, sku_code, code, promised)
  select asked_client, n.box_code, 'SELLABLE', sum(n.more * p.pieces)
  from unnest(kits, boxes, more) as n (kit_code, box_code, more) join (
    select l.sku_code, sum(l.quantity) as pieces from orders o join order_lines l using (client_code, order_number)
    where o.client_code = asked_client and o.status = any (promising) and l.sku_code = any (kits) group by 1
  ) p on p.sku_code = n.kit_code
  group by 2 having sum(n.more * p.pieces) <> 0;
  select array_agg(s.box_code), array_agg(s.code), array_agg(s.pieces) into reserved_boxes, codes, pieces from (
    select n.box_code, r.code, sum(n.more * (r.pieces - r.drawn)) as pieces
    from unnest(kits, boxes, more) as n (kit_code, box_code, more)
    join stock_reservations r on r.client_code = asked_client and r.sku_code = n.kit_code and r.ended_at is null
    group by 1, 2
  ) s;
  -- Also creates a balance for each kit, so that the stock list shows it. Locks the balances of drawn reservations too.
  perform lock_stock(asked_client, array_agg(k.sku_code), array_agg(k.code)) from (
    select n.sku_code, 'SELLABLE' as code from unnest(kits) as n (sku_code)
    union all
    select n.sku_code, n.code from unnest(reserved_boxes, codes) as n (sku_code, code)
    union all
    select unnest(array[b.sku_code, b.box_code]), r.code from stock_reservations r
    join boxes_of(asked_client, array(
      select s.sku_code from stock_reservations s where s.client_code = asked_client and (s.ended_at is null or s.drawn > 0)
    )) b on b.sku_code = r.sku_code
    where r.client_code = asked_client and drawing is not null and (r.ended_at is null or r.drawn > 0)
      and (r.order_number <> '' or r.customer_account <> '')
  ) k;
  update stock_balances b set reserved = b.reserved + s.pieces
  from unnest(reserved_boxes, codes, pieces) as s (box_code, code, pieces)
  where b.client_code = asked_client and b.sku_code = s.box_code and b.code = s.code;
  if drawing is not null then
    perform redraw_reservations(asked_client, drawing);
  end if;
end $$;

-- Boxes are added to kits or deleted, never updated. A SKU without boxes is its own box.
create or replace function change_kits() returns trigger language plpgsql as $$
declare one record; sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  for one in select client_code, array_agg(distinct sku_code) as kits from changed group by 1 order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('kits of ' || one.client_code, 0));
    -- The time of the lock: earlier movements used these boxes. One transaction can both delete and add boxes.
    insert into former_boxes
    select one.client_code, k.code, clock_timestamp(), coalesce((
      select jsonb_object_agg(b.component_code, b.quantity) from (
        select c.component_code, c.quantity from sku_components c where c.client_code = one.client_code and c.sku_code = k.code
        except
        select n.component_code, n.quantity from changed n where tg_op = 'INSERT' and n.client_code = one.client_code and n.sku_code = k.code
        union all
        select n.component_code, n.quantity from changed n where tg_op = 'DELETE' and n.client_code = one.client_code and n.sku_code = k.code
      ) b
    ), jsonb_build_object(k.code, 1))
    from unnest(one.kits) as k (code)
    where not exists (select from former_boxes f where f.client_code = one.client_code and f.sku_code = k.code and f.changed_at >= now());
    perform move_kits(one.client_code, array_agg(m.kit_code), array_agg(m.box_code), array_agg(m.more)) from (
      select sku_code as kit_code, component_code as box_code, sign * quantity as more from changed where client_code = one.client_code
      union all
      select k.code, k.code, -sign from unnest(one.kits) as k (code) where not exists (
        select from sku_components c where c.client_code = one.client_code and c.sku_code = k.code and not (
          tg_op = 'INSERT' and c.component_code in (select n.component_code from changed n where n.client_code = c.client_code and n.sku_code = c.sku_code)
        )
      )
    ) m;
    perform refresh_orders_of_products(one.client_code, one.kits);
    -- Fires mark_balance for the kit's own balance.
    update stock_balances b set is_short = b.is_short where b.client_code = one.client_code and b.sku_code = any (one.kits);
  end loop;
  return null;
end $$;
