-- A kit that leaves, comes back or comes in moves the boxes that it has at that time, each once.

-- The boxes that SKUs had until they changed, as {box: pieces in one kit}: of one that was no kit, itself.
create table former_boxes (
  client_code text collate "C" not null,
  sku_code text collate "C" not null,
  changed_at timestamptz not null,
  boxes jsonb not null,
  primary key (client_code, sku_code, changed_at)
);
select restrict_to_clients('former_boxes');
grant select, insert on former_boxes to despatch_app;

-- Corrects what orders took from the stock, so that it equals what they sent: the contents of their parcels, what may be in parcels
-- whose contents are not known, and what was picked, where the client says that picked goods have left. A kit that moved in boxes
-- which it had formerly counts in these, as many of it as they make: what has moved is not moved again in the boxes of now. The
-- caller holds the orders, or has the client's kits alone.
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
    -- How many of each SKU parcels hold, or are taken to hold, as they are named.
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
    -- Where only the day is known, the goods left when that was first reported.
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

-- The contents of a parcel leave the stock. Where only its day is known, they leave when it is reported. Goods that left before the
-- contents of their parcel were reported are not moved again.
create or replace function move_despatched() returns trigger language plpgsql
set enable_seqscan = off
set enable_sort = off
set enable_nestloop = off
as $$
declare
  one record; parcel record; has_left boolean; may_have boolean; settled text[];
begin
  for one in select distinct client_code from added loop
    select array_agg(p.tracking_number) as numbers, array_agg(p.order_number) as orders, array_agg(p.despatched_at) as moments,
      array_agg(distinct p.order_number) filter (where o.status in ('D', 'V')) as despatched into parcel
    from (select distinct tracking_number from added where client_code = one.client_code) c cross join lateral (
      select tracking_number, order_number, despatched_at from parcels
      where client_code = one.client_code and tracking_number between c.tracking_number and c.tracking_number
      order by tracking_number limit 1
    ) p left join lateral (
      select status from orders
      where client_code = one.client_code and order_number between p.order_number and p.order_number order by order_number limit 1
    ) o on true;
    perform hold_kits(one.client_code);
    has_left := picked_has_left(one.client_code);
    may_have := may_have_left(one.client_code);
    if not has_left then
      with moved as (
        insert into stock_movements (client_code, sku_code, code, kind, pieces, at, received_at, is_uncertain, reference, order_number)
        select one.client_code, c.sku_code, 'SELLABLE', 'despatch', -c.pieces,
          case when p.is_uncertain then now() else p.at end, now(), p.is_uncertain, p.number, p.order_number
        from (
          select a.tracking_number, b.box_code as sku_code, sum(a.quantity * b.quantity)::int as pieces,
            bool_or(b.box_code <> a.sku_code) as is_of_kit
          from added a
          join boxes_of(one.client_code, (select array_agg(sku_code) from added where client_code = one.client_code)) b
            on b.sku_code = a.sku_code
          where a.client_code = one.client_code group by 1, 2
        ) c
        join (
          select number, order_number, at, (at at time zone 'Europe/London')::time = '00:00' as is_uncertain
          from unnest(parcel.numbers, parcel.orders, parcel.moments) as k (number, order_number, at)
        ) p on p.number = c.tracking_number
        where not (may_have or coalesce(p.order_number = any (parcel.despatched), false)) or ((
          select m.pieces from stock_movements m
          where m.client_code = one.client_code and m.sku_code = c.sku_code and m.movement_key = 'order ' || p.order_number limit 1
        ) is null and not (
          -- The kit may have left in other boxes.
          c.is_of_kit and exists (
            select from stock_movements m where m.client_code = one.client_code and m.order_number = p.order_number
              and m.kind = 'despatch' and m.movement_key is not null
          )
        ))
        order by c.sku_code, p.number
        returning sku_code, at, pieces
      )
      insert into stock_deltas (client_code, sku_code, code, moved, at)
      select one.client_code, sku_code, 'SELLABLE', sum(pieces), at from moved group by sku_code, at;
    end if;
    -- An order that is despatched later is settled by its change of status.
    if parcel.despatched is not null then
      settled := array(
        select n.number from unnest(parcel.despatched) as n (number) where has_left or exists (
          select from stock_movements m where m.client_code = one.client_code and m.order_number = n.number
            and m.kind = 'despatch' and m.movement_key is not null
        )
      );
      if cardinality(settled) > 0 then
        perform settle_despatched(one.client_code, settled);
      end if;
      perform refresh_stock_remains(one.client_code, parcel.despatched);
    end if;
  end loop;
  return null;
end $$;

-- A client changes the setting 'what is picked has left'. Goods of orders that are being picked leave the stock now, or are put back
-- into it, and the promises of the client are worked out again.
create or replace function recount_promised() returns trigger language plpgsql as $$
declare seen text := current_setting('app.clients', true);
begin
  perform set_config('app.clients', array[new.client_code]::text, true);
  -- Transactions that moved stock by the old setting end first.
  perform pg_advisory_xact_lock(hashtextextended('kits of ' || new.client_code, 0));
  perform settle_despatched(new.client_code, (
    select array_agg(o.order_number) from orders o where o.client_code = new.client_code and o.status in ('P', 'K')
  ));
  -- Deltas that wait were made under the old setting. They are folded first, because promised may not fall below 0.
  perform fold_stock_deltas(2147483647);
  perform rebuild_stock();
  perform set_config('app.clients', seen, true);
  return null;
end $$;

-- Adds movements, rows of {sku_code, movement_key, code, kind, pieces, at, is_uncertain, reason, reference, order_number}, in any
-- order, and returns how many were new. A movement whose key is there already changes nothing. Each movement appends a delta of its
-- own, because the sum of several could be more than a delta holds. The movement of a kit is kept, so that its key is known, and a
-- second row takes it off again: its boxes move instead. So it counts once, also after the SKU has stopped being a kit.
create or replace function add_stock_movements(asked_client text, rows jsonb, now_at timestamptz, by_whom text) returns int language plpgsql as $$
declare added int;
begin
  with new as (
    insert into stock_movements (client_code, sku_code, movement_key, code, kind, pieces, at, received_at, is_uncertain, reason, reference, order_number, by_name)
    select asked_client, r.sku_code, r.movement_key, coalesce(r.code, 'SELLABLE'), r.kind, r.pieces, r.at, now_at,
      coalesce(r.is_uncertain, false), coalesce(r.reason, ''), coalesce(r.reference, ''), coalesce(r.order_number, ''), by_whom
    from jsonb_to_recordset(rows) as r (sku_code text, movement_key text, code text, kind text, pieces int, at timestamptz,
      is_uncertain boolean, reason text, reference text, order_number text)
    order by r.sku_code collate "C", r.movement_key collate "C"
    on conflict do nothing
    returning *
  ), in_boxes as materialized (
    select n.*, b.box_code, b.quantity from new n
    join boxes_of(asked_client, (select array_agg(sku_code) from new)) b on b.sku_code = n.sku_code and b.box_code <> b.sku_code
  ), moved as (
    insert into stock_movements (client_code, sku_code, movement_key, code, kind, pieces, at, received_at, is_uncertain, reason, reference, order_number, by_name)
    select asked_client, k.sku_code, k.movement_key, k.code, k.kind, k.pieces, k.at, now_at, k.is_uncertain, k.reason, k.reference,
      k.order_number, by_whom
    from (
      select box_code as sku_code, movement_key || E'\n' || sku_code as movement_key, code, kind, pieces * quantity as pieces, at,
        is_uncertain, reason, reference, order_number
      from in_boxes
      union all
      select distinct sku_code, movement_key || E'\nIn its boxes', code, kind, -pieces, at, is_uncertain, 'In its boxes', reference, order_number
      from in_boxes
    ) k order by k.sku_code collate "C", k.movement_key collate "C"
    returning sku_code, code, pieces, at
  ), noted as (
    insert into stock_deltas (client_code, sku_code, code, moved, at)
    select asked_client, sku_code, code, pieces, at from new
    union all
    select asked_client, sku_code, code, pieces, at from moved
  )
  select count(*)::int into added from new;
  return added;
end $$;

-- Opening stock, what came in and went out, and closing stock, by SKU over all allocation codes. Kits are left out: their boxes are
-- there. What counts show beyond the movements is adjusted, so that opening stock and movements add up to closing stock.
create or replace function stock_flow(clients text[], from_moment timestamptz, to_moment timestamptz)
returns table (
  client_code text, sku_code text, opening bigint, goods_in bigint, returned bigint, despatched bigint, adjusted bigint, closing bigint
) language sql stable as $$
  with level as (
    select k.client_code, k.sku_code, sum(stock_on_hand_at(k.client_code, k.sku_code, k.code, from_moment)) as opening,
      sum(stock_on_hand_at(k.client_code, k.sku_code, k.code, to_moment)) as closing
    from (
      select b.client_code, b.sku_code, b.code from stock_balances b where b.client_code = any (clients)
      union
      select d.client_code, d.sku_code, d.code from stock_deltas d where d.client_code = any (clients)
    ) k
    where not exists (select from sku_components c where c.client_code = k.client_code and c.sku_code = k.sku_code)
    group by 1, 2
  ), moved as (
    select m.client_code, m.sku_code, coalesce(sum(m.pieces) filter (where m.kind = 'goods-in'), 0) as goods_in,
      coalesce(sum(m.pieces) filter (where m.kind = 'return'), 0) as returned,
      coalesce(-sum(m.pieces) filter (where m.kind = 'despatch'), 0) as despatched
    from stock_movements m
    where m.client_code = any (clients) and m.at >= from_moment and m.at < to_moment group by 1, 2
  )
  select l.client_code, l.sku_code, l.opening::bigint, coalesce(m.goods_in, 0)::bigint, coalesce(m.returned, 0)::bigint,
    coalesce(m.despatched, 0)::bigint,
    (l.closing - l.opening - coalesce(m.goods_in, 0) - coalesce(m.returned, 0) + coalesce(m.despatched, 0))::bigint,
    l.closing::bigint
  from level l left join moved m on m.client_code = l.client_code and m.sku_code = l.sku_code
$$;
