-- Facts by month beside those by day, so that a report of years reads some thousands of rows. A trigger carries each change of
-- a fact by day over, in the statement that folds or rebuilds it: months are always the sums of their days.
create table parcel_month_facts (
  client_code text collate "C" not null,
  month date not null,
  carrier text collate "C" not null,
  service text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null,
  primary key (client_code, month, carrier, service)
);
create table parcel_month_region_facts (
  client_code text collate "C" not null,
  month date not null,
  carrier text collate "C" not null,
  region text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null,
  primary key (client_code, month, carrier, region)
);
-- By the weekday of each day, Monday 1.
create table parcel_month_weekday_facts (
  client_code text collate "C" not null,
  month date not null,
  weekday smallint not null,
  carrier text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null,
  primary key (client_code, month, weekday, carrier)
);
create table exception_month_facts (
  client_code text collate "C" not null,
  month date not null,
  carrier text collate "C" not null,
  state text collate "C" not null,
  reason text collate "C" not null,
  events int not null,
  primary key (client_code, month, carrier, state, reason)
);
select restrict_to_clients('parcel_month_facts', 'parcel_month_region_facts', 'parcel_month_weekday_facts',
  'exception_month_facts');
grant select, insert, update, delete on
  parcel_month_facts, parcel_month_region_facts, parcel_month_weekday_facts, exception_month_facts
  to despatch_app;

-- The facts by day that a statement took away (n is -1) and gave (1), of its transition tables.
create function changed_facts(operation text) returns text language sql immutable as $$
  select case operation
    when 'INSERT' then 'select 1 as n, * from after'
    when 'DELETE' then 'select -1 as n, * from before'
    else 'select -1 as n, * from before union all select 1, * from after'
  end
$$;
create function keep_parcel_month_facts() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into parcel_month_facts as months
  select client_code, date_trunc('month', day::timestamp)::date, carrier, service,
    sum(n * despatched), sum(n * delivered), sum(n * days_taken), sum(n * within_1), sum(n * within_2), sum(n * within_3),
    sum(n * within_5), sum(n * promised), sum(n * on_time), sum(n * late), sum(n * silent)
  from (%s) as changed group by 1, 2, 3, 4
  having (sum(n * despatched), sum(n * delivered), sum(n * days_taken), sum(n * within_1), sum(n * within_2),
    sum(n * within_3), sum(n * within_5), sum(n * promised), sum(n * on_time), sum(n * late), sum(n * silent))
    is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  on conflict (client_code, month, carrier, service) do update set
    despatched = months.despatched + excluded.despatched, delivered = months.delivered + excluded.delivered,
    days_taken = months.days_taken + excluded.days_taken, within_1 = months.within_1 + excluded.within_1,
    within_2 = months.within_2 + excluded.within_2, within_3 = months.within_3 + excluded.within_3,
    within_5 = months.within_5 + excluded.within_5, promised = months.promised + excluded.promised,
    on_time = months.on_time + excluded.on_time, late = months.late + excluded.late, silent = months.silent + excluded.silent
  $sql$, changed_facts(tg_op));
  return null;
end $$;
create function keep_parcel_month_region_facts() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into parcel_month_region_facts as months
  select client_code, date_trunc('month', day::timestamp)::date, carrier, region,
    sum(n * despatched), sum(n * delivered), sum(n * days_taken), sum(n * within_1), sum(n * within_2), sum(n * within_3),
    sum(n * within_5), sum(n * promised), sum(n * on_time), sum(n * late), sum(n * silent)
  from (%s) as changed group by 1, 2, 3, 4
  having (sum(n * despatched), sum(n * delivered), sum(n * days_taken), sum(n * within_1), sum(n * within_2),
    sum(n * within_3), sum(n * within_5), sum(n * promised), sum(n * on_time), sum(n * late), sum(n * silent))
    is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  on conflict (client_code, month, carrier, region) do update set
    despatched = months.despatched + excluded.despatched, delivered = months.delivered + excluded.delivered,
    days_taken = months.days_taken + excluded.days_taken, within_1 = months.within_1 + excluded.within_1,
    within_2 = months.within_2 + excluded.within_2, within_3 = months.within_3 + excluded.within_3,
    within_5 = months.within_5 + excluded.within_5, promised = months.promised + excluded.promised,
    on_time = months.on_time + excluded.on_time, late = months.late + excluded.late, silent = months.silent + excluded.silent
  $sql$, changed_facts(tg_op));
  return null;
end $$;
create function keep_parcel_month_weekday_facts() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into parcel_month_weekday_facts as months
  select client_code, date_trunc('month', day::timestamp)::date, extract(isodow from day)::smallint, carrier,
    sum(n * despatched), sum(n * delivered), sum(n * days_taken), sum(n * within_1), sum(n * within_2), sum(n * within_3),
    sum(n * within_5), sum(n * promised), sum(n * on_time), sum(n * late), sum(n * silent)
  from (%s) as changed group by 1, 2, 3, 4
  having (sum(n * despatched), sum(n * delivered), sum(n * days_taken), sum(n * within_1), sum(n * within_2),
    sum(n * within_3), sum(n * within_5), sum(n * promised), sum(n * on_time), sum(n * late), sum(n * silent))
    is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  on conflict (client_code, month, weekday, carrier) do update set
    despatched = months.despatched + excluded.despatched, delivered = months.delivered + excluded.delivered,
    days_taken = months.days_taken + excluded.days_taken, within_1 = months.within_1 + excluded.within_1,
    within_2 = months.within_2 + excluded.within_2, within_3 = months.within_3 + excluded.within_3,
    within_5 = months.within_5 + excluded.within_5, promised = months.promised + excluded.promised,
    on_time = months.on_time + excluded.on_time, late = months.late + excluded.late, silent = months.silent + excluded.silent
  $sql$, changed_facts(tg_op));
  return null;
end $$;
create function keep_exception_month_facts() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into exception_month_facts as months
  select client_code, date_trunc('month', day::timestamp)::date, carrier, state, reason,
    sum(n * events)
  from (%s) as changed group by 1, 2, 3, 4, 5
  having sum(n * events) <> 0
  on conflict (client_code, month, carrier, state, reason) do update set
    events = months.events + excluded.events
  $sql$, changed_facts(tg_op));
  return null;
end $$;
create trigger keep_parcel_month_facts_of_new after insert on parcel_facts
  referencing new table as after for each statement execute function keep_parcel_month_facts();
create trigger keep_parcel_month_facts_of_changed after update on parcel_facts
  referencing old table as before new table as after for each statement execute function keep_parcel_month_facts();
create trigger keep_parcel_month_facts_of_gone after delete on parcel_facts
  referencing old table as before for each statement execute function keep_parcel_month_facts();
create trigger keep_parcel_month_region_facts_of_new after insert on parcel_region_facts
  referencing new table as after for each statement execute function keep_parcel_month_region_facts();
create trigger keep_parcel_month_region_facts_of_changed after update on parcel_region_facts
  referencing old table as before new table as after for each statement execute function keep_parcel_month_region_facts();
create trigger keep_parcel_month_region_facts_of_gone after delete on parcel_region_facts
  referencing old table as before for each statement execute function keep_parcel_month_region_facts();
create trigger keep_parcel_month_weekday_facts_of_new after insert on parcel_facts
  referencing new table as after for each statement execute function keep_parcel_month_weekday_facts();
create trigger keep_parcel_month_weekday_facts_of_changed after update on parcel_facts
  referencing old table as before new table as after for each statement execute function keep_parcel_month_weekday_facts();
create trigger keep_parcel_month_weekday_facts_of_gone after delete on parcel_facts
  referencing old table as before for each statement execute function keep_parcel_month_weekday_facts();
create trigger keep_exception_month_facts_of_new after insert on exception_facts
  referencing new table as after for each statement execute function keep_exception_month_facts();
create trigger keep_exception_month_facts_of_changed after update on exception_facts
  referencing old table as before new table as after for each statement execute function keep_exception_month_facts();
create trigger keep_exception_month_facts_of_gone after delete on exception_facts
  referencing old table as before for each statement execute function keep_exception_month_facts();

-- What there is already.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
insert into parcel_month_facts
select client_code, date_trunc('month', day::timestamp)::date, carrier, service,
  sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2), sum(within_3), sum(within_5),
  sum(promised), sum(on_time), sum(late), sum(silent)
from parcel_facts group by 1, 2, 3, 4;
insert into parcel_month_region_facts
select client_code, date_trunc('month', day::timestamp)::date, carrier, region,
  sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2), sum(within_3), sum(within_5),
  sum(promised), sum(on_time), sum(late), sum(silent)
from parcel_region_facts group by 1, 2, 3, 4;
insert into parcel_month_weekday_facts
select client_code, date_trunc('month', day::timestamp)::date, extract(isodow from day)::smallint, carrier,
  sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2), sum(within_3), sum(within_5),
  sum(promised), sum(on_time), sum(late), sum(silent)
from parcel_facts group by 1, 2, 3, 4;
insert into exception_month_facts
select client_code, date_trunc('month', day::timestamp)::date, carrier, state, reason,
  sum(events)
from exception_facts group by 1, 2, 3, 4, 5;
select set_config('app.clients', '', true);

-- Facts agree with the records where days do, and months are the sums of their days.
create function wrong_parcel_days_and_months() returns bigint language sql as $$
  select wrong_parcel_facts() + (
    select count(*) from (
      select client_code, month, carrier, service from (
        select client_code, date_trunc('month', day::timestamp)::date as month, carrier, service, despatched, delivered,
          days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent from parcel_facts
        union all
        select client_code, month, carrier, service, -despatched, -delivered, -days_taken, -within_1, -within_2, -within_3,
          -within_5, -promised, -on_time, -late, -silent from parcel_month_facts
      ) as both_sides
      group by 1, 2, 3, 4
      having (sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2), sum(within_3), sum(within_5),
        sum(promised), sum(on_time), sum(late), sum(silent))
        is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    ) as wrong
  ) + (
    select count(*) from (
      select client_code, month, carrier, region from (
        select client_code, date_trunc('month', day::timestamp)::date as month, carrier, region, despatched, delivered,
          days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent from parcel_region_facts
        union all
        select client_code, month, carrier, region, -despatched, -delivered, -days_taken, -within_1, -within_2, -within_3,
          -within_5, -promised, -on_time, -late, -silent from parcel_month_region_facts
      ) as both_sides
      group by 1, 2, 3, 4
      having (sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2), sum(within_3), sum(within_5),
        sum(promised), sum(on_time), sum(late), sum(silent))
        is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    ) as wrong
  ) + (
    select count(*) from (
      select client_code, month, weekday, carrier from (
        select client_code, date_trunc('month', day::timestamp)::date as month,
          extract(isodow from day)::smallint as weekday, carrier, despatched, delivered, days_taken, within_1, within_2,
          within_3, within_5, promised, on_time, late, silent from parcel_facts
        union all
        select client_code, month, weekday, carrier, -despatched, -delivered, -days_taken, -within_1, -within_2, -within_3,
          -within_5, -promised, -on_time, -late, -silent from parcel_month_weekday_facts
      ) as both_sides
      group by 1, 2, 3, 4
      having (sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2), sum(within_3), sum(within_5),
        sum(promised), sum(on_time), sum(late), sum(silent))
        is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    ) as wrong
  )
$$;
create function wrong_exception_days_and_months() returns bigint language sql as $$
  select wrong_exception_facts() + (
    select count(*) from (
      select client_code, month, carrier, state, reason from (
        select client_code, date_trunc('month', day::timestamp)::date as month, carrier, state, reason,
          events from exception_facts
        union all
        select client_code, month, carrier, state, reason, -events from exception_month_facts
      ) as both_sides
      group by 1, 2, 3, 4, 5
      having (sum(events)) is distinct from (0)
    ) as wrong
  )
$$;
