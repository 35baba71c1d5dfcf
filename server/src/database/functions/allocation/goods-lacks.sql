-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench fresh-feed).
-- Returns 32 if the weight of a SKU is unknown, plus 64 if its size is. The measures of a kit are those of its boxes.
create or replace function goods_lacks(asked_client text, asked_sku text) returns int
language plpgsql stable
set enable_sort = off
as $$
declare
  found int;
begin
  select bit_or(case when box.weight is null then 32 else 0 end
      | case when box.length is null or box.volume is null then 64 else 0 end)
  into found
  from (
    select component_code from sku_components
    where client_code = asked_client and sku_code between asked_sku and asked_sku
    order by sku_code, component_code offset 0
  ) m cross join lateral (
    select weight, length, volume from skus
    where client_code = asked_client and sku_code between m.component_code and m.component_code
    order by sku_code limit 1
  ) box;
  if found is not null then
    return found;
  end if;
  select case when s.weight is null then 32 else 0 end
    | case when s.length is null or s.volume is null then 64 else 0 end
  into found
  from skus s
  where s.client_code = asked_client and s.sku_code between asked_sku and asked_sku
  order by s.sku_code limit 1;
  return coalesce(found, 96);
end $$;

-- The same for all lines of an order.
create or replace function order_goods_lacks(asked_client text, asked_order text) returns int
language plpgsql stable
set enable_sort = off
as $$
begin
  return coalesce((
    select bit_or(goods_lacks(asked_client, l.sku_code)) from (
      select sku_code from order_lines
      where client_code = asked_client and order_number between asked_order and asked_order
      order by order_number, line_number offset 0
    ) l
  ), 0);
end $$;
