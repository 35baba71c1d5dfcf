-- The days of many orders are filled by two joins, also where the planner knows nothing of the tables yet.
create or replace function fill_order_days(clients text[]) returns bigint language sql
set enable_nestloop = off
as $$
  with waiting as materialized (
    select client_code, order_number from orders
    where client_code = any (clients) and status in ('R', 'P', 'K', 'D', 'V') and released_on is null
  ), released as materialized (
    select client_code, order_number, london_day(min(at)) as released_on
    from order_history where client_code = any (clients) and status in ('R', 'P', 'K', 'D', 'V') group by 1, 2
  ), sent as materialized (
    select client_code, order_number, london_day(min(despatched_at)) as despatched_on, max(delivered_on) as delivered_on
    from parcels where client_code = any (clients) group by 1, 2
  ), filled as (
    update orders o set
      released_on = coalesce(r.released_on, london_day(o.ordered_at)),
      despatched_on = case when o.status in ('D', 'V') then coalesce(s.despatched_on, o.despatch_date) end,
      delivered_on = case when o.status = 'V' then coalesce(s.delivered_on, s.despatched_on, o.despatch_date) end
    from waiting w
    left join released r on r.client_code = w.client_code and r.order_number = w.order_number
    left join sent s on s.client_code = w.client_code and s.order_number = w.order_number
    where o.client_code = w.client_code and o.order_number = w.order_number
    returning 1
  )
  select count(*) from filled
$$;
