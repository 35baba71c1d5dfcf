-- What an order waits for is known by the boxes of its products. A SKU that is neither ordered nor a box of what is ordered is
-- an extra, and hides nothing that was not sent.

-- Goods of orders with each product in the boxes that it comes in.
create function goods_in_boxes(asked_client text, orders text[], skus text[], quantities bigint[])
returns table (order_number text, sku_code text, pieces bigint) language sql stable
set enable_seqscan = off
as $$
  select g.order_number, coalesce(c.component_code, g.sku_code), sum(g.quantity * coalesce(c.quantity, 1))::bigint
  from (
    select order_number, sku_code, sum(quantity)::bigint as quantity
    from unnest(orders, skus, quantities) as n (order_number, sku_code, quantity) group by 1, 2
  ) g left join lateral (
    select component_code, quantity from sku_components
    where client_code = asked_client and sku_code between g.sku_code and g.sku_code order by sku_code, component_code offset 0
  ) c on true
  group by 1, 2
$$;

-- What of these lines of orders is in none of their parcels, products by their boxes; it is known not to have been sent where
-- every parcel has contents: one without reported contents may hold the rest.
create function missing_pieces(asked_client text, orders text[], skus text[], quantities int[])
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

create or replace function unsent_pieces(asked_client text, orders text[], skus text[], quantities int[])
returns table (order_number text, sku_code text, pieces int) language sql stable as $$
  select m.order_number, m.sku_code, m.pieces from missing_pieces(asked_client, orders, skus, quantities) m where m.is_known
$$;

-- What despatched orders of products wait for still, once their boxes have changed. The orders are held as anyone holds them who
-- despatches or closes one.
create function refresh_orders_of_products(asked_client text, products text[]) returns void language plpgsql
set enable_seqscan = off
as $$
declare waiting text[] := array(
  select o.order_number from orders o
  where o.client_code = asked_client and o.status = 'D' and o.order_number = any (array(
    select l.order_number from order_lines l where l.client_code = asked_client and l.sku_code = any (products)
  ))
  order by o.order_number for no key update
);
begin
  if cardinality(waiting) > 0 then
    perform refresh_stock_remains(asked_client, waiting);
  end if;
end $$;

-- What was missing of part-sent orders may have been hidden by a stray SKU, and what was not known taken for missing.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
select client_code, refresh_stock_remains(client_code, array_agg(order_number)) from orders where status = 'D' group by client_code;
select set_config('app.clients', '', true);
