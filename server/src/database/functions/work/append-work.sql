-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench fresh-feed).
-- Orders were inserted or deleted.
create or replace function append_work() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into work_order_deltas
    select client_code, count(*), count(*) filter (where lacks_carrier(status, lacks)), status, dispatch_service, country,
      work_region(country, post_code), source, suspended_for, despatch_date, lacks
    from added where status in ('N', 'R', 'S') group by 1, 4, 5, 6, 7, 8, 9, 10, 11;
  else
    insert into work_order_deltas
    select client_code, -count(*), -count(*) filter (where lacks_carrier(status, lacks)), status, dispatch_service, country,
      work_region(country, post_code), source, suspended_for, despatch_date, lacks
    from before where status in ('N', 'R', 'S') group by 1, 4, 5, 6, 7, 8, 9, 10, 11;
  end if;
  return null;
end $$;

-- Orders were updated. Consignments, tags and assignees are read only for orders that open, close, or become or cease to be New.
-- Statements that change orders by ctid disable all scans, so this function enables the ones it needs.
create or replace function append_work_changes() returns trigger language plpgsql
set enable_seqscan = off
set enable_indexscan = on
set enable_indexonlyscan = on
set enable_sort = off
set enable_mergejoin = off
as $$
begin
  insert into work_order_deltas (client_code, orders, status, dispatch_service, country, region, source, suspended_for,
    despatch_date, lacks)
  select client_code, sum(n), status, dispatch_service, country, region, source, suspended_for, despatch_date, lacks from (
    select -1 as n, client_code, status, dispatch_service, country, work_region(country, post_code) as region, source,
      suspended_for, despatch_date, lacks
    from before where status in ('N', 'R', 'S')
    union all
    select 1, client_code, status, dispatch_service, country, work_region(country, post_code), source, suspended_for,
      despatch_date, lacks
    from after where status in ('N', 'R', 'S')
  ) sides
  group by 1, 3, 4, 5, 6, 7, 8, 9, 10 having sum(n) <> 0;
  if not found then
    return null;
  end if;
  insert into work_deltas (client_code, facet, value, day, orders, new_orders, amount)
  with sides as materialized (
    select -1 as n, client_code, order_number, status, lacks, despatch_date from before where status in ('N', 'R', 'S')
    union all
    select 1, client_code, order_number, status, lacks, despatch_date from after where status in ('N', 'R', 'S')
  ), changed as materialized (
    select client_code, order_number, sum(n) as more, sum(n) filter (where status = 'N') as more_new,
      sum(n) filter (where status <> 'S') as more_to_go
    from sides group by 1, 2
    having sum(n) <> 0 or sum(n) filter (where status = 'N') <> 0 or sum(n) filter (where status <> 'S') <> 0
  ), standing as materialized (
    select s.*, c.* from changed s cross join lateral (
      select carrier, client_method_id, cause_key, passed_over, despatch_day, cost from consignments
      where client_code = s.client_code and order_number between s.order_number and s.order_number and ended_at is null
      order by order_number, attempt, number offset 0
    ) c
  ), tagging as materialized (
    -- Skips the look-up for clients without any tags.
    select client_code from (select distinct client_code from changed) c
    where exists (select from order_tags where client_code = c.client_code)
  ), assigning as materialized (
    select client_code from (select distinct client_code from changed) c
    where exists (select from order_assignees where client_code = c.client_code)
  ), beside as (
    select client_code, facet, value, '-infinity'::date as day, more, more_new, 0.0 as amount from (
      select client_code, order_number, more, more_new, unnest(array['carrier', 'method']) as facet,
        unnest(array[carrier, client_method_id]) as value
      from standing group by 1, 2, 3, 4, 5, 6
    ) taken where value is not null
    union all
    select client_code, 'passedOver', passed_over ->> 'clientMethodID', despatch_day, more_to_go, 0,
      more_to_go * sum(cost - (passed_over ->> 'cost')::numeric)
    from standing where passed_over is not null and more_to_go <> 0 group by client_code, order_number, 3, 4, 5
    union all
    -- An exception needs no work once its order was sent by other means.
    select client_code, 'exception', '', despatch_day, more_to_go, 0, 0 from standing where client_method_id is null and more_to_go <> 0
    union all
    select client_code, 'cause', cause_key, min(despatch_day), more_to_go, 0, 0 from standing
    where client_method_id is null and cause_key is not null and more_to_go <> 0 group by client_code, order_number, cause_key, more_to_go
    union all
    select s.client_code, 'tag', t.tag, '-infinity', s.more, s.more_new, 0
    from changed s join tagging using (client_code) cross join lateral (
      select tag collate "C" as tag from order_tags
      where client_code = s.client_code and order_number between s.order_number and s.order_number order by order_number offset 0
    ) t
    union all
    select s.client_code, 'assignee', a.user_id::text, '-infinity', s.more, s.more_new, 0
    from changed s join assigning using (client_code) cross join lateral (
      select user_id from order_assignees
      where client_code = s.client_code and order_number between s.order_number and s.order_number order by order_number offset 0
    ) a
    union all
    select s.client_code, 'untried', '', s.despatch_date, s.n, 0, 0 from (
      select client_code, order_number, despatch_date, sum(n) as n from sides where lacks_carrier(status, lacks)
      group by 1, 2, 3 having sum(n) <> 0
    ) s
    where not exists (
      select from (
        select from consignments c
        where c.client_code = s.client_code and c.order_number between s.order_number and s.order_number and c.ended_at is null
        order by c.order_number, c.attempt, c.number offset 0
      ) c
    )
  )
  select client_code, facet, value, day, sum(more), coalesce(sum(more_new), 0), sum(amount) from beside group by 1, 2, 3, 4
  having sum(more) <> 0 or sum(more_new) <> 0 or sum(amount) <> 0;
  return null;
end $$;
