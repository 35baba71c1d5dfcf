-- Counts of SKUs that have balances, taken in two passes over these instead of five.

-- Holds balances that are there until the end of the transaction, in the order of their SKUs, and answers what was counted of
-- them last.
create function hold_counted_stock(asked_client text, skus text[], codes text[])
returns table (sku_code text, code text, counted int, warehouse_available int, counted_at timestamptz) language plpgsql
set enable_seqscan = off
set enable_memoize = off
as $$
begin
  return query
  select b.sku_code, b.code, b.counted, b.warehouse_available, b.counted_at from (
    select distinct n.sku collate "C" as sku, n.code collate "C" as code from unnest(skus, codes) as n (sku, code) order by 1, 2
  ) k cross join lateral (
    select s.sku_code, s.code, s.counted, s.warehouse_available, s.counted_at from stock_balances s
    where s.client_code = asked_client and s.sku_code = k.sku and s.code between k.code and k.code
    order by s.code limit 1 for update
  ) b;
end $$;

-- Makes the newest counts of balances that are held what is on hand, with what moved after each. A delta that is not folded yet
-- is taken off: it is added when it is.
create function set_counted_stock(asked_client text, skus text[], codes text[], moments timestamptz[], counts int[],
  availables int[], now_at timestamptz) returns void language plpgsql
set enable_seqscan = off
set enable_memoize = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_nestloop = on
as $$
declare waiting jsonb;
begin
  -- Read once: deltas have no index.
  select coalesce(jsonb_object_agg(w.key, w.moved), '{}') into waiting from (
    select d.sku_code || E'\n' || d.code as key, sum(d.moved) as moved
    from stock_deltas d
    join unnest(skus, codes, moments) as n (sku, code, at) on n.sku = d.sku_code and n.code = d.code
    where d.client_code = asked_client and d.moved <> 0 and d.at > n.at group by 1
  ) w;
  update stock_balances b set on_hand = k.on_hand, counted_at = k.at, counted = k.pieces, warehouse_available = k.available, changed_at = now_at
  from (
    select s.place, n.at, n.pieces, n.available,
      n.pieces + coalesce(m.moved, 0) - coalesce((waiting ->> (n.sku || E'\n' || n.code))::bigint, 0) as on_hand
    from unnest(skus, codes, moments, counts, availables) as n (sku, code, at, pieces, available)
    cross join lateral (
      select ctid as place from stock_balances
      where client_code = asked_client and sku_code = n.sku and code between n.code and n.code order by code limit 1
    ) s
    left join lateral (
      select sum(x.pieces) as moved from (
        select v.pieces from stock_movements v
        where v.client_code = asked_client and v.sku_code = n.sku and v.code between n.code and n.code and v.at > n.at
        order by v.code, v.at offset 0
      ) x
    ) m on true
    offset 0
  ) k
  where b.ctid = k.place;
end $$;
