-- What waits, counted as it changes: open orders by what they may be narrowed to and in the built-in views, and routing
-- exceptions by cause. Who changes a record appends what its change adds and takes away; nobody waits for a total. A job folds
-- it, and reading adds what is not folded yet. Why so: docs/decisions/0073-counts-of-what-waits.md.

-- Totals. `facet` says what of an order `value` is; `day` is '-infinity' where no day matters, and of days that are long over.
create table work_counts (
  client_code text collate "C" not null,
  facet text collate "C" not null,
  value text collate "C" not null,
  day date not null,
  orders int not null,
  -- Of these, how many are New.
  new_orders int not null,
  amount numeric(18, 4) not null,
  primary key (client_code, facet, value, day)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create table work_deltas (
  client_code text collate "C" not null,
  facet text collate "C" not null,
  value text collate "C" not null,
  day date not null default '-infinity',
  orders int not null,
  new_orders int not null default 0,
  amount numeric(18, 4) not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
-- Orders that became alike or ceased to be: a row for all facets of theirs, so that taking in an order writes one.
create table work_order_deltas (
  client_code text collate "C" not null,
  orders int not null,
  -- Of these, how many have no consignment though they lack a carrier.
  untried int not null default 0,
  status text collate "C" not null,
  dispatch_service text collate "C" not null,
  country text collate "C" not null,
  region text collate "C" not null,
  source text collate "C" not null,
  suspended_for text collate "C" not null,
  despatch_date date not null,
  lacks int
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
select restrict_to_clients('work_counts', 'work_deltas', 'work_order_deltas');
grant select, insert, update, delete on work_counts, work_deltas, work_order_deltas to despatch_app;

-- Of a routing exception: since when the order has had no carrier, whatever was tried in between, and the key of its cause.
-- Reasons that differ in figures behind the closest match alone have one (domain/src/routing/allocation/exception-cause.ts tells
-- no more apart). It is short, for a reason may name many SKUs.
alter table consignments add column since timestamptz, add column cause_key text collate "C";
create function keep_cause() returns trigger language plpgsql as $$
begin
  new.since := coalesce((
    select min(t.at) from consignments t
    where t.client_code = new.client_code and t.order_number = new.order_number and t.client_method_id is null
      and t.attempt < new.attempt and t.attempt > coalesce((
        select max(c.attempt) from consignments c
        where c.client_code = new.client_code and c.order_number = new.order_number and c.client_method_id is not null
          and c.attempt < new.attempt
      ), -1)
  ), new.at);
  new.cause_key := md5(case when strpos(new.why, ' – ') = 0 then new.why
    else left(new.why, strpos(new.why, ' – ')) || regexp_replace(substr(new.why, strpos(new.why, ' – ')), '[0-9][0-9.,]*', '#', 'g')
    end);
  return new;
end $$;
create trigger keep_cause before insert or update of at, why on consignments for each row
  when (new.client_method_id is null) execute function keep_cause();

-- The postcode area of an order of the United Kingdom or the Crown dependencies; '' of any other.
create function work_region(country text, post_code text) returns text language sql immutable parallel safe as $$
  select case when country in ('GB', 'GG', 'IM', 'JE') then coalesce(substring(upper(post_code) from '^[A-Z]{1,2}'), '') else '' end
$$;

-- Whether an order that is to go lacks a carrier, or nobody has looked yet.
create function lacks_carrier(status text, lacks int) returns boolean language sql immutable parallel safe as $$
  select status in ('N', 'R') and (lacks is null or (lacks & 128) <> 0)
$$;

-- What an open order is counted as by itself.
create function work_facets(status text, dispatch_service text, country text, region text, source text, suspended_for text,
  despatch_date date, lacks int) returns table (facet text, value text, day date) language sql immutable parallel safe as $$
  select unnest(array[
      'open', 'dispatchService', 'country', 'source', 'despatch', case when region <> '' then 'region' end,
      case when suspended_for <> '' then 'suspendedFor' end, case when status = 'S' then 'suspended' end,
      case when lacks_carrier(status, lacks) then 'noCarrier' end,
      case when (lacks & case status when 'S' then 127 else 255 end) <> 0 then 'needsAttention' end
    ]), unnest(array['', dispatch_service, country, source, '', region, suspended_for, '', '', '']),
    unnest(array['-infinity', '-infinity', '-infinity', '-infinity', despatch_date, '-infinity', '-infinity', '-infinity',
      '-infinity', '-infinity']::date[])
$$;

-- Orders that come and go.
create function append_work() returns trigger language plpgsql as $$
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
create trigger append_work_of_new after insert on orders referencing new table as added
  for each statement execute function append_work();
create trigger append_work_of_gone after delete on orders referencing old table as before
  for each statement execute function append_work();

-- Orders that change. What lies beside them (consignments, tags, who they are assigned to) is looked up where they cease to be
-- open, or New, or begin to be. Whoever changes orders in place has switched every scan off.
create function append_work_changes() returns trigger language plpgsql
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
      select carrier, client_method_id, passed_over, despatch_day, cost from consignments
      where client_code = s.client_code and order_number between s.order_number and s.order_number and ended_at is null
      order by order_number, attempt, number offset 0
    ) c
  ), tagging as materialized (
    -- Of clients who tag nothing, no order's tags are looked up.
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
create trigger append_work_changes after update on orders referencing old table as before new table as after
  for each statement execute function append_work_changes();
