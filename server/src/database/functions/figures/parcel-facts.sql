-- The figures of a client's parcels: parcels despatched, delivered and promised for each day. A carrier is measured by its own
-- promise if it made one, else by the promise to the shopper.
create or replace function parcel_facts_of(asked_client text, first_day date, last_day date) returns setof parcel_region_facts
language sql stable as $$
  select asked_client, day, carrier, service, region, sum(despatched)::int, sum(delivered)::int, sum(days_taken)::int,
    sum(within_1)::int, sum(within_2)::int, sum(within_3)::int, sum(within_5)::int, sum(promised)::int, sum(on_time)::int,
    sum(late)::int, sum(silent)::int
  from (
    select london_day(despatched_at) as day, carrier, carrier_service as service, region, count(*) as despatched, 0 as delivered,
      0 as days_taken, 0 as within_1, 0 as within_2, 0 as within_3, 0 as within_5, 0 as promised, 0 as on_time, 0 as late, 0 as silent
    from parcels
    where client_code = asked_client and despatched_at >= london_midnight(first_day) and despatched_at < london_midnight(last_day + 1)
    group by 1, 2, 3, 4
    union all
    select delivered_on, carrier, carrier_service, region, 0, count(*), sum(days), count(*) filter (where days <= 1),
      count(*) filter (where days <= 2), count(*) filter (where days <= 3), count(*) filter (where days <= 5), 0, 0, 0, 0
    from parcels cross join lateral (select greatest(delivered_on - london_day(despatched_at), 0) as days) as d
    where client_code = asked_client and delivered_on between first_day and last_day
    group by 1, 2, 3, 4
    union all
    select coalesce(carrier_promised_date, promised_date), carrier, carrier_service, region, 0, 0, 0, 0, 0, 0, 0, count(*),
      count(*) filter (where delivered_on <= coalesce(carrier_promised_date, promised_date)),
      count(*) filter (where delivered_on > coalesce(carrier_promised_date, promised_date)),
      count(*) filter (where delivered_on is null and state = 'pending')
    from parcels where client_code = asked_client and coalesce(carrier_promised_date, promised_date) between first_day and last_day
    group by 1, 2, 3, 4
  ) as counted
  group by day, carrier, service, region
$$;
