-- Keeps what despatched orders, which are held, wait for still.
create function refresh_stock_remains(asked_client text, asked_orders text[]) returns void language plpgsql
set enable_seqscan = off
as $$
begin
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

-- Lines of orders that promise all come and go. Each order is looked up once.
create function note_promised_lines() returns trigger language plpgsql
set enable_seqscan = off
set enable_sort = off
set enable_nestloop = off
as $$
begin
  if tg_op <> 'INSERT' then
    with promising as materialized (
      select n.client_code, n.order_number from (select distinct client_code, order_number from before) n cross join lateral (
        select o.status from orders o
        where o.client_code = n.client_code and o.order_number between n.order_number and n.order_number order by o.order_number limit 1
      ) o where promises_all(n.client_code, o.status)
    )
    insert into stock_deltas (client_code, sku_code, code, promised)
    select l.client_code, l.sku_code, 'SELLABLE', -sum(l.quantity)
    from before l join promising p on p.client_code = l.client_code and p.order_number = l.order_number group by 1, 2;
  end if;
  if tg_op <> 'DELETE' then
    with promising as materialized (
      select n.client_code, n.order_number from (select distinct client_code, order_number from added) n cross join lateral (
        select o.status from orders o
        where o.client_code = n.client_code and o.order_number between n.order_number and n.order_number order by o.order_number limit 1
      ) o where promises_all(n.client_code, o.status)
    )
    insert into stock_deltas (client_code, sku_code, code, promised)
    select l.client_code, l.sku_code, 'SELLABLE', sum(l.quantity)
    from added l join promising p on p.client_code = l.client_code and p.order_number = l.order_number group by 1, 2;
  end if;
  return null;
end $$;
create trigger note_promised_new after insert on order_lines referencing new table as added
  for each statement execute function note_promised_lines();
create trigger note_promised_gone after delete on order_lines referencing old table as before
  for each statement execute function note_promised_lines();
create trigger note_promised_changed after update on order_lines referencing old table as before new table as added
  for each statement execute function note_promised_lines();

-- Orders go on to where they promise less, or back: all that a statement changes at once, and for each SKU one delta.
-- Anyone who changes them in place has switched every scan off.
create function note_promised_orders() returns trigger language plpgsql
set enable_seqscan = off
set enable_indexscan = on
set enable_indexonlyscan = on
set enable_bitmapscan = on
set enable_sort = off
set enable_nestloop = off
as $$
declare
  one record; has_left boolean;
begin
  for one in
    select a.client_code, array_agg(a.order_number) as orders, array_agg(b.status) as old_statuses, array_agg(a.status) as new_statuses
    from before b join after a on a.client_code = b.client_code and a.order_number = b.order_number
    where a.status <> b.status and not (b.status in ('N', 'R', 'S') and a.status in ('N', 'R', 'S')) and not (b.status = 'P' and a.status = 'K')
    group by 1
  loop
    has_left := picked_has_left(one.client_code);
    if has_left then
      perform move_picked(one.client_code, (
        select array_agg(c.number) from unnest(one.orders, one.old_statuses, one.new_statuses) as c (number, was, becomes)
        where c.was in ('N', 'R', 'S', 'C') and c.becomes in ('P', 'K', 'D')
      ));
    end if;
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
      ) l where c.more <> 0
    ), remains as materialized (
      -- An order that is despatched only now has not been closed short.
      select u.* from (
        select array_agg(order_number) as orders, array_agg(sku_code) as skus, array_agg(quantity) as quantities
        from line where becomes = 'D'
      ) l cross join lateral unsent_pieces(one.client_code, l.orders, l.skus, l.quantities) u
      union all
      select * from short_pieces(one.client_code, (select array_agg(order_number) from changed where becomes = 'D' and more = 0))
    ), kept as (
      insert into stock_remains select one.client_code, order_number, sku_code, pieces from remains returning sku_code, pieces
    )
    insert into stock_deltas (client_code, sku_code, code, promised)
    select one.client_code, s.sku_code, 'SELLABLE', sum(s.pieces) from (
      select sku_code, more * quantity as pieces from line
      union all select sku_code, -pieces from gone
      union all select sku_code, pieces from kept
    ) s group by 2 having sum(s.pieces) <> 0;
  end loop;
  return null;
end $$;
create trigger note_promised after update on orders referencing old table as before new table as after
  for each statement execute function note_promised_orders();

create function note_closed_short() returns trigger language plpgsql as $$
begin
  perform refresh_stock_remains(new.client_code, array[new.order_number]);
  return null;
end $$;
create trigger note_closed_short after insert on order_history for each row
  when (new.act in ('Closed short', 'Reopened')) execute function note_closed_short();
