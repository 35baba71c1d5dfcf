-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench fresh-feed).
-- The facets that a current consignment counts in. `part` separates facets that are counted by day.
create or replace function consignment_facets(despatch_day date, carrier text, client_method_id text, cause_key text, cost numeric, passed_over jsonb)
returns table (facet text, value text, part date, day date, extra numeric) language sql immutable parallel safe as $$
  select unnest(array['standing', case when carrier is not null then 'carrier' end, case when client_method_id is not null then 'method' end,
      case when client_method_id is null then 'exception' end, case when client_method_id is null and cause_key is not null then 'cause' end,
      case when passed_over is not null then 'passedOver' end]),
    unnest(array['', carrier, client_method_id, '', cause_key, passed_over ->> 'clientMethodID']),
    unnest(array['-infinity', '-infinity', '-infinity', despatch_day, '-infinity', despatch_day]::date[]),
    unnest(array['-infinity', '-infinity', '-infinity', despatch_day, despatch_day, despatch_day]::date[]),
    unnest(array[0, 0, 0, 0, 0, cost - (passed_over ->> 'cost')::numeric])
$$;

-- Appends the changes of counts when consignments change. An order counts once for a carrier, method or cause, however many of
-- its consignments have it. The caller holds the orders. A cause gets a row even if its count stays the same: another exception
-- may now be the oldest, and caches must notice.
create or replace function append_consigned(moved moved_consignment[]) returns void language plpgsql
set enable_seqscan = off
set enable_indexscan = on
set enable_indexonlyscan = on
set enable_sort = off
-- One plan for all calls: planning for each new order took as long as the rest of this function.
set plan_cache_mode = force_generic_plan
as $$
begin
  insert into work_deltas (client_code, facet, value, day, orders, new_orders, amount)
  with moves as materialized (
    select m.n, m.client_code, m.order_number, o.status, o.lacks, o.despatch_date, f.*
    from unnest(moved) m cross join lateral (
      select status, lacks, despatch_date from orders
      where client_code = m.client_code and order_number between m.order_number and m.order_number order by order_number limit 1
    ) o
    cross join lateral consignment_facets(m.despatch_day, m.carrier, m.client_method_id, m.cause_key, m.cost, m.passed_over) f
  ), of_orders as (
    select client_code, order_number, status, lacks, despatch_date from moves group by 1, 2, 3, 4, 5
  ), days as (
    select client_code, order_number, status, lacks, despatch_date, facet, value, part, day, sum(n) as n, sum(stands) as stands,
      sum(n * extra) as extra
    from (
      select client_code, order_number, status, lacks, despatch_date, facet, value, part, day, extra, n, 0 as stands from moves
      union all
      select o.*, f.facet, f.value, f.part, f.day, f.extra, 0, 1 from of_orders o cross join lateral (
        select despatch_day, carrier, client_method_id, cause_key, cost, passed_over from consignments
        where client_code = o.client_code and order_number between o.order_number and o.order_number and ended_at is null
        order by order_number, attempt, number offset 0
      ) c
      cross join lateral consignment_facets(c.despatch_day, c.carrier, c.client_method_id, c.cause_key, c.cost, c.passed_over) f
    ) each_one
    where facet is not null group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), sides as (
    -- The facets after the change and before it; of several days the first counts.
    select client_code, order_number, status, lacks, despatch_date, facet, value, 1 as n, min(day) filter (where stands > 0) as day,
      sum(extra) as extra, sum(stands) as pieces
    from days group by 1, 2, 3, 4, 5, 6, 7, part having sum(stands) > 0
    union all
    select client_code, order_number, status, lacks, despatch_date, facet, value, -1, min(day) filter (where stands - n > 0),
      case when sum(stands) > 0 then 0 else sum(extra) end, sum(stands - n)
    from days group by 1, 2, 3, 4, 5, 6, 7, part having sum(stands - n) > 0
  ), counted as (
    select client_code, facet, value, day, n as orders, case when status = 'N' then n else 0 end as new_orders, 0.0 as amount
    from sides where facet in ('carrier', 'method') and status in ('N', 'R', 'S')
    union all
    select client_code, facet, value, day, n, 0, extra from sides where facet = 'passedOver' and status in ('N', 'R')
    union all
    select client_code, facet, value, day, n, 0, 0 from sides where facet = 'cause' and status in ('N', 'R')
    union all
    select client_code, facet, value, day, n * pieces, 0, 0 from sides where facet = 'exception' and status in ('N', 'R')
    union all
    select client_code, 'untried', '', despatch_date, -n, 0, 0 from sides where facet = 'standing' and lacks_carrier(status, lacks)
  )
  select client_code, facet, value, day, sum(orders), sum(new_orders), sum(amount) from counted group by 1, 2, 3, 4
  having sum(orders) <> 0 or sum(new_orders) <> 0 or sum(amount) <> 0 or facet = 'cause';
end $$;

create or replace function append_moved_consignments() returns trigger language plpgsql as $$
declare moved moved_consignment[];
begin
  if tg_op <> 'INSERT' then
    moved := array(
      select (-1, client_code, order_number, despatch_day, carrier, client_method_id, cause_key, cost, passed_over)::moved_consignment
      from before where ended_at is null
    );
  end if;
  if tg_op <> 'DELETE' then
    moved := moved || array(
      select (1, client_code, order_number, despatch_day, carrier, client_method_id, cause_key, cost, passed_over)::moved_consignment
      from after where ended_at is null
    );
  end if;
  if cardinality(moved) > 0 then
    perform append_consigned(moved);
  end if;
  return null;
end $$;
