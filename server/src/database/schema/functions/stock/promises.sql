-- Whether the warehouse's figure no longer holds what is picked: then picking moves stock, and picked orders promise nothing.
create function picked_has_left(asked_client text) returns boolean language sql stable as $$
  select coalesce((select (settings ->> 'pickedHasLeft')::boolean from client_settings where client_code = asked_client), false)
$$;

-- Whether an order of this status promises all that it is of.
create function promises_all(asked_client text, status text) returns boolean language sql stable as $$
  select status in ('N', 'R', 'S') or (status in ('P', 'K') and not picked_has_left(asked_client))
$$;

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
