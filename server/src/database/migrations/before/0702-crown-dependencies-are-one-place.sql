-- Jersey, Guernsey and the Isle of Man are one part of the reports, written with their own codes or with that of the United
-- Kingdom.

-- The postcode area of an address in the United Kingdom or a Crown dependency; null where it is not known, and abroad.
create function home_area(country text, post_code text) returns text language sql immutable as $$
  select case country
    when 'JE' then 'JE' when 'GG' then 'GY' when 'IM' then 'IM'
    when 'GB' then upper(substring(post_code from '^\s*([A-Za-z]{1,2})[0-9]'))
  end
$$;

create or replace function parcel_region(client text, number text) returns text language sql stable as $$
  select case when o.country in ('GB', 'GG', 'IM', 'JE') then coalesce(g.part, '') else 'Abroad' end
  from (
    select country, post_code from orders
    where client_code = client and order_number between number and number order by order_number limit 1
  ) o
  left join lateral (
    select part from regions where code = home_area(o.country, o.post_code) limit 1
  ) g on true
$$;

create or replace function refresh_return_lines(clients text[], order_numbers text[], return_references text[]) returns void language sql
-- One plan for all: PostgreSQL made a new one for each event, which took two to three times as long as the rest of announcing
-- one.
set plan_cache_mode = force_generic_plan
as $$
  with named as (
    select distinct client_code, order_number, return_reference
    from unnest(clients, order_numbers, return_references) as n (client_code, order_number, return_reference)
  ), events as (
    select e.*, (e.occurred_at at time zone 'Europe/London')::date as day
    from named n cross join lateral (
      select * from return_events r
      where r.client_code = n.client_code and r.return_reference between n.return_reference and n.return_reference
        -- Written so that the key of events, which begins with the order, is not what they are looked up by.
        and r.order_number || '' = n.order_number
      order by r.return_reference offset 0
    ) e
  ), counted as (
    select client_code, order_number, return_reference, sku_code,
      (array_agg(state order by occurred_at desc, received_at desc, array_position(
        array['announced', 'in_transit', 'received', 'inspected', 'restocked', 'quarantined', 'rejected', 'refunded', 'withdrawn',
          'expired', 'refused', 'lost', 'kept'], state::text) desc))[1] as state,
      coalesce((array_agg(reason_code order by occurred_at desc, received_at desc, event_key) filter (where reason_code <> ''))[1], '') as reason_code,
      coalesce(sum(quantity) filter (where state = 'announced'), 0)::int as announced,
      coalesce(sum(quantity) filter (where state = 'in_transit'), 0)::int as in_transit,
      coalesce(sum(quantity) filter (where state in ('withdrawn', 'expired', 'refused')), 0)::int as ended,
      coalesce(sum(quantity) filter (where state in ('lost', 'kept')), 0)::int as gone,
      greatest(
        sum(quantity) filter (where state = 'received'), sum(quantity) filter (where state = 'inspected'),
        sum(quantity) filter (where state in ('restocked', 'quarantined', 'rejected')), 0)::int as arrived,
      -- Where all is announced no piece is counted twice that is restocked after quarantine, or whose money is rejected.
      greatest(
        sum(quantity) filter (where state = 'announced')
          - coalesce(sum(quantity) filter (where state in ('withdrawn', 'expired', 'refused')), 0),
        sum(quantity) filter (where state = 'in_transit'), sum(quantity) filter (where state = 'received'),
        sum(quantity) filter (where state = 'inspected'), sum(quantity) filter (where state = 'restocked'),
        sum(quantity) filter (where state = 'quarantined'))::int as at_most,
      coalesce(sum(quantity) filter (where state = 'refunded'), 0)::int as refunded,
      greatest(max(surplus), sum(surplus) filter (where state = 'received'), 0)::int as surplus,
      min(day) filter (where state = 'announced') as announced_on,
      min(day) filter (where state not in ('announced', 'in_transit', 'withdrawn', 'expired', 'refused', 'lost', 'kept')) as received_on,
      min(day) filter (where state = 'refunded') as refunded_on
    from events group by client_code, order_number, return_reference, sku_code
  ), summed as (
    select *, greatest(case when announced > 0 then least(arrived, at_most) else arrived end, refunded - gone) as received
    from counted
  )
  insert into return_lines
  select s.client_code, s.order_number, s.return_reference, s.sku_code, s.state,
    greatest(s.announced - s.ended, s.in_transit, s.received, s.gone), s.announced, s.received, s.refunded, s.surplus, s.reason_code,
    (o.ordered_at at time zone 'Europe/London')::date, (p.despatched_at at time zone 'Europe/London')::date,
    s.announced_on, case when s.received > 0 then s.received_on end, s.refunded_on, coalesce(p.carrier, ''),
    case when o.country in ('GB', 'GG', 'IM', 'JE') then coalesce(g.part, '') else 'Abroad' end
  from summed s
  cross join lateral (
    select ordered_at, country, post_code from orders
    where client_code = s.client_code and order_number between s.order_number and s.order_number order by order_number limit 1
  ) o
  left join lateral (
    select despatched_at, carrier from (
      select * from parcels
      where client_code = s.client_code and order_number between s.order_number and s.order_number
      order by order_number offset 0
    ) a
    order by (
      select true from parcel_contents c
      where c.client_code = a.client_code and c.tracking_number = a.tracking_number
        and c.sku_code between s.sku_code and s.sku_code
      order by c.sku_code limit 1
    ) nulls last, despatched_at, tracking_number limit 1
  ) p on true
  left join lateral (
    select part from regions where code = home_area(o.country, o.post_code) limit 1
  ) g on true
  order by s.client_code, s.order_number, s.return_reference, s.sku_code
  on conflict (client_code, order_number, return_reference, sku_code) do update set
    (state, quantity, announced, received, refunded, surplus, reason_code, ordered_on, despatched_on, announced_on, received_on,
      refunded_on, carrier, region) = (excluded.state, excluded.quantity, excluded.announced, excluded.received,
      excluded.refunded, excluded.surplus, excluded.reason_code, excluded.ordered_on, excluded.despatched_on,
      excluded.announced_on, excluded.received_on, excluded.refunded_on, excluded.carrier, excluded.region)
  where return_lines is distinct from excluded
$$;
