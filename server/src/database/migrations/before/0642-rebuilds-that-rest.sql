-- A rebuild rests while it reads records, after some milliseconds for some milliseconds: people's calls are slowed a little all
-- the time, and none is slowed by all of a client's records at once. The rests are the same on a machine that is slower or has more
-- to do: five seconds for a million records.
create function rest_now_and_then() returns boolean language sql volatile
  return case when random() < 0.0005 then pg_sleep(0.01) is not null else true end;

create or replace function rebuild_order_facts() returns void language plpgsql
set work_mem = '64MB'
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of orders', 0));
  with gone as (
    delete from order_deltas
  ), alike as materialized (
    select client_code, currency_code, (ordered_at at time zone 'Europe/London')::date as placed_on, released_on, despatch_date,
      despatched_on, delivered_on, count(*) as orders, sum(quantity) as pieces, sum(item_count) as lines, sum(total_value) as value
    from orders where status <> 'C' and rest_now_and_then() group by 1, 2, 3, 4, 5, 6, 7
  ), figures as (
    select client_code, currency_code, placed_on as day, orders, pieces, lines, value, 0 as released, 0 as due, 0 as due_in_time,
      0 as despatched, 0 as despatched_lines, 0 as despatched_pieces, 0.0 as despatched_value, 0 as delivered
    from alike
    union all
    select client_code, currency_code, released_on, 0, 0, 0, 0, orders, 0, 0, 0, 0, 0, 0, 0 from alike where released_on is not null
    union all
    select client_code, currency_code, despatch_date, 0, 0, 0, 0, 0, orders,
      case when despatched_on <= despatch_date then orders else 0 end, 0, 0, 0, 0, 0
    from alike where despatch_date is not null
    union all
    select client_code, currency_code, despatched_on, 0, 0, 0, 0, 0, 0, 0, orders, lines, pieces, value, 0
    from alike where despatched_on is not null
    union all
    select client_code, currency_code, delivered_on, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, orders
    from alike where delivered_on is not null
  ), sums as materialized (
    select client_code, currency_code, day, sum(orders) as orders, sum(pieces) as pieces, sum(lines) as lines,
      sum(value) as value, sum(released) as released,
      sum(due) as due, sum(due_in_time) as due_in_time, sum(despatched) as despatched, sum(despatched_lines) as
      despatched_lines, sum(despatched_pieces) as despatched_pieces, sum(despatched_value) as despatched_value, sum(delivered)
      as delivered
    from figures group by 1, 2, 3
  ), emptied as (
    delete from order_facts f where not exists (
      select from sums s where s.client_code = f.client_code and s.day = f.day and s.currency_code = f.currency_code
    )
  )
  insert into order_facts as facts (client_code, currency_code, day, orders, pieces, lines, value, released, due, due_in_time,
    despatched, despatched_lines, despatched_pieces,
    despatched_value, delivered)
  select * from sums
  on conflict (client_code, day, currency_code) do update set
    (orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces,
      despatched_value, delivered) =
      (excluded.orders, excluded.pieces, excluded.lines, excluded.value, excluded.released, excluded.due, excluded.due_in_time,
      excluded.despatched, excluded.despatched_lines, excluded.despatched_pieces, excluded.despatched_value,
      excluded.delivered)
  where (facts.orders, facts.pieces, facts.lines, facts.value, facts.released, facts.due, facts.due_in_time, facts.despatched,
    facts.despatched_lines, facts.despatched_pieces, facts.despatched_value, facts.delivered)
    is distinct from (excluded.orders, excluded.pieces, excluded.lines, excluded.value, excluded.released, excluded.due,
      excluded.due_in_time,
    excluded.despatched, excluded.despatched_lines, excluded.despatched_pieces, excluded.despatched_value, excluded.delivered);
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
        promised_date, delivered_on, delivered_on is null and state = 'pending' as is_silent
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

-- Facts that are right already are not written again, as in the others.
create or replace function rebuild_exception_facts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of exceptions', 0));
  with gone as (
    delete from exception_deltas
  ), sums as materialized (
    select client_code, day, carrier, state, reason, sum(events) as events from exception_record_facts
    where rest_now_and_then() group by 1, 2, 3, 4, 5
  ), emptied as (
    delete from exception_facts f where not exists (
      select from sums s where s.client_code = f.client_code and s.day = f.day and s.carrier = f.carrier
        and s.state = f.state and s.reason = f.reason
    )
  )
  insert into exception_facts as facts select * from sums
  on conflict (client_code, day, carrier, state, reason) do update set events = excluded.events
    where facts.events <> excluded.events;
end $$;
