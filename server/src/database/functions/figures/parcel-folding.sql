-- How facts of parcels are folded, rebuilt and checked.

-- Folds up to `most` deltas into the facts, and returns how many it folded.
create or replace function fold_parcel_deltas(most int) returns int language plpgsql as $$
declare folded int;
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of parcels', 0));
  with gone as (
    delete from parcel_deltas where ctid = any (array(select ctid from parcel_deltas limit most)) returning *
  ), by_service as (
    insert into parcel_facts as facts
    select client_code, day, carrier, service, sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2),
      sum(within_3), sum(within_5), sum(promised), sum(on_time), sum(late), sum(silent)
    from gone group by 1, 2, 3, 4
    on conflict (client_code, day, carrier, service) do update set
      despatched = facts.despatched + excluded.despatched, delivered = facts.delivered + excluded.delivered,
      days_taken = facts.days_taken + excluded.days_taken, within_1 = facts.within_1 + excluded.within_1,
      within_2 = facts.within_2 + excluded.within_2, within_3 = facts.within_3 + excluded.within_3,
      within_5 = facts.within_5 + excluded.within_5, promised = facts.promised + excluded.promised,
      on_time = facts.on_time + excluded.on_time, late = facts.late + excluded.late, silent = facts.silent + excluded.silent
  ), by_region as (
    insert into parcel_region_facts as facts
    select client_code, day, carrier, region, sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2),
      sum(within_3), sum(within_5), sum(promised), sum(on_time), sum(late), sum(silent)
    from gone group by 1, 2, 3, 4
    on conflict (client_code, day, carrier, region) do update set
      despatched = facts.despatched + excluded.despatched, delivered = facts.delivered + excluded.delivered,
      days_taken = facts.days_taken + excluded.days_taken, within_1 = facts.within_1 + excluded.within_1,
      within_2 = facts.within_2 + excluded.within_2, within_3 = facts.within_3 + excluded.within_3,
      within_5 = facts.within_5 + excluded.within_5, promised = facts.promised + excluded.promised,
      on_time = facts.on_time + excluded.on_time, late = facts.late + excluded.late, silent = facts.silent + excluded.silent
  )
  select count(*)::int into folded from gone;
  return folded;
end $$;

-- Rebuilds the facts from the parcels, in the same way as those of orders.
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

-- How many facts differ from the parcels.
create or replace function wrong_parcel_facts() returns bigint language sql as $$
  select (
    select count(*) from (
      select client_code, day, carrier, service from (
        select * from parcel_known_facts
        union all
        select client_code, day, carrier, service, -despatched, -delivered, -days_taken, -within_1, -within_2, -within_3,
          -within_5, -promised, -on_time, -late, -silent from parcel_record_facts
      ) as both_sides
      group by 1, 2, 3, 4
      having (sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2), sum(within_3), sum(within_5),
        sum(promised), sum(on_time), sum(late), sum(silent)) is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    ) as by_service
  ) + (
    select count(*) from (
      select client_code, day, carrier, region from (
        select * from parcel_known_region_facts
        union all
        select client_code, day, carrier, region, -despatched, -delivered, -days_taken, -within_1, -within_2, -within_3,
          -within_5, -promised, -on_time, -late, -silent from parcel_record_facts
      ) as both_sides
      group by 1, 2, 3, 4
      having (sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2), sum(within_3), sum(within_5),
        sum(promised), sum(on_time), sum(late), sum(silent)) is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    ) as by_region
  )
$$;
