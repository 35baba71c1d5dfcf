-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench fresh-feed).
-- A kit is a product made of boxes. Its stock is the number of kits that its boxes make; an order of it promises, reserves and
-- despatches its boxes. The balance of the kit's own SKU only stores the warehouse's figure.

-- The boxes of SKUs. A SKU that is not a kit is its own single box.
create or replace function boxes_of(asked_client text, skus text[])
returns table (sku_code text, box_code text, quantity int) language sql stable
set enable_seqscan = off
as $$
  select n.sku_code, coalesce(c.component_code, n.sku_code), coalesce(c.quantity, 1)
  from (select distinct k.sku_code collate "C" as sku_code from unnest(skus) as k (sku_code)) n left join lateral (
    select component_code, quantity from sku_components
    where client_code = asked_client and sku_code between n.sku_code and n.sku_code order by sku_code, component_code offset 0
  ) c on true
$$;

-- Goods of orders, with kits replaced by their boxes.
create or replace function goods_in_boxes(asked_client text, orders text[], skus text[], quantities bigint[])
returns table (order_number text, sku_code text, pieces bigint) language sql stable as $$
  select g.order_number, b.box_code, sum(g.quantity * b.quantity)::bigint
  from unnest(orders, skus, quantities) as g (order_number, sku_code, quantity)
  join boxes_of(asked_client, skus) b on b.sku_code = g.sku_code
  group by 1, 2
$$;

-- Locks a client's kits, and its setting pickedHasLeft, against changes until the end of the transaction. Take this lock after
-- orders and SKUs and before balances. It is shared: only a change of boxes or of that setting takes it exclusively.
create or replace function hold_kits(asked_client text) returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended('kits of ' || asked_client, 0))
$$;
