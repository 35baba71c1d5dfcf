-- The facts that a parcel makes, by the day that each is counted on.
create or replace function parcel_fact_rows(despatched_at timestamptz, promised_date date, delivered_on date, state text)
returns table (
  day date, despatched int, delivered int, days_taken int, within_1 int, within_2 int, within_3 int, within_5 int, promised int,
  on_time int, late int, silent int
) language sql stable parallel safe as $$
  select r.* from (
    select d.left_on, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from (select (despatched_at at time zone 'Europe/London')::date as left_on) d
    union all
    select delivered_on, 0, 1, d.days, (d.days <= 1)::int, (d.days <= 2)::int, (d.days <= 3)::int, (d.days <= 5)::int, 0, 0, 0, 0
    from (select greatest(delivered_on - (despatched_at at time zone 'Europe/London')::date, 0) as days) d
    where delivered_on is not null
    union all
    select promised_date, 0, 0, 0, 0, 0, 0, 0, 1, coalesce(delivered_on <= promised_date, false)::int,
      coalesce(delivered_on > promised_date, false)::int, (delivered_on is null and state = 'pending')::int
  ) as r
$$;

-- The facts as the parcels say them: facts and deltas together must be equal to these. Carriers are measured by their own promise where
-- they made one.
create or replace view parcel_record_facts with (security_invoker = true) as
select p.client_code, f.day, p.carrier, p.carrier_service as service, p.region, f.despatched, f.delivered, f.days_taken,
  f.within_1, f.within_2, f.within_3, f.within_5, f.promised, f.on_time, f.late, f.silent
from parcels p cross join lateral parcel_fact_rows(p.despatched_at, coalesce(p.carrier_promised_date, p.promised_date), p.delivered_on, p.state) f;

-- Facts and deltas together, by service and by region.
create or replace view parcel_known_facts with (security_invoker = true) as
select * from parcel_facts
union all
select client_code, day, carrier, service, despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised,
  on_time, late, silent from parcel_deltas;

create or replace view parcel_known_region_facts with (security_invoker = true) as
select * from parcel_region_facts
union all
select client_code, day, carrier, region, despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised,
  on_time, late, silent from parcel_deltas;

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

-- Appends the differences that a statement makes to facts. Most events leave a parcel's figures as they are: the inner grouping drops
-- these parcels. Every counted column belongs in the last condition: one that is missing there is lost where the others cancel out.
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
  having (sum(s.n * f.despatched), sum(s.n * f.delivered), sum(s.n * f.days_taken), sum(s.n * f.within_1), sum(s.n * f.within_2),
    sum(s.n * f.within_3), sum(s.n * f.within_5), sum(s.n * f.promised), sum(s.n * f.on_time), sum(s.n * f.late),
    sum(s.n * f.silent)) is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
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

grant select on parcel_record_facts, parcel_known_facts, parcel_known_region_facts to despatch_app;
