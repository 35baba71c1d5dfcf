-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench fresh-feed).
-- Corrects the movements of orders so that they equal what the orders sent: the contents of their parcels, the possible contents
-- of parcels without contents, and picked goods if the client counts these as gone. Kits that moved in former boxes count in
-- these, so that they do not move again in the present boxes. The caller holds the orders, or the client's kits exclusively.
create or replace function settle_despatched(asked_client text, asked_orders text[]) returns void language plpgsql
set enable_seqscan = off
as $$
declare has_left boolean := picked_has_left(asked_client);
begin
  with asked as materialized (
    select o.order_number, o.status from (select distinct k.number from unnest(asked_orders) as k (number)) n cross join lateral (
      select order_number, status from orders
      where client_code = asked_client and order_number between n.number and n.number order by order_number limit 1
    ) o
  ), content as materialized (
    select a.order_number, p.despatched_at, c.sku_code, c.quantity from asked a cross join lateral (
      select tracking_number, despatched_at from parcels
      where client_code = asked_client and order_number between a.order_number and a.order_number order by order_number offset 0
    ) p left join lateral (
      select sku_code, quantity from parcel_contents
      where client_code = asked_client and tracking_number between p.tracking_number and p.tracking_number
      order by tracking_number, sku_code, serial_number offset 0
    ) c on true
  ), line as materialized (
    select a.order_number, l.sku_code, l.quantity from asked a cross join lateral (
      select sku_code, quantity from order_lines
      where client_code = asked_client and order_number = a.order_number order by line_number offset 0
    ) l where a.status in ('D', 'V') or (a.status in ('P', 'K') and has_left)
  ), deemed as materialized (
    select m.order_number, m.sku_code, m.pieces from (
      select array_agg(order_number) as orders, array_agg(sku_code) as skus, array_agg(quantity) as quantities from line
    ) l cross join lateral missing_pieces(asked_client, l.orders, l.skus, l.quantities) m join asked a using (order_number)
    where not m.is_known or a.status in ('P', 'K')
  ), movement as materialized (
    select a.order_number, m.sku_code, m.pieces, m.movement_key, m.at, m.received_at, m.is_uncertain from asked a cross join lateral (
      select sku_code, pieces, movement_key, at, received_at, is_uncertain from stock_movements
      where client_code = asked_client and order_number = a.order_number and kind = 'despatch' offset 0
    ) m
  ), named as (
    -- Pieces of each SKU in parcels, known or assumed, before kits are replaced by boxes.
    select s.order_number, s.sku_code, max(s.pieces) as pieces from (
      select order_number, sku_code, sum(quantity) as pieces from content where sku_code is not null group by 1, 2
      union all
      select order_number, sku_code, sum(quantity) from line where order_number in (select order_number from deemed) group by 1, 2
    ) s group by 1, 2
  ), former as (
    select n.order_number, n.sku_code, n.pieces, f.boxes, f.changed_at, coalesce(
      lag(f.changed_at) over (partition by n.order_number, n.sku_code order by f.changed_at), '-infinity') as had_since
    from named n join former_boxes f on f.client_code = asked_client and f.sku_code = n.sku_code
  ), in_former as materialized (
    select f.order_number, f.sku_code, f.boxes, greatest(0, least(f.pieces, min(div(least(m.pieces, m.all_pieces), b.quantity::int)))) as kits
    from former f cross join lateral jsonb_each_text(f.boxes) as b (box_code, quantity) cross join lateral (
      select coalesce(-sum(m.pieces) filter (where m.received_at >= f.had_since and m.received_at < f.changed_at), 0) as pieces,
        coalesce(-sum(m.pieces), 0) as all_pieces
      from movement m where m.order_number = f.order_number and m.sku_code = b.box_code
    ) m
    group by f.order_number, f.sku_code, f.pieces, f.boxes, f.changed_at
  ), due as materialized (
    select s.order_number, s.sku_code, sum(s.pieces) as pieces from (
      select g.order_number, g.sku_code, g.pieces from (
        select array_agg(order_number) as orders, array_agg(sku_code) as skus, array_agg(quantity::bigint) as quantities
        from content where sku_code is not null
      ) c cross join lateral goods_in_boxes(asked_client, c.orders, c.skus, c.quantities) g
      union all
      select order_number, sku_code, pieces from deemed
      union all
      select k.order_number, b.box_code, k.kits * b.quantity::int from in_former k cross join lateral jsonb_each_text(k.boxes) as b (box_code, quantity)
      union all
      select k.order_number, b.box_code, -k.kits * b.quantity
      from in_former k join boxes_of(asked_client, (select array_agg(sku_code) from in_former)) b on b.sku_code = k.sku_code
    ) s group by 1, 2
  ), moved as (
    select order_number, sku_code, -sum(pieces) as pieces, count(movement_key) as keyed from movement group by 1, 2
  ), moment as (
    -- If only the day is known, goods left at the time of the first report.
    select a.order_number, c.is_uncertain,
      case when a.status in ('P', 'K') then now() when not c.is_uncertain then c.latest else coalesce(u.at, now()) end as at
    from asked a left join lateral (
      select max(despatched_at) as latest,
        a.status not in ('P', 'K') and coalesce((max(despatched_at) at time zone 'Europe/London')::time = '00:00', true) as is_uncertain
      from content where content.order_number = a.order_number
    ) c on true left join (
      select order_number, min(at) as at from movement where movement_key is not null and is_uncertain group by 1
    ) u on u.order_number = a.order_number
  ), new as (
    insert into stock_movements (client_code, sku_code, movement_key, code, kind, pieces, at, received_at, is_uncertain, reason, reference, order_number)
    select asked_client, sku_code,
      'order ' || order_number || case when coalesce(m.keyed, 0) > 0 then E'\n' || m.keyed else '' end,
      'SELLABLE', 'despatch', coalesce(m.pieces, 0) - coalesce(d.pieces, 0), t.at, now(), t.is_uncertain,
      case when coalesce(m.pieces, 0) > coalesce(d.pieces, 0) then 'Was not sent' else '' end, order_number, order_number
    from due d full join moved m using (order_number, sku_code) join moment t using (order_number)
    where coalesce(m.pieces, 0) <> coalesce(d.pieces, 0)
    order by sku_code collate "C", order_number collate "C"
    returning sku_code, at, pieces
  )
  insert into stock_deltas (client_code, sku_code, code, moved, at)
  select asked_client, sku_code, 'SELLABLE', sum(pieces), at from new group by sku_code, at;
end $$;
