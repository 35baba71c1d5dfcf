-- Figures of parcels by month.
create or replace function keep_parcel_month_facts() returns trigger language plpgsql as $$
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

create or replace function keep_parcel_month_region_facts() returns trigger language plpgsql as $$
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

create or replace function keep_parcel_month_weekday_facts() returns trigger language plpgsql as $$
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

-- How many figures are wrong: facts by day that differ from the parcels, and months that are not the sums of their days.
create or replace function wrong_parcel_days_and_months() returns bigint language sql as $$
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
