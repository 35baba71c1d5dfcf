-- What of these lines of despatched orders is known not to have been sent.
create function unsent_pieces(asked_client text, orders text[], skus text[], quantities int[])
returns table (order_number text, sku_code text, pieces int) language sql stable
set enable_seqscan = off
set enable_indexscan = on
set enable_indexonlyscan = on
set enable_sort = off
as $$
  with line as materialized (
    select l.order_number collate "C" as order_number, l.sku_code collate "C" as sku_code, sum(l.quantity) as ordered
    from unnest(orders, skus, quantities) as l (order_number, sku_code, quantity) group by 1, 2
  ), sent as materialized (
    select l.order_number, c.sku_code, sum(c.quantity) as sent
    from (select distinct line.order_number from line) l cross join lateral (
      select tracking_number from parcels p
      where p.client_code = asked_client and p.order_number between l.order_number and l.order_number order by p.order_number offset 0
    ) p cross join lateral (
      select c.sku_code, c.quantity from parcel_contents c
      where c.client_code = asked_client and c.tracking_number between p.tracking_number and p.tracking_number
      order by c.tracking_number, c.sku_code, c.serial_number offset 0
    ) c group by 1, 2
  ), strange as materialized (
    select s.order_number from sent s left join line l on l.order_number = s.order_number and l.sku_code = s.sku_code
    where l.sku_code is null
  )
  select l.order_number, l.sku_code, (l.ordered - coalesce(s.sent, 0))::int
  from line l left join sent s on s.order_number = l.order_number and s.sku_code = l.sku_code
  where l.ordered > coalesce(s.sent, 0) and l.order_number in (select k.order_number from sent k)
    and l.order_number not in (select x.order_number from strange x)
$$;

-- What each despatched order of these waits for still: what is known not to have been sent, unless it was closed short.
create function short_pieces(asked_client text, asked_orders text[])
returns table (order_number text, sku_code text, pieces int) language sql stable
set enable_seqscan = off
set enable_indexscan = on
set enable_indexonlyscan = on
set enable_sort = off
as $$
  with line as materialized (
    select o.order_number, l.sku_code, l.quantity from unnest(asked_orders) as n (number) cross join lateral (
      select x.order_number, x.status from orders x
      where x.client_code = asked_client and x.order_number between n.number and n.number order by x.order_number limit 1
    ) o cross join lateral (
      select sku_code, quantity from order_lines
      where client_code = asked_client and order_number = o.order_number order by line_number offset 0
    ) l where o.status = 'D'
  )
  select u.* from (select array_agg(order_number) as orders, array_agg(sku_code) as skus, array_agg(quantity) as quantities from line) l
  cross join lateral unsent_pieces(asked_client, l.orders, l.skus, l.quantities) u
  where coalesce((
    select h.act <> 'Closed short' from order_history h
    where h.client_code = asked_client and h.order_number = u.order_number and h.act in ('Closed short', 'Reopened')
    order by h.version desc limit 1
  ), true)
$$;

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

-- Where the warehouse's figure no longer holds what is picked, orders that it has begun move stock.
create function move_picked(asked_client text, asked_orders text[]) returns void language plpgsql
set enable_seqscan = off
set enable_indexscan = on
set enable_indexonlyscan = on
set enable_sort = off
as $$
begin
  perform add_stock_movements(asked_client, (
    select jsonb_agg(jsonb_build_object('sku_code', l.sku_code, 'movement_key', 'order ' || l.order_number, 'kind', 'despatch',
      'pieces', -l.pieces, 'at', now(), 'reference', l.order_number, 'order_number', l.order_number))
    from (
      select n.number as order_number, l.sku_code, sum(l.quantity) as pieces from unnest(asked_orders) as n (number) cross join lateral (
        select sku_code, quantity from order_lines
        where client_code = asked_client and order_number = n.number order by line_number offset 0
      ) l group by 1, 2
    ) l
  ), now(), '');
end $$;

-- Orders go on to where they promise less, or back: all that a statement changes at once, and for each SKU one delta.
-- Whoever changes them in place has switched every scan off.
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
