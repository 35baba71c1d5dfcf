-- Stock on hand at a moment: the newest count before it plus later movements; before the first count, that count minus the
-- movements in between.
create or replace function stock_on_hand_at(asked_client text, asked_sku text, asked_code text, at_moment timestamptz)
returns bigint language sql stable as $$
  select case when before.pieces is not null or after.pieces is null then
      coalesce(before.pieces, 0) + coalesce((
        select sum(m.pieces) from stock_movements m
        where m.client_code = asked_client and m.sku_code = asked_sku and m.code = asked_code
          and m.at > coalesce(before.counted_at, '-infinity') and m.at < at_moment
      ), 0)
    else
      after.pieces - coalesce((
        select sum(m.pieces) from stock_movements m
        where m.client_code = asked_client and m.sku_code = asked_sku and m.code = asked_code
          and m.at >= at_moment and m.at <= after.counted_at
      ), 0)
    end
  from (select 1) as one
  left join lateral (
    select pieces, counted_at from stock_counts
    where client_code = asked_client and sku_code = asked_sku and code = asked_code and counted_at < at_moment
    order by counted_at desc limit 1
  ) before on true
  left join lateral (
    select pieces, counted_at from stock_counts
    where client_code = asked_client and sku_code = asked_sku and code = asked_code and counted_at >= at_moment
    order by counted_at limit 1
  ) after on true
$$;

-- Opening stock, movements and closing stock by SKU over all allocation codes. Kits are left out, because their boxes are
-- included. `adjusted` is what counts show beyond the movements, so that opening stock and movements add up to closing stock.
create or replace function stock_flow(clients text[], from_moment timestamptz, to_moment timestamptz)
returns table (
  client_code text, sku_code text, opening bigint, goods_in bigint, returned bigint, despatched bigint, adjusted bigint, closing bigint
) language sql stable as $$
  with level as (
    select k.client_code, k.sku_code, sum(stock_on_hand_at(k.client_code, k.sku_code, k.code, from_moment)) as opening,
      sum(stock_on_hand_at(k.client_code, k.sku_code, k.code, to_moment)) as closing
    from (
      select b.client_code, b.sku_code, b.code from stock_balances b where b.client_code = any (clients)
      union
      select d.client_code, d.sku_code, d.code from stock_deltas d where d.client_code = any (clients)
    ) k
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
