-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench return-lines).
-- Calculates the lines of some returns from their events. Withdrawn, expired or refused pieces can be returned again. Pieces
-- that are lost, or stay with the customer, do not count as received, even if they are refunded.
create or replace function refresh_return_lines(clients text[], order_numbers text[], return_references text[]) returns void language sql
-- One plan for all calls: planning for each event took two to three times as long as the rest of announcing a return.
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
        -- An expression, so that the index by reference is used and not the primary key, which begins with the order.
        and r.order_number || '' = n.order_number
      order by r.return_reference offset 0
    ) e
  ), counted as (
    select client_code, order_number, return_reference, sku_code,
      (array_agg(state order by occurred_at desc, received_at desc, file_line desc nulls last, array_position(
        array['restocked', 'quarantined'], state::text) desc) filter (where state in ('restocked', 'quarantined')))[1] as stocked_as,
      coalesce((array_agg(reason_code order by occurred_at desc, received_at desc, event_key) filter (where reason_code <> ''))[1], '') as reason_code,
      coalesce(sum(pieces) filter (where state = 'announced'), 0)::int as announced,
      coalesce(sum(pieces) filter (where state = 'in_transit'), 0)::int as in_transit,
      coalesce(sum(pieces) filter (where state in ('withdrawn', 'expired', 'refused')), 0)::int as ended,
      coalesce(sum(pieces) filter (where state in ('lost', 'kept')), 0)::int as gone,
      coalesce(sum(pieces) filter (where state = 'inspected'), 0)::int as inspected,
      coalesce(sum(pieces) filter (where state in ('restocked', 'quarantined')), 0)::int as stocked,
      coalesce(sum(pieces) filter (where state = 'rejected'), 0)::int as rejected,
      -- Stocked and rejected pieces can be the same pieces: stock is about goods, rejection about money.
      greatest(
        sum(pieces) filter (where state = 'received'), sum(pieces) filter (where state = 'inspected'),
        sum(pieces) filter (where state in ('restocked', 'quarantined')), sum(pieces) filter (where state = 'rejected'),
        0)::int as arrived,
      -- If all pieces were announced, pieces that are restocked after quarantine, or whose refund is rejected, count once.
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
  ), said as (
    select *, greatest(case when announced > 0 then least(arrived, at_most) else arrived end, refunded - gone) as received
    from counted
  ), last_box as (
    -- A kit without events of its own is received and refunded on the day of its last box.
    select s.client_code, s.order_number, s.return_reference, c.sku_code, max(s.received_on) as received_on,
      max(s.refunded_on) as refunded_on
    from said s cross join lateral (
      select sku_code from sku_components
      where client_code = s.client_code and component_code between s.sku_code and s.sku_code order by component_code offset 0
    ) c group by 1, 2, 3, 4
  ), summed as (
    -- Returns announced in the portal follow their announced lines, which the portal shows; other returns follow their events.
    select s.client_code, s.order_number, s.return_reference, s.sku_code, s.announced, s.surplus, s.reason_code, s.announced_on,
      coalesce(s.received_on, k.received_on) as received_on, coalesce(s.refunded_on, k.refunded_on) as refunded_on,
      coalesce(a.state, case
        when s.announced - s.ended - greatest(s.in_transit, s.received) > 0 then 'announced'
        when s.in_transit > s.received then 'in_transit'
        when s.refunded + s.rejected >= s.received and s.refunded > 0 then 'refunded'
        when s.rejected >= s.received and s.rejected > 0 then 'rejected'
        when s.received > greatest(s.inspected, s.stocked) then 'received'
        when s.received > s.stocked then 'inspected'
        else s.stocked_as
      end, 'announced') as state,
      coalesce(a.pieces, greatest(s.announced - s.ended, s.in_transit, s.received, s.gone)) as quantity,
      coalesce(a.came, s.received) as received,
      coalesce(a.refunded, s.refunded) as refunded,
      case when a.pieces is not null then 0 else coalesce((
        select sum(greatest(l.quantity + l.extra - l.withdrawn - l.expired - l.refused, l.refunded) * (
          select c.quantity from sku_components c
          where c.client_code = l.client_code and c.sku_code = l.sku_code and c.component_code = s.sku_code
        ))::int
        from announced_lines l
        where l.client_code = s.client_code and l.return_reference between s.return_reference and s.return_reference
          and l.order_number = s.order_number
      ), 0) end as in_kits
    from said s left join lateral (
      select pieces, came, refunded, case
          when announced > 0 then 'announced'
          when in_transit > 0 then 'in_transit'
          when came > 0 and is_decided and refunded > 0 then 'refunded'
          when came > 0 and is_decided then 'rejected'
          when received > 0 then 'received'
          when inspected > 0 then 'inspected'
          when quarantined > 0 then 'quarantined'
          when restocked > 0 then 'restocked'
          when kept > 0 then 'kept'
          when lost > 0 then 'lost'
          when expired > 0 then 'expired'
          when refused > 0 then 'refused'
          when withdrawn > 0 then 'withdrawn'
        end as state
      from (
        select sum(announced) as announced, sum(in_transit) as in_transit, sum(received) as received, sum(inspected) as inspected,
          sum(quarantined) as quarantined, sum(restocked) as restocked, sum(kept) as kept, sum(lost) as lost,
          sum(expired) as expired, sum(refused) as refused, sum(withdrawn) as withdrawn, sum(refunded)::int as refunded,
          bool_and(quantity + extra = refunded + rejected) as is_decided,
          sum(received + inspected + quarantined + restocked)::int as came,
          sum(greatest(quantity + extra - withdrawn - expired - refused, refunded))::int as pieces
        from announced_lines l
        where l.client_code = s.client_code and l.return_reference between s.return_reference and s.return_reference
          and l.order_number = s.order_number and l.sku_code = s.sku_code
        having count(*) > 0
      ) l
    ) a on true
    left join last_box k on a.pieces is not null and k.client_code = s.client_code and k.order_number = s.order_number
      and k.return_reference = s.return_reference and k.sku_code = s.sku_code
  )
  insert into return_lines
  select s.client_code, s.order_number, s.return_reference, s.sku_code, s.state,
    s.quantity, s.announced, s.received, s.refunded, s.surplus, s.reason_code,
    (o.ordered_at at time zone 'Europe/London')::date, (p.despatched_at at time zone 'Europe/London')::date,
    s.announced_on, case when s.received > 0 then s.received_on end,
    case when s.refunded > 0 then s.refunded_on end, coalesce(p.carrier, ''),
    case when o.country in ('GB', 'GG', 'IM', 'JE') then coalesce(g.part, '') else 'Abroad' end, s.in_kits
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
      refunded_on, carrier, region, in_kits) = (excluded.state, excluded.quantity, excluded.announced, excluded.received,
      excluded.refunded, excluded.surplus, excluded.reason_code, excluded.ordered_on, excluded.despatched_on,
      excluded.announced_on, excluded.received_on, excluded.refunded_on, excluded.carrier, excluded.region,
      excluded.in_kits)
  where return_lines is distinct from excluded
$$;
