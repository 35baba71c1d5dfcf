-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench fresh-feed).
-- Promises are written as deltas, which wait for no other transaction.

-- Adds a change of promised pieces, with kits replaced by their boxes.
create or replace function note_promised(asked_client text, skus text[], pieces bigint[]) returns void language sql as $$
  insert into stock_deltas (client_code, sku_code, code, promised)
  select asked_client, b.box_code, 'SELLABLE', sum(n.pieces * b.quantity)
  from unnest(skus, pieces) as n (sku_code, pieces) join boxes_of(asked_client, skus) b on b.sku_code = n.sku_code
  group by b.box_code having sum(n.pieces * b.quantity) <> 0
$$;

-- Calculates again the unsent goods of despatched orders. The caller holds the orders.
create or replace function refresh_stock_remains(asked_client text, asked_orders text[]) returns void language plpgsql
set enable_seqscan = off
as $$
begin
  perform hold_kits(asked_client);
  with gone as (
    delete from stock_remains r where r.client_code = asked_client and r.order_number = any (asked_orders)
    returning r.sku_code, r.pieces
  )
  insert into stock_deltas (client_code, sku_code, code, promised)
  select asked_client, sku_code, 'SELLABLE', -sum(pieces) from gone group by sku_code;
  with new as (
    insert into stock_remains select asked_client, s.order_number, s.sku_code, s.pieces from short_pieces(asked_client, asked_orders) s
    returning sku_code, pieces
  )
  insert into stock_deltas (client_code, sku_code, code, promised)
  select asked_client, sku_code, 'SELLABLE', sum(pieces) from new group by sku_code;
end $$;

-- Lines were added, changed or deleted in orders that promise all of their goods.
create or replace function note_promised_lines() returns trigger language plpgsql
set enable_seqscan = off
set enable_sort = off
set enable_nestloop = off
as $$
begin
  if tg_op <> 'INSERT' then
    perform hold_kits(k.client_code) from (select distinct client_code from before) k;
    perform note_promised(s.client_code, array_agg(s.sku_code), array_agg(-s.pieces)) from (
      select l.client_code, l.sku_code, sum(l.quantity) as pieces from before l join (
        select n.client_code, n.order_number from (select distinct client_code, order_number from before) n cross join lateral (
          select o.status from orders o
          where o.client_code = n.client_code and o.order_number between n.order_number and n.order_number order by o.order_number limit 1
        ) o where promises_all(n.client_code, o.status)
      ) p on p.client_code = l.client_code and p.order_number = l.order_number group by 1, 2
    ) s group by s.client_code;
  end if;
  if tg_op <> 'DELETE' then
    perform hold_kits(k.client_code) from (select distinct client_code from added) k;
    perform note_promised(s.client_code, array_agg(s.sku_code), array_agg(s.pieces)) from (
      select l.client_code, l.sku_code, sum(l.quantity) as pieces from added l join (
        select n.client_code, n.order_number from (select distinct client_code, order_number from added) n cross join lateral (
          select o.status from orders o
          where o.client_code = n.client_code and o.order_number between n.order_number and n.order_number order by o.order_number limit 1
        ) o where promises_all(n.client_code, o.status)
      ) p on p.client_code = l.client_code and p.order_number = l.order_number group by 1, 2
    ) s group by s.client_code;
  end if;
  return null;
end $$;

-- Adds one delta for each SKU whose promised pieces a statement changed with the status of orders. Statements that change orders
-- by ctid disable all scans, so this function enables the ones it needs.
create or replace function note_promised_orders() returns trigger language plpgsql
set enable_seqscan = off
set enable_indexscan = on
set enable_indexonlyscan = on
set enable_bitmapscan = on
set enable_sort = off
set enable_nestloop = off
as $$
declare
  one record; has_left boolean; not_known text[]; settled text[];
begin
  for one in
    select a.client_code, array_agg(a.order_number) as orders, array_agg(b.status) as old_statuses, array_agg(a.status) as new_statuses
    from before b join after a on a.client_code = b.client_code and a.order_number = b.order_number
    where a.status <> b.status and not (b.status in ('N', 'R', 'S') and a.status in ('N', 'R', 'S')) and not (b.status = 'P' and a.status = 'K')
    group by 1
  loop
    perform hold_kits(one.client_code);
    has_left := picked_has_left(one.client_code);
    with changed as materialized (
      select c.number collate "C" as order_number, c.was, c.becomes,
        (c.becomes in ('N', 'R', 'S') or (c.becomes in ('P', 'K') and not has_left))::int
          - (c.was in ('N', 'R', 'S') or (c.was in ('P', 'K') and not has_left))::int as more
      from unnest(one.orders, one.old_statuses, one.new_statuses) as c (number, was, becomes)
    ), gone as (
      delete from stock_remains where ctid = any (array(
        select r.place from changed c cross join lateral (
          select ctid as place from stock_remains
          where client_code = one.client_code and order_number between c.order_number and c.order_number order by order_number, sku_code offset 0
        ) r where c.was = 'D'
      )) returning sku_code, pieces
    ), line as materialized (
      select c.order_number, l.sku_code, l.quantity, c.more, c.becomes from changed c cross join lateral (
        select sku_code, quantity from order_lines
        where client_code = one.client_code and order_number = c.order_number order by line_number offset 0
      ) l where c.more <> 0 or c.becomes = 'D'
    ), missing as materialized (
      select m.*, c.more from (
        select array_agg(order_number) as orders, array_agg(sku_code) as skus, array_agg(quantity) as quantities
        from line where becomes = 'D'
      ) l cross join lateral missing_pieces(one.client_code, l.orders, l.skus, l.quantities) m
      join changed c on c.order_number = m.order_number
    ), remains as materialized (
      -- An order that is despatched only now cannot have been closed short.
      select order_number, sku_code, pieces from missing where is_known and more <> 0
      union all
      select * from short_pieces(one.client_code, (select array_agg(order_number) from changed where becomes = 'D' and more = 0))
    ), kept as (
      insert into stock_remains select one.client_code, order_number, sku_code, pieces from remains returning sku_code, pieces
    ), noted as (
      insert into stock_deltas (client_code, sku_code, code, promised)
      select one.client_code, s.sku_code, 'SELLABLE', sum(s.pieces) from (
        select b.box_code as sku_code, l.more * l.quantity * b.quantity as pieces
        from line l join boxes_of(one.client_code, (select array_agg(sku_code) from line)) b on b.sku_code = l.sku_code
        union all select sku_code, -pieces from gone
        union all select sku_code, pieces from kept
      ) s group by 2 having sum(s.pieces) <> 0
    )
    select array_agg(distinct order_number) into not_known from missing where not is_known;
    -- A delivered order was settled earlier, perhaps with former boxes; move_despatched moves the contents of its new parcel.
    settled := case when may_have_left(one.client_code) then (
      select array_agg(c.number) from unnest(one.orders, one.old_statuses, one.new_statuses) as c (number, was, becomes)
      where (c.becomes = 'D' and c.was <> 'V') or (c.becomes in ('P', 'K') and has_left) or c.number = any (not_known)
    ) else not_known end;
    if settled is not null then
      perform settle_despatched(one.client_code, settled);
    end if;
  end loop;
  return null;
end $$;

create or replace function note_closed_short() returns trigger language plpgsql as $$
begin
  perform refresh_stock_remains(new.client_code, array[new.order_number]);
  return null;
end $$;
