-- Opening stock, movements and closing stock by SKU over all allocation codes. Kits are left out, because their boxes are
-- included. Stock at a moment is the newest count before it plus later movements; before the first count, it is that count
-- minus the movements in between. `adjusted` is what counts show beyond the movements, so that opening stock and movements
-- add up to closing stock.
create or replace function stock_flow(clients text[], from_moment timestamptz, to_moment timestamptz)
returns table (
  client_code text, sku_code text, opening bigint, goods_in bigint, returned bigint, despatched bigint, adjusted bigint, closing bigint
) language sql stable as $$
  with level as (
    select k.client_code, k.sku_code,
      sum(coalesce(before.pieces, after.pieces, 0) + since.pieces - until.pieces) filter (where t.moment = from_moment) as opening,
      sum(coalesce(before.pieces, after.pieces, 0) + since.pieces - until.pieces) filter (where t.moment = to_moment) as closing
    from (
      select b.client_code, b.sku_code, b.code from stock_balances b where b.client_code = any (clients)
      union
      select d.client_code, d.sku_code, d.code from stock_deltas d where d.client_code = any (clients)
    ) k
    cross join (values (from_moment), (to_moment)) t (moment)
    left join lateral (
      select c.pieces, c.counted_at from stock_counts c
      where c.client_code = k.client_code and c.sku_code = k.sku_code and c.code = k.code and c.counted_at < t.moment
      order by c.counted_at desc limit 1
    ) before on true
    left join lateral (
      select c.pieces, c.counted_at from stock_counts c
      where before.pieces is null
        and c.client_code = k.client_code and c.sku_code = k.sku_code and c.code = k.code and c.counted_at >= t.moment
      order by c.counted_at limit 1
    ) after on true
    cross join lateral (
      select coalesce(sum(m.pieces), 0) as pieces from stock_movements m
      where after.pieces is null and m.client_code = k.client_code and m.sku_code = k.sku_code and m.code = k.code
        and m.at > coalesce(before.counted_at, '-infinity') and m.at < t.moment
    ) since
    cross join lateral (
      select coalesce(sum(m.pieces), 0) as pieces from stock_movements m
      where after.pieces is not null and m.client_code = k.client_code and m.sku_code = k.sku_code and m.code = k.code
        and m.at >= t.moment and m.at <= after.counted_at
    ) until
    where not exists (select from sku_components c where c.client_code = k.client_code and c.sku_code = k.sku_code)
    group by 1, 2
  ), moved as (
    select m.client_code, m.sku_code, coalesce(sum(m.pieces) filter (where m.kind = 'goods-in'), 0) as goods_in,
      coalesce(sum(m.pieces) filter (where m.kind = 'return'), 0) as returned,
      coalesce(-sum(m.pieces) filter (where m.kind = 'despatch'), 0) as despatched
    from stock_movements m
    where m.client_code = any (clients) and m.at >= from_moment and m.at < to_moment group by 1, 2
  )
  select l.client_code, l.sku_code, l.opening::bigint, coalesce(m.goods_in, 0)::bigint, coalesce(m.returned, 0)::bigint,
    coalesce(m.despatched, 0)::bigint,
    (l.closing - l.opening - coalesce(m.goods_in, 0) - coalesce(m.returned, 0) + coalesce(m.despatched, 0))::bigint,
    l.closing::bigint
  from level l left join moved m on m.client_code = l.client_code and m.sku_code = l.sku_code
$$;
