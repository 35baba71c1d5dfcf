-- SKUs and order numbers are kept as they were first written and are the same in any case. SKUs that are two by case alone
-- become the first written: the one that somebody has looked at, else the one that was ordered first. Orders that are stay two:
-- what is in one is not in the other. Both are listed once, in the activity.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);

create temp table order_pairs on commit drop as
select client_code, order_number, first_value(order_number) over (
    partition by client_code, order_number collate any_case order by created_at, order_number
  ) as first
from orders o
where exists (
  select from (
    select client_code, min(order_number collate any_case) as any_of from orders
    group by client_code, order_number collate any_case having count(*) > 1
  ) pair where pair.client_code = o.client_code and pair.any_of collate any_case = o.order_number
);

-- SKUs are few, and added by feeds alone, which wait: nobody adds another writing meanwhile.
do $$ begin
  lock table skus in share row exclusive mode;
end $$;

create temp table sku_pairs on commit drop as
select client_code, sku_code as gone, first_value(sku_code) over (
    partition by client_code, sku_code collate any_case order by is_unknown, ordered_at nulls last, sku_code
  ) as kept
from (
  select s.client_code, s.sku_code, s.is_unknown, (
    select min(o.created_at) from order_lines l join orders o using (client_code, order_number)
    where l.client_code = s.client_code and l.sku_code = s.sku_code
  ) as ordered_at
  from skus s
  where exists (
    select from (
      select client_code, min(sku_code collate any_case) as any_of from skus
      group by client_code, sku_code collate any_case having count(*) > 1
    ) pair where pair.client_code = s.client_code and pair.any_of collate any_case = s.sku_code
  )
) twins;
delete from sku_pairs where gone = kept;
analyze sku_pairs;

-- What the one that stays does not say of itself, the other does.
update skus s set
  description = coalesce(nullif(s.description, ''), g.description), weight = coalesce(s.weight, g.weight),
  length = coalesce(s.length, g.length), volume = coalesce(s.volume, g.volume),
  categories = case when s.categories = '{}' then g.categories else s.categories end
from sku_pairs p join skus g on g.client_code = p.client_code and g.sku_code = p.gone
where s.client_code = p.client_code and s.sku_code = p.kept;

create temp table sku_lines on commit drop as
select p.client_code, p.gone, (
  select count(*) from order_lines l where l.client_code = p.client_code and l.sku_code = p.gone
) as lines from sku_pairs p;

update order_lines l set sku_code = p.kept from sku_pairs p
where l.client_code = p.client_code and l.sku_code = p.gone;

insert into parcel_contents (client_code, tracking_number, sku_code, serial_number, quantity)
select c.client_code, c.tracking_number, p.kept, c.serial_number, sum(c.quantity)
from sku_pairs p join parcel_contents c on c.client_code = p.client_code and c.sku_code = p.gone
group by c.client_code, c.tracking_number, p.kept, c.serial_number
on conflict (client_code, tracking_number, sku_code, serial_number)
  do update set quantity = parcel_contents.quantity + excluded.quantity;
delete from parcel_contents c using sku_pairs p where c.client_code = p.client_code and c.sku_code = p.gone;

update return_events e set sku_code = p.kept from sku_pairs p
where e.client_code = p.client_code and e.sku_code = p.gone;

-- The newest count holds.
insert into stock_levels (client_code, sku_code, type, stock_on_hand, available_stock, as_of, received_at)
select distinct on (s.client_code, p.kept) s.client_code, p.kept, s.type, s.stock_on_hand, s.available_stock, s.as_of,
  s.received_at
from sku_pairs p join stock_levels s on s.client_code = p.client_code and s.sku_code = p.gone
order by s.client_code, p.kept, s.as_of desc
on conflict (client_code, sku_code) do update set type = excluded.type, stock_on_hand = excluded.stock_on_hand,
  available_stock = excluded.available_stock, as_of = excluded.as_of, received_at = excluded.received_at
  where stock_levels.as_of < excluded.as_of;
delete from stock_levels s using sku_pairs p where s.client_code = p.client_code and s.sku_code = p.gone;

-- Boxes: those of the one that stays, where it has some.
insert into sku_components (client_code, sku_code, component_code, quantity)
select c.client_code, coalesce(product.kept, c.sku_code), coalesce(box.kept, c.component_code), max(c.quantity)
from sku_components c
left join sku_pairs product on product.client_code = c.client_code and product.gone = c.sku_code
left join sku_pairs box on box.client_code = c.client_code and box.gone = c.component_code
where (product.kept is not null or box.kept is not null)
  and (product.kept is null or not exists (
    select from sku_components own where own.client_code = c.client_code and own.sku_code = product.kept
  ))
  and coalesce(product.kept, c.sku_code) <> coalesce(box.kept, c.component_code)
group by 1, 2, 3
on conflict do nothing;
delete from sku_components c using sku_pairs p
where c.client_code = p.client_code and p.gone in (c.sku_code, c.component_code);

-- A rule that names a SKU goes on holding for it.
update rule_book_items i set content = jsonb_set(i.content, '{by,sku}', to_jsonb(p.kept))
from sku_pairs p
where i.client_code = p.client_code and i.kind = 'fixed-route' and i.content #>> '{by,sku}' = p.gone;
-- Of several writings that are exceptions, one becomes that of the SKU that stays, unless this is one itself: one in force
-- before others, the newest of these. The others end with a version of their own.
update rule_book_items i set item_key = m.kept
from (
  select distinct on (p.client_code, p.kept) p.client_code, p.gone, p.kept
  from sku_pairs p join rule_book_items x
    on x.client_code = p.client_code and x.kind = 'multi-box-exception' and x.item_key = p.gone
  where not exists (
    select from rule_book_items own
    where own.client_code = p.client_code and own.kind = x.kind and own.item_key = p.kept
  )
  order by p.client_code, p.kept, x.to_version is not null, x.from_version desc, p.gone
) m
where i.client_code = m.client_code and i.kind = 'multi-box-exception' and i.item_key = m.gone;

create temp table exceptions_left on commit drop as
select h.client_code, h.version + 1 as version, count(*)::int as changes
from rule_book_heads h join rule_book_items i using (client_code) join sku_pairs p
  on p.client_code = i.client_code and p.gone = i.item_key
where i.kind = 'multi-box-exception' and i.to_version is null
group by h.client_code, h.version;
insert into rule_books (client_code, version, published_at, by_name, summary, changes)
select client_code, version, now(), '', 'Exceptions of SKUs that became one with others', changes from exceptions_left;
update rule_book_items i set to_version = e.version
from exceptions_left e join sku_pairs p using (client_code)
where i.client_code = e.client_code and i.kind = 'multi-box-exception' and i.item_key = p.gone and i.to_version is null;
update rule_book_heads h set version = e.version from exceptions_left e where h.client_code = e.client_code;

delete from skus s using sku_pairs p where s.client_code = p.client_code and s.sku_code = p.gone;

insert into audit (client_code, at, by_name, act, object, record, before, after, request_id)
select p.client_code, now(), '', 'sku.merged', 'SKU ' || p.kept, 'sku:' || p.client_code || ':' || p.kept,
  jsonb_build_object('SKU', p.gone), jsonb_build_object('SKU', p.kept, 'lines', l.lines), ''
from sku_pairs p join sku_lines l using (client_code, gone)
order by p.client_code, p.kept, p.gone;

-- Outside of this transaction there might be a pair again for the index to meet.
do $$ begin
  create unique index skus_any_case on skus (client_code, sku_code collate any_case);
end $$;

insert into audit (client_code, at, by_name, act, object, record, before, after, request_id)
select client_code, now(), '', 'order.same-number', 'order ' || order_number, '',
  jsonb_build_object('orderNumber', first), jsonb_build_object('orderNumber', order_number), ''
from order_pairs where order_number <> first order by client_code, order_number;

-- The number of an order that another differs from by case alone; null of all that are numbered for themselves.
alter table orders add column case_twin text collate "C";
update orders o set case_twin = p.order_number from order_pairs p
where o.client_code = p.client_code and o.order_number = p.order_number and p.order_number <> p.first;
