-- What the feed of returns says again, or says late, is kept and counts once.

-- By how many pieces an event raised what came to its state, below 0 where it shows that a piece was counted twice; null: by all
-- of them. Whether it said anything that was not known of its return, and where it stands in its file: of events of one
-- moment the later row is the later.
alter table return_events add column growth int;
alter table return_events add column is_news boolean not null default true;
alter table return_events add column file_line int;

-- Pieces for which the shopper was sent others. What came by now of exchanges that were released has been replaced.
alter table announced_lines add column replaced int not null default 0;
update announced_lines l set replaced = least(l.quantity,
  greatest(l.received + l.inspected + l.restocked + l.quarantined + l.kept - l.refunded - l.rejected, 0))
from announced_returns r
where r.client_code = l.client_code and r.return_reference = l.return_reference and r.exchange = 'released'
  and l.resolution = 'exchange' and l.answer = 'allowed';

create or replace function refresh_return_lines(clients text[], order_numbers text[], return_references text[]) returns void language sql
-- One plan for all: PostgreSQL made a new one for each event, which took two to three times as long as the rest of announcing
-- one.
set plan_cache_mode = force_generic_plan
as $$
  with named as (
    select distinct client_code, order_number, return_reference
    from unnest(clients, order_numbers, return_references) as n (client_code, order_number, return_reference)
  ), events as (
    select e.*, coalesce(e.growth, e.quantity) as pieces, (e.occurred_at at time zone 'Europe/London')::date as day
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
      coalesce(sum(pieces) filter (where state = 'announced'), 0)::int as announced,
      coalesce(sum(pieces) filter (where state = 'in_transit'), 0)::int as in_transit,
      coalesce(sum(pieces) filter (where state in ('withdrawn', 'expired', 'refused')), 0)::int as ended,
      coalesce(sum(pieces) filter (where state in ('lost', 'kept')), 0)::int as gone,
      greatest(
        sum(pieces) filter (where state = 'received'), sum(pieces) filter (where state = 'inspected'),
        sum(pieces) filter (where state in ('restocked', 'quarantined', 'rejected')), 0)::int as arrived,
      -- Where all is announced no piece is counted twice that is restocked after quarantine, or whose money is rejected.
      greatest(
        sum(pieces) filter (where state = 'announced')
          - coalesce(sum(pieces) filter (where state in ('withdrawn', 'expired', 'refused')), 0),
        sum(pieces) filter (where state = 'in_transit'), sum(pieces) filter (where state = 'received'),
        sum(pieces) filter (where state = 'inspected'), sum(pieces) filter (where state = 'restocked'),
        sum(pieces) filter (where state = 'quarantined'),
        sum(growth) filter (where state in ('restocked', 'quarantined')))::int as at_most,
      coalesce(sum(pieces) filter (where state = 'refunded'), 0)::int as refunded,
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

-- Webhooks are told what is new.
create or replace function tell_webhooks_of_returns() returns trigger language plpgsql as $$
begin
  if not anybody_listens_to('return.') then
    return null;
  end if;
  insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
  select w.client_code, w.webhook_id, gen_random_uuid(), 'return.' || r.state, r.occurred_at,
    jsonb_build_object('returnReference', r.return_reference, 'orderNumber', r.order_number, 'SKU', r.sku_code,
      'quantity', case when r.growth > 0 and r.state not in ('restocked', 'quarantined') then r.growth else r.quantity end,
      'state', r.state, 'reasonCode', r.reason_code), now()
  from told r
  join webhooks w on w.client_code = r.client_code and w.active and ('return.' || r.state) = any (w.events)
  where r.is_news
  order by r.order_number, r.return_reference, r.event_key;
  return null;
end $$;
