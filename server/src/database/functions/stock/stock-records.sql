-- Folds, checks and rebuilds stock. Balances plus deltas must equal the records: counts, movements, orders and reservations.

-- Adds up to `most` deltas to their balances and deletes them. Returns the number of deltas.
create or replace function fold_stock_deltas(most int) returns int language plpgsql as $$
declare
  places tid[]; clients text[]; skus text[]; codes text[]; each_client text;
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of stock', 0));
  places := array(select ctid from stock_deltas limit most);
  select array_agg(k.client_code), array_agg(k.sku_code), array_agg(k.code) into clients, skus, codes
  from (select distinct client_code, sku_code, code from stock_deltas where ctid = any (places)) k;
  for each_client in select distinct c from unnest(clients) as c order by 1 loop
    perform lock_stock(each_client, array_agg(k.sku), array_agg(k.code))
    from unnest(clients, skus, codes) as k (client, sku, code) where k.client = each_client;
  end loop;
  with gone as (
    delete from stock_deltas where ctid = any (places) returning *
  ), sums as (
    select g.client_code, g.sku_code, g.code, sum(g.promised) as promised,
      coalesce(sum(g.moved) filter (where g.at > coalesce(b.counted_at, '-infinity')), 0) as moved
    from gone g join stock_balances b on b.client_code = g.client_code and b.sku_code = g.sku_code and b.code = g.code
    group by 1, 2, 3
  )
  update stock_balances b set promised = b.promised + s.promised, on_hand = b.on_hand + s.moved,
    changed_at = case when s.moved <> 0 then now() else b.changed_at end
  from sums s where b.client_code = s.client_code and b.sku_code = s.sku_code and b.code = s.code;
  return coalesce(cardinality(places), 0);
end $$;

-- Promises of orders, with kits replaced by their boxes.
create or replace view stock_promise_records with (security_invoker = true) as
select o.client_code, coalesce(c.component_code, l.sku_code) as sku_code, l.quantity * coalesce(c.quantity, 1) as pieces
from orders o join order_lines l using (client_code, order_number)
left join sku_components c on c.client_code = l.client_code and c.sku_code = l.sku_code
where promises_all(o.client_code, o.status)
union all
select o.client_code, s.sku_code, s.pieces
from (select client_code, array_agg(order_number) as orders from orders where status = 'D' group by 1) o
cross join lateral short_pieces(o.client_code, o.orders) s;

-- Balances plus deltas.
create or replace view stock_known with (security_invoker = true) as
select k.client_code, k.sku_code, k.code, sum(k.on_hand)::bigint as on_hand, sum(k.reserved)::bigint as reserved, sum(k.promised)::bigint as promised
from (
  select client_code, sku_code, code, on_hand, reserved, promised from stock_balances
  union all
  select d.client_code, d.sku_code, d.code, case when d.at > coalesce(b.counted_at, '-infinity') then d.moved else 0 end, 0, d.promised
  from stock_deltas d left join stock_balances b using (client_code, sku_code, code)
) k group by 1, 2, 3;

-- Stock according to the records.
create or replace view stock_records with (security_invoker = true) as
select k.client_code, k.sku_code, k.code, sum(k.on_hand)::bigint as on_hand, sum(k.reserved)::bigint as reserved, sum(k.promised)::bigint as promised
from (
  select distinct on (client_code, sku_code, code) client_code, sku_code, code, pieces::bigint as on_hand, 0 as reserved, 0 as promised
  from stock_counts order by client_code, sku_code, code, counted_at desc
) k group by 1, 2, 3
union all
select m.client_code, m.sku_code, m.code, sum(m.pieces), 0, 0 from stock_movements m
where m.at > coalesce((
  select max(c.counted_at) from stock_counts c where c.client_code = m.client_code and c.sku_code = m.sku_code and c.code = m.code
), '-infinity')
group by 1, 2, 3
union all
select client_code, sku_code, 'SELLABLE', 0, 0, sum(pieces) from stock_promise_records group by 1, 2
union all
select r.client_code, coalesce(c.component_code, r.sku_code), r.code, 0, sum((r.pieces - r.drawn) * coalesce(c.quantity, 1)), 0
from stock_reservations r left join sku_components c on c.client_code = r.client_code and c.sku_code = r.sku_code
where r.ended_at is null group by 1, 2, 3;

-- The number of balances that differ from the records, plus the number of SKUs that differ from the sums of their balances.
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

-- Calculates all balances again from the records.
create or replace function rebuild_stock() returns void language plpgsql as $$
declare one record;
begin
  for one in
    select client_code, array_agg(sku_code) as skus, array_agg(code) as codes from (
      select client_code, sku_code, code from stock_balances union select client_code, sku_code, code from stock_records
    ) k group by 1 order by 1
  loop
    perform lock_stock(one.client_code, one.skus, one.codes);
    -- Subtract deltas that are not folded yet, because folding adds them.
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

-- A client changed the setting pickedHasLeft. Goods of orders in picking leave the stock now, or return to it, and the client's
-- promises are calculated again.
create or replace function recount_promised() returns trigger language plpgsql as $$
declare seen text := current_setting('app.clients', true);
begin
  perform set_config('app.clients', array[new.client_code]::text, true);
  -- Wait for transactions that moved stock under the old setting.
  perform pg_advisory_xact_lock(hashtextextended('kits of ' || new.client_code, 0));
  perform settle_despatched(new.client_code, (
    select array_agg(o.order_number) from orders o where o.client_code = new.client_code and o.status in ('P', 'K')
  ));
  -- Fold deltas that were made under the old setting first, because promised may not fall below 0.
  perform fold_stock_deltas(2147483647);
  perform rebuild_stock();
  perform set_config('app.clients', seen, true);
  return null;
end $$;

grant select on stock_promise_records, stock_known, stock_records to despatch_app;
