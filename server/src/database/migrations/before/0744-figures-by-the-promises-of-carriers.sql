-- How carriers did is counted by what they promised.
create or replace view parcel_record_facts with (security_invoker = true) as
select p.client_code, f.day, p.carrier, p.carrier_service as service, p.region, f.despatched, f.delivered, f.days_taken,
  f.within_1, f.within_2, f.within_3, f.within_5, f.promised, f.on_time, f.late, f.silent
from parcels p cross join lateral parcel_fact_rows(p.despatched_at, coalesce(p.carrier_promised_date, p.promised_date), p.delivered_on, p.state) f;

create or replace function append_parcel_deltas() returns trigger language plpgsql as $$
begin
  insert into parcel_deltas
  select a.client_code, f.day, a.carrier, a.carrier_service, a.region, sum(f.despatched), sum(f.delivered), sum(f.days_taken),
    sum(f.within_1), sum(f.within_2), sum(f.within_3), sum(f.within_5), sum(f.promised), sum(f.on_time), sum(f.late),
    sum(f.silent)
  from added a cross join lateral parcel_fact_rows(a.despatched_at, coalesce(a.carrier_promised_date, a.promised_date), a.delivered_on, a.state) f
  group by 1, 2, 3, 4, 5;
  return null;
end $$;

create or replace function append_parcel_changes() returns trigger language plpgsql as $$
begin
  insert into parcel_deltas
  select s.client_code, f.day, s.carrier, s.carrier_service, s.region, sum(s.n * f.despatched), sum(s.n * f.delivered),
    sum(s.n * f.days_taken), sum(s.n * f.within_1), sum(s.n * f.within_2), sum(s.n * f.within_3), sum(s.n * f.within_5),
    sum(s.n * f.promised), sum(s.n * f.on_time), sum(s.n * f.late), sum(s.n * f.silent)
  from (
    select client_code, carrier, carrier_service, region, despatched_at, promised_date, delivered_on,
      case when state = 'pending' then 'pending' else '' end as state, sum(n)::int as n
    from (
      select -1 as n, client_code, carrier, carrier_service, region, despatched_at,
        coalesce(carrier_promised_date, promised_date) as promised_date, delivered_on, state
      from before
      union all
      select 1, client_code, carrier, carrier_service, region, despatched_at, coalesce(carrier_promised_date, promised_date),
        delivered_on, state
      from after
    ) as c
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0
  ) as s
  cross join lateral parcel_fact_rows(s.despatched_at, s.promised_date, s.delivered_on, s.state) f
  group by 1, 2, 3, 4, 5
  having (sum(s.n * f.despatched), sum(s.n * f.delivered), sum(s.n * f.days_taken), sum(s.n * f.promised), sum(s.n * f.on_time),
    sum(s.n * f.late), sum(s.n * f.silent)) is distinct from (0, 0, 0, 0, 0, 0, 0);
  return null;
end $$;

create or replace function append_parcel_losses() returns trigger language plpgsql as $$
begin
  insert into parcel_deltas
  select b.client_code, f.day, b.carrier, b.carrier_service, b.region, -sum(f.despatched), -sum(f.delivered),
    -sum(f.days_taken), -sum(f.within_1), -sum(f.within_2), -sum(f.within_3), -sum(f.within_5), -sum(f.promised),
    -sum(f.on_time), -sum(f.late), -sum(f.silent)
  from before b cross join lateral parcel_fact_rows(b.despatched_at, coalesce(b.carrier_promised_date, b.promised_date), b.delivered_on, b.state) f
  group by 1, 2, 3, 4, 5;
  return null;
end $$;

create or replace function rebuild_parcel_facts() returns void language plpgsql
set work_mem = '64MB'
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of parcels', 0));
  with gone as (
    delete from parcel_deltas
  ), alike as materialized (
    select client_code, carrier, carrier_service, region, left_on, promised_date, delivered_on, is_silent, count(*) as n
    from (
      select client_code, carrier, carrier_service, region, (despatched_at at time zone 'Europe/London')::date as left_on,
        coalesce(carrier_promised_date, promised_date) as promised_date, delivered_on, delivered_on is null and state = 'pending' as is_silent
      from parcels where rest_now_and_then()
    ) p group by 1, 2, 3, 4, 5, 6, 7, 8
  ), sums as materialized (
    select a.client_code, f.day, a.carrier, a.carrier_service as service, a.region, sum(a.n * f.despatched)::int as despatched,
      sum(a.n * f.delivered)::int as delivered, sum(a.n * f.days_taken)::int as
      days_taken, sum(a.n * f.within_1)::int as within_1, sum(a.n * f.within_2)::int as within_2, sum(a.n * f.within_3)::int
      as within_3, sum(a.n * f.within_5)::int as within_5, sum(a.n * f.promised)::int as promised, sum(a.n * f.on_time)::int
      as on_time, sum(a.n * f.late)::int as late, sum(a.n * f.silent)::int as silent
    from alike a cross join lateral parcel_fact_rows(
      a.left_on::timestamp at time zone 'Europe/London', a.promised_date, a.delivered_on,
        case when a.is_silent then 'pending' else '' end
    ) f group by 1, 2, 3, 4, 5
  ), no_service as (
    delete from parcel_facts f where not exists (
      select from sums s
      where s.client_code = f.client_code and s.day = f.day and s.carrier = f.carrier and s.service = f.service
    )
  ), no_region as (
    delete from parcel_region_facts f where not exists (
      select from sums s where s.client_code = f.client_code and s.day = f.day and s.carrier = f.carrier and s.region = f.region
    )
  ), by_region as (
    insert into parcel_region_facts as facts
    select client_code, day, carrier, region, sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2),
      sum(within_3), sum(within_5),
      sum(promised), sum(on_time), sum(late), sum(silent)
    from sums group by 1, 2, 3, 4
    on conflict (client_code, day, carrier, region) do update set
      (despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent) =
        (excluded.despatched, excluded.delivered, excluded.days_taken, excluded.within_1, excluded.within_2, excluded.within_3,
        excluded.within_5, excluded.promised, excluded.on_time, excluded.late, excluded.silent)
    where (facts.despatched, facts.delivered, facts.days_taken, facts.within_1, facts.within_2, facts.within_3, facts.within_5,
      facts.promised, facts.on_time, facts.late, facts.silent)
      is distinct from (excluded.despatched, excluded.delivered, excluded.days_taken, excluded.within_1, excluded.within_2,
        excluded.within_3,
      excluded.within_5, excluded.promised, excluded.on_time, excluded.late, excluded.silent)
  )
  insert into parcel_facts as facts
  select client_code, day, carrier, service, sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2),
    sum(within_3), sum(within_5),
    sum(promised), sum(on_time), sum(late), sum(silent)
  from sums group by 1, 2, 3, 4
  on conflict (client_code, day, carrier, service) do update set
    (despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent) =
      (excluded.despatched, excluded.delivered, excluded.days_taken, excluded.within_1, excluded.within_2, excluded.within_3,
      excluded.within_5, excluded.promised, excluded.on_time, excluded.late, excluded.silent)
  where (facts.despatched, facts.delivered, facts.days_taken, facts.within_1, facts.within_2, facts.within_3, facts.within_5,
    facts.promised, facts.on_time, facts.late, facts.silent)
    is distinct from (excluded.despatched, excluded.delivered, excluded.days_taken, excluded.within_1, excluded.within_2,
      excluded.within_3,
    excluded.within_5, excluded.promised, excluded.on_time, excluded.late, excluded.silent);
end $$;
