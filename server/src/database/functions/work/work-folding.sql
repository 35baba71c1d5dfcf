-- Folds, rebuilds, checks and tidies counts.

-- The day under which a count is stored. All days more than a month ago are one day.
create or replace function kept_work_day(day date) returns date language sql stable parallel safe as $$
  select case when day < london_day(now()) - 31 then '-infinity'::date else day end
$$;

-- Adds up to `most` deltas of each kind to the counts and deletes them. Returns the number of deltas.
create or replace function fold_work_deltas(most int) returns int language plpgsql as $$
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
  -- A tag that is no longer used may contain a person's name.
  if folded > 0 then
    delete from work_counts where facet = 'tag' and orders = 0 and new_orders = 0;
  end if;
  return folded;
end $$;

create or replace function rebuild_work_counts() returns void language plpgsql as $$
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

-- The number of counts that differ from the records.
create or replace function wrong_work_counts() returns bigint language sql as $$
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

-- Deletes empty counts and merges past days. A job calls it each hour.
create or replace function tidy_work_counts() returns void language plpgsql as $$
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
