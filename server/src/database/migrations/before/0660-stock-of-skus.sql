-- What is on hand of a SKU, all allocation codes together, for lists in that order: to add it up for each page takes most of
-- their time. No index has that order: it would cost each new row as much as all the rest of this. Kept by triggers on balances,
-- as what each statement adds: two who change different codes of a SKU add to the same row. Taken after balances, in the order
-- of SKUs. Why so: docs/decisions/0129-on-hand-of-skus-is-kept.md.
create table sku_stock (
  client_code text collate "C" not null,
  sku_code text collate "C" not null,
  on_hand bigint not null,
  -- How many of its codes someone has counted: of none nothing is known.
  counted int not null,
  primary key (client_code, sku_code)
) with (fillfactor = 90);
select restrict_to_clients('sku_stock');
grant select, insert, update on sku_stock to despatch_app;

create function add_sku_stock() returns trigger language plpgsql as $$
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
create trigger add_sku_stock_of_new after insert on stock_balances referencing new table as added
  for each statement execute function add_sku_stock();
create trigger add_sku_stock_of_changed after update on stock_balances referencing old table as before new table as added
  for each statement execute function add_sku_stock();

-- Anyone who changes a balance waits until this is done: what they add must find what is there already.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
insert into sku_stock
select client_code, sku_code, sum(on_hand), count(counted_at) from stock_balances group by 1, 2 order by 1, 2;
select set_config('app.clients', '', true);

create or replace function wrong_stock() returns bigint language sql as $$
  select (
    select count(*) from (
      select client_code, sku_code, code from (
        select client_code, sku_code, code, on_hand, reserved, promised from stock_known
        union all select client_code, sku_code, code, -on_hand, -reserved, -promised from stock_records
      ) as both_sides group by 1, 2, 3 having sum(on_hand) <> 0 or sum(reserved) <> 0 or sum(promised) <> 0
    ) as wrong
  ) + (
    select count(*) from (
      select client_code, sku_code from (
        select client_code, sku_code, on_hand, (counted_at is not null)::int as counted from stock_balances
        union all select client_code, sku_code, -on_hand, -counted from sku_stock
      ) as both_sides group by 1, 2 having sum(on_hand) <> 0 or sum(counted) <> 0
    ) as wrong
  )
$$;
create or replace function rebuild_stock() returns void language plpgsql as $$
declare one record;
begin
  for one in
    select client_code, array_agg(sku_code) as skus, array_agg(code) as codes from (
      select client_code, sku_code, code from stock_balances union select client_code, sku_code, code from stock_records
    ) k group by 1 order by 1
  loop
    perform lock_stock(one.client_code, one.skus, one.codes);
    -- What waits to be folded is taken off: it is added when it is.
    update stock_balances b set on_hand = coalesce(r.on_hand, 0) - coalesce(d.moved, 0), promised = coalesce(r.promised, 0) - coalesce(d.promised, 0),
      reserved = coalesce(r.reserved, 0), counted_at = c.counted_at, counted = c.pieces, warehouse_available = c.warehouse_available
    from stock_balances k
    left join (
      select client_code, sku_code, code, sum(on_hand) as on_hand, sum(reserved) as reserved, sum(promised) as promised
      from stock_records where client_code = one.client_code group by 1, 2, 3
    ) r using (client_code, sku_code, code)
    left join (
      select distinct on (sku_code, code) client_code, sku_code, code, counted_at, pieces, warehouse_available
      from stock_counts where client_code = one.client_code order by sku_code, code, counted_at desc
    ) c using (client_code, sku_code, code)
    left join (
      select d.client_code, d.sku_code, d.code, sum(d.promised) as promised,
        sum(d.moved) filter (where d.at > coalesce((
          select max(c.counted_at) from stock_counts c where c.client_code = d.client_code and c.sku_code = d.sku_code and c.code = d.code
        ), '-infinity')) as moved
      from stock_deltas d where d.client_code = one.client_code group by 1, 2, 3
    ) d using (client_code, sku_code, code)
    where k.client_code = one.client_code and b.client_code = k.client_code and b.sku_code = k.sku_code and b.code = k.code;
    insert into sku_stock as kept
    select client_code, sku_code, sum(on_hand), count(counted_at) from stock_balances
    where client_code = one.client_code group by 1, 2 order by 1, 2
    on conflict (client_code, sku_code) do update set on_hand = excluded.on_hand, counted = excluded.counted
    where kept.on_hand <> excluded.on_hand or kept.counted <> excluded.counted;
  end loop;
end $$;
