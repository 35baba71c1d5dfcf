-- Whether weight (32) and size (64) of a SKU are not known; a product that comes in boxes is measured by its boxes. Each is
-- looked up by its key (server/src/database/by-key.ts).
create function goods_lacks(asked_client text, asked_sku text) returns int
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

-- The same of the lines of an order.
create function order_goods_lacks(asked_client text, asked_order text) returns int
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

-- Whether an order has no carrier (128) follows from its consignments: no one who allocates can forget it. Whoever adds
-- consignments holds their orders. Consignments are ended where the order is suspended or cancelled, or where others follow.
create function note_carrier() returns trigger language plpgsql
set enable_sort = off
set enable_seqscan = off
as $$
declare
  one record;
begin
  for one in
    select client_code, order_number, bool_or(client_method_id is null) as without
    from added where ended_at is null group by client_code, order_number
  loop
    update orders set lacks = (lacks & ~128) | case when one.without then 128 else 0 end
    where ctid = (
      select ctid from orders
      where client_code = one.client_code and order_number between one.order_number and one.order_number
      order by order_number limit 1
    ) and ((lacks & 128) <> 0) <> one.without;
  end loop;
  return null;
end $$;
create trigger note_carrier after insert on consignments referencing new table as added
  for each statement execute function note_carrier();
