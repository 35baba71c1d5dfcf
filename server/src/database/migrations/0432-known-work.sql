-- Counts (0430) as they are read, folded, rebuilt and checked.

-- What is not folded yet, and both together.
create view work_not_folded with (security_invoker = true) as
select client_code, facet, value, day, orders, new_orders, amount from work_deltas
union all
select d.client_code, f.facet, f.value, f.day, d.orders, case when d.status = 'N' then d.orders else 0 end, 0
from work_order_deltas d
cross join lateral work_facets(d.status, d.dispatch_service, d.country, d.region, d.source, d.suspended_for, d.despatch_date, d.lacks) f
where f.facet is not null
union all
select client_code, 'untried', '', despatch_date, untried, 0, 0 from work_order_deltas where untried <> 0;
create view known_work with (security_invoker = true) as
select client_code, facet, value, day, orders, new_orders, amount from work_counts
union all
select * from work_not_folded;

-- The same of the records.
create view work_of_records with (security_invoker = true) as
with open as (
  select * from orders where status in ('N', 'R', 'S')
), standing as (
  select c.client_code, c.order_number, c.carrier, c.client_method_id, c.despatch_day, c.cause_key, c.cost, c.passed_over, o.status
  from consignments c join orders o using (client_code, order_number) where c.ended_at is null
)
select o.client_code, f.facet, f.value, f.day, 1 as orders, (o.status = 'N')::int as new_orders, 0.0 as amount
from open o cross join lateral work_facets(o.status, o.dispatch_service, o.country, work_region(o.country, o.post_code), o.source,
  o.suspended_for, o.despatch_date, o.lacks) f
where f.facet is not null
union all
select o.client_code, 'untried', '', o.despatch_date, 1, 0, 0 from open o
where lacks_carrier(o.status, o.lacks) and not exists (
  select from consignments c where c.client_code = o.client_code and c.order_number = o.order_number and c.ended_at is null
)
union all
select client_code, facet, value, '-infinity', 1, (status = 'N')::int, 0 from (
  select client_code, order_number, status, 'carrier' as facet, carrier as value from standing where carrier is not null
  union
  select client_code, order_number, status, 'method', client_method_id from standing where client_method_id is not null
) taken where status in ('N', 'R', 'S')
union all
select client_code, 'exception', '', despatch_day, 1, 0, 0 from standing where client_method_id is null
union all
select client_code, 'cause', cause_key, min(despatch_day), 1, 0, 0 from standing where client_method_id is null and cause_key is not null
group by client_code, order_number, cause_key
union all
select client_code, 'passedOver', passed_over ->> 'clientMethodID', despatch_day, 1, 0,
  sum(cost - (passed_over ->> 'cost')::numeric)
from standing where passed_over is not null and status in ('N', 'R')
group by client_code, order_number, passed_over ->> 'clientMethodID', despatch_day
union all
select client_code, 'tag', tag collate "C", '-infinity', 1, (status = 'N')::int, 0
from open join order_tags using (client_code, order_number)
union all
select client_code, 'assignee', user_id::text, '-infinity', 1, (status = 'N')::int, 0
from open join order_assignees using (client_code, order_number);
grant select on work_not_folded, known_work, work_of_records to despatch_app;

-- Days that are long over are one: all of them are past.
create function kept_work_day(day date) returns date language sql stable parallel safe as $$
  select case when day < london_day(now()) - 31 then '-infinity'::date else day end
$$;

create function fold_work_deltas(most int) returns int language plpgsql as $$
declare folded int;
begin
  perform pg_advisory_xact_lock(hashtextextended('counts of work', 0));
  with gone as materialized (
    delete from work_deltas where ctid = any (array(select ctid from work_deltas limit most)) returning *
  ), gone_orders as materialized (
    delete from work_order_deltas where ctid = any (array(select ctid from work_order_deltas limit most)) returning *
  ), alike as materialized (
    select client_code, sum(orders)::int as orders, sum(untried)::int as untried, status, dispatch_service, country, region, source,
      suspended_for, despatch_date, lacks
    from gone_orders group by 1, 4, 5, 6, 7, 8, 9, 10, 11
  ), added as (
    insert into work_counts as kept
    select client_code, facet, value, kept_work_day(day), sum(orders), sum(new_orders), sum(amount) from (
      select client_code, facet, value, day, orders, new_orders, amount from gone
      union all
      select a.client_code, f.facet, f.value, f.day, a.orders, case when a.status = 'N' then a.orders else 0 end, 0 from alike a
      cross join lateral work_facets(a.status, a.dispatch_service, a.country, a.region, a.source, a.suspended_for, a.despatch_date,
        a.lacks) f
      where f.facet is not null and a.orders <> 0
      union all
      select client_code, 'untried', '', despatch_date, untried, 0, 0 from alike where untried <> 0
    ) moved
    group by 1, 2, 3, 4 having sum(orders) <> 0 or sum(new_orders) <> 0 or sum(amount) <> 0
    on conflict (client_code, facet, value, day) do update set orders = kept.orders + excluded.orders,
      new_orders = kept.new_orders + excluded.new_orders, amount = kept.amount + excluded.amount
  )
  select greatest((select count(*) from gone), (select count(*) from gone_orders)) into folded;
  -- What nobody tags orders with any more may have been somebody's name.
  if folded > 0 then
    delete from work_counts where facet = 'tag' and orders = 0 and new_orders = 0;
  end if;
  return folded;
end $$;

create function rebuild_work_counts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('counts of work', 0));
  with gone as (
    delete from work_deltas
  ), gone_orders as (
    delete from work_order_deltas
  ), sums as materialized (
    select client_code, facet, value, kept_work_day(day) as day, sum(orders) as orders, sum(new_orders) as new_orders,
      sum(amount) as amount
    from work_of_records group by 1, 2, 3, 4
  ), emptied as (
    delete from work_counts k where not exists (
      select from sums s where s.client_code = k.client_code and s.facet = k.facet and s.value = k.value and s.day = k.day
    )
  )
  insert into work_counts as kept select * from sums
  on conflict (client_code, facet, value, day) do update set (orders, new_orders, amount) =
    (excluded.orders, excluded.new_orders, excluded.amount)
  where (kept.orders, kept.new_orders, kept.amount) is distinct from (excluded.orders, excluded.new_orders, excluded.amount);
end $$;

create function wrong_work_counts() returns bigint language sql as $$
  select count(*) from (
    select from (
      select client_code, facet, value, day, orders, new_orders, amount from known_work
      union all
      select client_code, facet, value, day, -orders, -new_orders, -amount from work_of_records
    ) both_sides
    group by client_code, facet, value, kept_work_day(day)
    having sum(orders) <> 0 or sum(new_orders) <> 0 or sum(amount) <> 0
  ) wrong
$$;

-- Takes away what counts nothing any more, and puts days together that are long over. Once an hour will do.
create function tidy_work_counts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('counts of work', 0));
  with aged as (
    delete from work_counts
    where (orders = 0 and new_orders = 0 and amount = 0) or (day > '-infinity' and kept_work_day(day) <> day) returning *
  )
  insert into work_counts as kept
  select client_code, facet, value, '-infinity', sum(orders), sum(new_orders), sum(amount) from aged group by 1, 2, 3
  having sum(orders) <> 0 or sum(new_orders) <> 0 or sum(amount) <> 0
  on conflict (client_code, facet, value, day) do update set orders = kept.orders + excluded.orders,
    new_orders = kept.new_orders + excluded.new_orders, amount = kept.amount + excluded.amount;
end $$;
