-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench figures).
-- Sets the days of an order's release, despatch and delivery from its status. A day stays as long as the status allows it.
create or replace function keep_order_days() returns trigger language plpgsql as $$
begin
  if new.status not in ('R', 'P', 'K', 'D', 'V') then
    new.released_on := null;
  elsif new.released_on is null then
    new.released_on := london_day(now());
  end if;
  if new.status not in ('D', 'V') then
    new.despatched_on := null;
  elsif new.despatched_on is null then
    select london_day(min(despatched_at)) into new.despatched_on from (
      select despatched_at from parcels
      where client_code = new.client_code and order_number between new.order_number and new.order_number
      order by order_number offset 0
    ) p;
    new.despatched_on := coalesce(new.despatched_on, london_day(now()));
  end if;
  if new.status <> 'V' then
    new.delivered_on := null;
  elsif new.delivered_on is null then
    select max(delivered_on) into new.delivered_on from (
      select delivered_on from parcels
      where client_code = new.client_code and order_number between new.order_number and new.order_number
      order by order_number offset 0
    ) p;
    new.delivered_on := coalesce(new.delivered_on, london_day(now()));
  end if;
  return new;
end $$;

-- Derives these days from history and parcels for orders that were written without them. Returns the number of orders.
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
