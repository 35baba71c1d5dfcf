-- Recounts how often the SKUs of a client were ordered in the last 28 days. If another transaction is counting, it does nothing.
create or replace function count_sku_activity(asked_client text) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('sku activity of ' || asked_client, 0)) then
    return;
  end if;
  with lines as materialized (
    select l.order_number, l.sku_code, l.quantity::bigint as pieces, o.ordered_at
    from orders o join order_lines l on l.client_code = o.client_code and l.order_number = o.order_number
    where o.client_code = asked_client and o.ordered_at >= now() - interval '28 days' and o.status <> 'C'
  ), all_lines as (
    select * from lines
    union all
    select l.order_number, c.component_code, l.pieces * c.quantity, l.ordered_at
    from lines l join sku_components c on c.client_code = asked_client and c.sku_code = l.sku_code
  ), counted as materialized (
    select sku_code, count(distinct order_number)::int as orders, sum(pieces) as pieces, max(ordered_at) as last_ordered_at
    from all_lines group by sku_code
  ), gone as (
    delete from sku_activity a where a.client_code = asked_client
      and not exists (select from counted c where c.sku_code = a.sku_code)
  )
  insert into sku_activity as a (client_code, sku_code, orders, pieces, last_ordered_at)
  select asked_client, sku_code, orders, pieces, last_ordered_at from counted
  on conflict (client_code, sku_code) do update set
    orders = excluded.orders, pieces = excluded.pieces, last_ordered_at = excluded.last_ordered_at
  where (a.orders, a.pieces, a.last_ordered_at) is distinct from (excluded.orders, excluded.pieces, excluded.last_ordered_at);
  insert into sku_activity_counted values (asked_client, now())
  on conflict (client_code) do update set counted_at = excluded.counted_at;
end $$;
