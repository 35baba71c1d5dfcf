-- The stock of SKUs by allocation code. For a kit, on hand is the number of kits that its boxes make, and reserved and promised
-- are the reductions of that number. A kit counts as counted if each of its boxes was.
create or replace function stock_of(asked_client text, skus text[])
returns table (sku_code text, code text, on_hand bigint, reserved bigint, promised bigint, counted_at timestamptz) language sql stable
set enable_seqscan = off
as $$
  with box as materialized (
    select b.sku_code collate "C" as sku_code, b.box_code collate "C" as box_code, b.quantity from boxes_of(asked_client, skus) b
  ), known as materialized (
    select k.sku_code, k.code, sum(k.on_hand) as on_hand, sum(k.on_hand - k.reserved) as free,
      sum(k.on_hand - k.reserved - k.promised) as available, max(k.counted_at) as counted_at
    from (
      select b.sku_code, b.code, b.on_hand, b.reserved, b.promised, b.counted_at
      from stock_balances b where b.client_code = asked_client and b.sku_code = any (array(select box_code from box))
      union all
      select d.sku_code, d.code, case when d.at > coalesce(b.counted_at, '-infinity') then d.moved else 0 end, 0, d.promised, null
      from stock_deltas d
      left join stock_balances b on b.client_code = asked_client and b.sku_code = any (array(select box_code from box))
        and b.sku_code = d.sku_code and b.code = d.code
      where d.client_code = asked_client and d.sku_code = any (array(select box_code from box))
    ) k group by 1, 2
  ), made as (
    select c.sku_code, c.code, min(floor(coalesce(k.on_hand, 0) / b.quantity)) as on_hand,
      min(floor(coalesce(k.free, 0) / b.quantity)) as free, min(floor(coalesce(k.available, 0) / b.quantity)) as available,
      case when count(k.counted_at) = count(*) then min(k.counted_at) end as counted_at
    from (select distinct b.sku_code, k.code from box b join known k on k.sku_code = b.box_code) c
    join box b on b.sku_code = c.sku_code
    left join known k on k.sku_code = b.box_code and k.code = c.code
    group by 1, 2
  )
  select m.sku_code, m.code, m.on_hand::bigint, (m.on_hand - m.free)::bigint, (m.free - m.available)::bigint, m.counted_at from made m
$$;
