-- Stock on hand of each SKU over all allocation codes, so that lists can sort by it. Triggers on balances add the difference of
-- each statement. Rows are locked after the balances, by SKU. See docs/design/figures.md, "Stock balances".
create or replace function add_sku_stock() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into sku_stock as kept
    select client_code, sku_code, sum(on_hand), count(counted_at) from added
    group by 1, 2 having sum(on_hand) <> 0 or count(counted_at) > 0 order by 1, 2
    on conflict (client_code, sku_code) do update
    set on_hand = kept.on_hand + excluded.on_hand, counted = kept.counted + excluded.counted;
  else
    insert into sku_stock as kept
    select client_code, sku_code, sum(on_hand), sum(counted) from (
      select client_code, sku_code, on_hand, (counted_at is not null)::int as counted from added
      union all
      select client_code, sku_code, -on_hand, -(counted_at is not null)::int from before
    ) changed
    group by 1, 2 having sum(on_hand) <> 0 or sum(counted) <> 0 order by 1, 2
    on conflict (client_code, sku_code) do update
    set on_hand = kept.on_hand + excluded.on_hand, counted = kept.counted + excluded.counted;
  end if;
  return null;
end $$;

-- Stock on hand of each counted SKU over all allocation codes. A kit counts as counted if each of its boxes was.
create or replace view counted_skus with (security_invoker = true) as
select k.client_code, k.sku_code, k.on_hand from sku_stock k
where k.counted > 0 and not exists (select from sku_components c where c.client_code = k.client_code and c.sku_code = k.sku_code)
union all
select c.client_code, c.sku_code, min(floor(k.on_hand::numeric / c.quantity))::bigint
from sku_components c left join sku_stock k on k.client_code = c.client_code and k.sku_code = c.component_code and k.counted > 0
group by 1, 2 having count(k.on_hand) = count(*);

grant select on counted_skus to despatch_app;
