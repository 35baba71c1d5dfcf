-- When the boxes of a kit change, what is promised and reserved of the kit moves to its new boxes. What kits moved, promised and
-- reserved before these migrations moves to their boxes here.

-- Whether a balance is short or reserved. A SKU that was never counted is not short, and neither is a kit: its boxes are.
create or replace function mark_balance() returns trigger language plpgsql as $$
begin
  new.is_reserved := new.reserved > 0;
  new.is_short := new.on_hand - new.reserved - new.promised < 0 and new.counted_at is not null;
  if new.is_short then
    new.is_short := not exists (select from sku_components c where c.client_code = new.client_code and c.sku_code = new.sku_code);
  end if;
  return new;
end $$;

-- Works out again what despatched orders of kits still wait for, after the boxes of these kits changed. Nobody else notes promises
-- meanwhile, because the caller has the client's kits alone.
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

-- The orders of kits, not begun by the warehouse, that have drawn reservations, or may draw one.
create function orders_that_draw(asked_client text, kits text[]) returns text[] language sql stable as $$
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

-- Moves what is promised and reserved of kits to their new boxes, and has orders of the kits draw the reservations of these. Each
-- row says how many more of a box are in one kit, or, below 0, how many fewer. The caller has the client's kits alone: so nobody
-- else draws meanwhile, and the orders need not be held. The plan is made for each call, because it depends on what is fewer: the
-- client's open orders, or the order lines of the kits.
create function move_kits(asked_client text, kits text[], boxes text[], more int[]) returns void language plpgsql
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
  -- Each kit gets a balance too, so that the list of stock shows it. The balances of what is drawn are locked with the others.
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

-- Boxes are added to kits, or taken from them. A SKU without boxes is its own box, before its first box and after its last.
create function change_kits() returns trigger language plpgsql as $$
declare one record; sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  for one in select client_code, array_agg(distinct sku_code) as kits from changed group by 1 order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('kits of ' || one.client_code, 0));
    -- The time is that of the lock: all that moved before it moved in these boxes. Boxes are deleted and added in one transaction.
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
    -- mark_balance works out again whether the kit's own balance is short.
    update stock_balances b set is_short = b.is_short where b.client_code = one.client_code and b.sku_code = any (one.kits);
  end loop;
  return null;
end $$;

create trigger change_kits_of_new after insert on sku_components referencing new table as changed
  for each statement execute function change_kits();
create trigger change_kits_of_gone after delete on sku_components referencing old table as changed
  for each statement execute function change_kits();
-- Boxes are added and deleted, never changed.
revoke update on sku_components from despatch_app;

create or replace view stock_records with (security_invoker = true) as
select k.client_code, k.sku_code, k.code, sum(k.on_hand)::bigint as on_hand, sum(k.reserved)::bigint as reserved, sum(k.promised)::bigint as promised
from (
  select distinct on (client_code, sku_code, code) client_code, sku_code, code, pieces::bigint as on_hand, 0 as reserved, 0 as promised
  from stock_counts order by client_code, sku_code, code, counted_at desc
) k group by 1, 2, 3
union all
select m.client_code, m.sku_code, m.code, sum(m.pieces), 0, 0 from stock_movements m
where m.at > coalesce((
  select max(c.counted_at) from stock_counts c where c.client_code = m.client_code and c.sku_code = m.sku_code and c.code = m.code
), '-infinity')
group by 1, 2, 3
union all
select client_code, sku_code, 'SELLABLE', 0, 0, sum(pieces) from stock_promise_records group by 1, 2
union all
select r.client_code, coalesce(c.component_code, r.sku_code), r.code, 0, sum((r.pieces - r.drawn) * coalesce(c.quantity, 1)), 0
from stock_reservations r left join sku_components c on c.client_code = r.client_code and c.sku_code = r.sku_code
where r.ended_at is null group by 1, 2, 3;

-- What is on hand of each counted SKU, over all allocation codes. A kit is counted where each of its boxes was.
create view counted_skus with (security_invoker = true) as
select k.client_code, k.sku_code, k.on_hand from sku_stock k
where k.counted > 0 and not exists (select from sku_components c where c.client_code = k.client_code and c.sku_code = k.sku_code)
union all
select c.client_code, c.sku_code, min(floor(k.on_hand::numeric / c.quantity))::bigint
from sku_components c left join sku_stock k on k.client_code = c.client_code and k.sku_code = c.component_code and k.counted > 0
group by 1, 2 having count(k.on_hand) = count(*);
grant select on counted_skus to despatch_app;

-- Waits until the transactions have ended that have changed rows of these tables. Where one takes long it raises an error, so that the
-- server that migrates says what it waits for and tries again. Nobody else waits meanwhile.
create function wait_for_changes_of(tables regclass[]) returns void language plpgsql as $$
declare
  until timestamptz := clock_timestamp() + interval '5 seconds';
  under_way text[] := array(
    select distinct virtualtransaction from pg_locks
    where database = (select oid from pg_database where datname = current_database()) and mode = 'RowExclusiveLock'
      and relation = any (tables) and pid <> pg_backend_pid()
  );
begin
  while exists (select from pg_locks where virtualtransaction = any (under_way)) loop
    if clock_timestamp() > until then
      raise exception 'transactions under way have changed %', array_to_string(tables, ', ') using errcode = 'lock_not_available';
    end if;
    perform pg_sleep(0.1);
  end loop;
end $$;

-- Moves what kits have moved so far to their boxes, and then works out the stock of clients with kits from the records. It does not
-- rely on deltas: during a rolling update some were noted by the old rule and some by the new one. 0820 calls it. Each client has a
-- transaction of its own, in which only the client's own kits are locked. Called again, it leaves alone what it has moved.
create procedure move_kits_of_before() language plpgsql as $$
declare clients_with_kits text[]; one text;
begin
  -- These may have noted something by the old rule.
  perform wait_for_changes_of('{orders,order_lines,parcel_contents,stock_movements,stock_reservations,stock_deltas}');
  perform set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
  clients_with_kits := array(select distinct client_code from sku_components order by 1);
  foreach one in array clients_with_kits loop
    commit;
    perform set_config('app.clients', array[one]::text, true);
    -- Where others hold a lock for long it gives way, and is called again.
    perform set_config('lock_timeout', '5s', true);
    perform pg_advisory_xact_lock(hashtextextended('kits of ' || one, 0));
    perform pg_advisory_xact_lock(hashtextextended('facts of stock', 0));
    insert into stock_movements (client_code, sku_code, movement_key, code, kind, pieces, at, received_at, is_uncertain, reason, reference, order_number, by_name)
    select m.client_code, c.component_code, m.movement_key || E'\n' || m.sku_code, m.code, m.kind, m.pieces * c.quantity, m.at, m.received_at,
      m.is_uncertain, m.reason, m.reference, m.order_number, m.by_name
    from stock_movements m join sku_components c on c.client_code = m.client_code and c.sku_code = m.sku_code
    where m.client_code = one and (m.movement_key is null or m.movement_key not like E'%\nIn its boxes')
      and not exists (
        select from stock_movements done
        where done.client_code = m.client_code and done.sku_code = m.sku_code and done.movement_key = m.movement_key || E'\nIn its boxes'
      )
    on conflict do nothing;
    delete from stock_movements m using sku_components c
    where m.client_code = one and m.kind = 'despatch' and c.client_code = m.client_code and c.sku_code = m.sku_code;
    insert into stock_movements (client_code, sku_code, movement_key, code, kind, pieces, at, received_at, is_uncertain, reason, reference, order_number, by_name)
    select m.client_code, m.sku_code, m.movement_key || E'\nIn its boxes', m.code, m.kind, -m.pieces, m.at, m.received_at,
      m.is_uncertain, 'In its boxes', m.reference, m.order_number, m.by_name
    from stock_movements m
    where m.client_code = one and m.movement_key not like E'%\nIn its boxes'
      and exists (select from sku_components c where c.client_code = m.client_code and c.sku_code = m.sku_code)
    on conflict do nothing;
    delete from stock_deltas where client_code = one;
    perform rebuild_stock();
    perform redraw_reservations(one, orders_that_draw(one, array(select distinct sku_code from sku_components where client_code = one)));
  end loop;
end $$;
