-- The figures of a client's returns. A return counts on the days of its order and despatch only once it was received. Each is
-- counted in total, by reason, carrier and region, and (for the days of order and despatch) by the number of weeks until receipt
-- ('lag'). Pieces that their kits count are left out.
create or replace function return_facts_of(asked_client text, first_day date, last_day date) returns setof return_facts
language sql stable as $$
  with counted as (
    select 'ordered' as counted_by, ordered_on as day, received as pieces, l.* from return_lines l
    where client_code = asked_client and ordered_on between first_day and last_day and received_on is not null
    union all
    select 'despatched', despatched_on, received, l.* from return_lines l
    where client_code = asked_client and despatched_on between first_day and last_day and received_on is not null
    union all
    select 'announced', announced_on, announced, l.* from return_lines l
    where client_code = asked_client and announced_on between first_day and last_day
    union all
    select 'received', received_on, received, l.* from return_lines l
    where client_code = asked_client and received_on between first_day and last_day
    union all
    select 'refunded', refunded_on, refunded, l.* from return_lines l
    where client_code = asked_client and refunded_on between first_day and last_day
  ), split as (
    select c.counted_by, c.day, s.split, s.value, greatest(0, c.pieces - c.in_kits) as pieces
    from counted c cross join lateral (values
      ('all', ''), ('reason', c.reason_code), ('carrier', c.carrier), ('region', c.region),
      ('lag', case when c.counted_by in ('ordered', 'despatched') then (greatest(c.received_on - c.day, 0) / 7)::text end)
    ) as s (split, value)
    where s.value is not null and (c.in_kits = 0 or c.quantity > c.in_kits)
  )
  select asked_client, split, day, value,
    count(*) filter (where counted_by = 'ordered')::int, coalesce(sum(pieces) filter (where counted_by = 'ordered'), 0),
    count(*) filter (where counted_by = 'despatched')::int, coalesce(sum(pieces) filter (where counted_by = 'despatched'), 0),
    count(*) filter (where counted_by = 'announced')::int, coalesce(sum(pieces) filter (where counted_by = 'announced'), 0),
    count(*) filter (where counted_by = 'received')::int, coalesce(sum(pieces) filter (where counted_by = 'received'), 0),
    count(*) filter (where counted_by = 'refunded')::int, coalesce(sum(pieces) filter (where counted_by = 'refunded'), 0)
  from split group by split, day, value
$$;
