-- What is promised and reserved of a kit follows its boxes, whatever writes them; and what is there already goes over to them.

-- Whether a balance is short or reserved; what was never counted is not short, nor is the warehouse's figure of a kit.
create or replace function mark_balance() returns trigger language plpgsql as $$
begin
  new.is_reserved := new.reserved > 0;
  new.is_short := new.on_hand - new.reserved - new.promised < 0 and new.counted_at is not null;
  if new.is_short then
    new.is_short := not exists (select from sku_components c where c.client_code = new.client_code and c.sku_code = new.sku_code);
  end if;
  return new;
end $$;

-- What despatched orders of products wait for still, once their boxes have changed. Nobody else notes what is promised meanwhile.
create or replace function refresh_orders_of_products(asked_client text, products text[]) returns void language plpgsql
set enable_seqscan = off
as $$
declare waiting text[] := array(
  select o.order_number from orders o
  where o.client_code = asked_client and o.status = 'D' and o.order_number = any (array(
    select l.order_number from order_lines l where l.client_code = asked_client and l.sku_code = any (products)
  ))
);
begin
  if cardinality(waiting) > 0 then
    perform refresh_stock_remains(asked_client, waiting);
  end if;
end $$;

-- Moves what is promised and reserved of SKUs: `pieces` of a box for each of a SKU, below 0 from what it was in before. Alone, all
-- that is promised or reserved in the client's boxes waits.
create function move_kits(asked_client text, skus text[], boxes text[], pieces int[]) returns void language plpgsql
set enable_seqscan = off
as $$
declare one record;
begin
  insert into stock_deltas (client_code, sku_code, code, promised)
  select asked_client, n.box_code, 'SELLABLE', sum(n.pieces * p.pieces)
  from unnest(skus, boxes, pieces) as n (sku_code, box_code, pieces) join (
    select k.sku_code, sum(l.quantity) as pieces from (select distinct u.sku_code from unnest(skus) as u (sku_code)) k cross join lateral (
      select order_number, quantity from order_lines
      where client_code = asked_client and sku_code between k.sku_code and k.sku_code order by sku_code, order_number offset 0
    ) l cross join lateral (
      select status from orders
      where client_code = asked_client and order_number between l.order_number and l.order_number order by order_number limit 1
    ) o where promises_all(asked_client, o.status) group by 1
  ) p on p.sku_code = n.sku_code
  group by 2 having sum(n.pieces * p.pieces) <> 0;
  for one in
    select array_agg(s.box_code) as boxes, array_agg(s.code) as codes, array_agg(s.pieces) as pieces from (
      select n.box_code, r.code, sum(n.pieces * (r.pieces - r.drawn)) as pieces
      from unnest(skus, boxes, pieces) as n (sku_code, box_code, pieces)
      join stock_reservations r on r.client_code = asked_client and r.sku_code = n.sku_code and r.ended_at is null
      group by 1, 2 having sum(n.pieces * (r.pieces - r.drawn)) <> 0
    ) s having count(*) > 0
  loop
    perform lock_stock(asked_client, one.boxes, one.codes);
    update stock_balances b set reserved = b.reserved + s.pieces
    from unnest(one.boxes, one.codes, one.pieces) as s (box_code, code, pieces)
    where b.client_code = asked_client and b.sku_code = s.box_code and b.code = s.code;
  end loop;
end $$;

-- Boxes of kits come and go. A SKU that had none moved itself; one that has none any more does so again. Each kit has its line in
-- the list of stock.
create function change_kits() returns trigger language plpgsql as $$
declare one record; kits text[];
begin
  for one in
    select c.client_code, array_agg(c.sku_code) as skus, array_agg(c.component_code) as boxes, array_agg(c.quantity) as quantities
    from changed c group by 1 order by 1
  loop
    perform pg_advisory_xact_lock(hashtextextended('kits of ' || one.client_code, 0));
    kits := array(select distinct unnest(one.skus) order by 1);
    perform lock_stock(one.client_code, kits, array_fill('SELLABLE'::text, array[cardinality(kits)]));
    perform move_kits(one.client_code, array_agg(m.sku_code), array_agg(m.box_code), array_agg(m.pieces)) from (
      select n.sku_code, n.box_code, case tg_op when 'INSERT' then n.quantity else -n.quantity end as pieces
      from unnest(one.skus, one.boxes, one.quantities) as n (sku_code, box_code, quantity)
      union all
      select k.sku_code, k.sku_code, case tg_op when 'INSERT' then -1 else 1 end from unnest(kits) as k (sku_code)
      where not exists (
        select from sku_components c where c.client_code = one.client_code and c.sku_code = k.sku_code and not (
          tg_op = 'INSERT' and (c.sku_code, c.component_code) in (
            select n.sku_code, n.box_code from unnest(one.skus, one.boxes) as n (sku_code, box_code)
          )
        )
      )
    ) m;
    perform refresh_orders_of_products(one.client_code, kits);
    update stock_balances b set is_short = b.is_short where b.client_code = one.client_code and b.sku_code = any (kits);
  end loop;
  return null;
end $$;

create trigger change_kits_of_new after insert on sku_components referencing new table as changed
  for each statement execute function change_kits();
create trigger change_kits_of_gone after delete on sku_components referencing old table as changed
  for each statement execute function change_kits();
-- Boxes are written anew, never changed.
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

-- What is on hand of each SKU that someone has counted, all allocation codes together: of a kit as many as its boxes make, where
-- each of them was counted.
create view counted_skus with (security_invoker = true) as
select k.client_code, k.sku_code, k.on_hand from sku_stock k
where k.counted > 0 and not exists (select from sku_components c where c.client_code = k.client_code and c.sku_code = k.sku_code)
union all
select c.client_code, c.sku_code, min(floor(k.on_hand::numeric / c.quantity))::bigint
from sku_components c left join sku_stock k on k.client_code = c.client_code and k.sku_code = c.component_code and k.counted > 0
group by 1, 2 having count(k.on_hand) = count(*);
grant select on counted_skus to despatch_app;

-- Brings what is there of kits over to their boxes: what moved, what is promised and what is reserved.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
do $$
declare one record; skus text[]; codes text[];
begin
  for one in
    select client_code, array_agg(distinct sku_code) as kits, array_agg(sku_code) as of_kits, array_agg(component_code) as boxes,
      array_agg(quantity) as quantities
    from sku_components group by 1 order by 1
  loop
    perform pg_advisory_xact_lock(hashtextextended('kits of ' || one.client_code, 0));
    perform move_kits(one.client_code, one.of_kits || one.kits, one.boxes || one.kits,
      one.quantities || array_fill(-1, array[cardinality(one.kits)]));
    insert into stock_movements (client_code, sku_code, movement_key, code, kind, pieces, at, received_at, is_uncertain, reason, reference, order_number, by_name)
    select m.client_code, c.component_code, m.movement_key || E'\n' || m.sku_code, m.code, m.kind, m.pieces * c.quantity, m.at, m.received_at,
      m.is_uncertain, m.reason, m.reference, m.order_number, m.by_name
    from stock_movements m join sku_components c on c.client_code = m.client_code and c.sku_code = m.sku_code
    where m.client_code = one.client_code and m.sku_code = any (one.kits);
    delete from stock_movements m where m.client_code = one.client_code and m.sku_code = any (one.kits) and m.kind = 'despatch';
    select array_agg(k.sku_code), array_agg(k.code) into skus, codes from (
      select sku_code, 'SELLABLE' as code from unnest(one.kits) as n (sku_code)
      union
      select b.sku_code, b.code from stock_balances b where b.client_code = one.client_code and b.sku_code = any (one.kits || one.boxes)
      union
      select m.sku_code, m.code from stock_movements m where m.client_code = one.client_code and m.sku_code = any (one.kits || one.boxes)
    ) k;
    perform lock_stock(one.client_code, skus, codes);
    perform refresh_on_hand(one.client_code, skus, codes, now());
  end loop;
end $$;
select set_config('app.clients', '', true);
