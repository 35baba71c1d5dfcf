-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench fresh-feed).
-- Whether picked goods have left: then picking moves stock, and picked orders promise nothing. The client chooses this, depending
-- on whether its warehouse's figure still includes picked goods.
create or replace function picked_has_left(asked_client text) returns boolean language sql stable as $$
  select coalesce((select (settings ->> 'pickedHasLeft')::boolean from client_settings where client_code = asked_client), false)
$$;

-- Whether goods may have left by picking: only if the client ever chose the setting.
create or replace function may_have_left(asked_client text) returns boolean language sql stable as $$
  select exists (select from client_settings where client_code = asked_client and settings ? 'pickedHasLeft')
$$;

-- Whether an order of this status promises all of its goods.
create or replace function promises_all(asked_client text, status text) returns boolean language sql stable as $$
  select status in ('N', 'R', 'S') or (status in ('P', 'K') and not picked_has_left(asked_client))
$$;

-- The goods of order lines that none of the order's parcels contain, with kits replaced by their boxes. They are known to be
-- unsent (is_known) only if the contents of every parcel are known. A SKU in a parcel that was not ordered is an extra and hides
-- nothing.
create or replace function missing_pieces(asked_client text, orders text[], skus text[], quantities int[])
returns table (order_number text, sku_code text, pieces int, is_known boolean) language sql stable
set enable_seqscan = off
set enable_indexscan = on
set enable_indexonlyscan = on
set enable_sort = off
as $$
  with content as materialized (
    select n.order_number, c.sku_code, c.quantity
    from (select distinct k.order_number collate "C" as order_number from unnest(orders) as k (order_number)) n cross join lateral (
      select tracking_number from parcels p
      where p.client_code = asked_client and p.order_number between n.order_number and n.order_number order by p.order_number offset 0
    ) p left join lateral (
      select c.sku_code, c.quantity from parcel_contents c
      where c.client_code = asked_client and c.tracking_number between p.tracking_number and p.tracking_number
      order by c.tracking_number, c.sku_code, c.serial_number offset 0
    ) c on true
  ), known as materialized (
    select c.order_number from content c group by 1 having bool_and(c.sku_code is not null)
  )
  select l.order_number, l.sku_code, (l.pieces - coalesce(s.pieces, 0))::int, k.order_number is not null
  from goods_in_boxes(asked_client, orders, skus, quantities::bigint[]) l
  left join known k on k.order_number = l.order_number
  left join (
    select g.* from (
      select array_agg(c.order_number) as orders, array_agg(c.sku_code) as skus, array_agg(c.quantity::bigint) as quantities
      from content c where c.sku_code is not null
    ) c cross join lateral goods_in_boxes(asked_client, c.orders, c.skus, c.quantities) g
  ) s on s.order_number = l.order_number and s.sku_code = l.sku_code
  where l.pieces > coalesce(s.pieces, 0)
$$;

-- The goods of these lines that are known to be unsent.
create or replace function unsent_pieces(asked_client text, orders text[], skus text[], quantities int[])
returns table (order_number text, sku_code text, pieces int) language sql stable as $$
  select m.order_number, m.sku_code, m.pieces from missing_pieces(asked_client, orders, skus, quantities) m where m.is_known
$$;

-- The unsent goods of despatched orders that were not closed short.
create or replace function short_pieces(asked_client text, asked_orders text[])
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
