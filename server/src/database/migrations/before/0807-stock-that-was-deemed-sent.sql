-- What an order is deemed to have sent leaves the stock: all of it where nothing is known of a parcel's contents, and what its
-- parcels hold where it is. So what was picked and is in no parcel is in the house again.

-- Whether goods of the client may have left by being picked: not where it never chose when stock leaves.
create function may_have_left(asked_client text) returns boolean language sql stable as $$
  select exists (select from client_settings where client_code = asked_client and settings ? 'pickedHasLeft')
$$;

-- Has what orders, which are held, have taken from the stock come to what they have sent, or are deemed to: what is in their
-- parcels, what is missing of one that is picked where that has left, and what may be in a parcel whose contents are not known.
create function settle_despatched(asked_client text, asked_orders text[]) returns void language plpgsql
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
  ), due as materialized (
    select s.order_number, s.sku_code, sum(s.pieces) as pieces from (
      select order_number, sku_code, quantity as pieces from content where sku_code is not null
      union all
      select m.order_number, m.sku_code, m.pieces from (
        select array_agg(order_number) as orders, array_agg(sku_code) as skus, array_agg(quantity) as quantities from line
      ) l cross join lateral missing_pieces(asked_client, l.orders, l.skus, l.quantities) m join asked a using (order_number)
      where not m.is_known or a.status in ('P', 'K')
    ) s group by 1, 2
  ), movement as materialized (
    select a.order_number, m.sku_code, m.pieces, m.movement_key, m.at, m.is_uncertain from asked a cross join lateral (
      select sku_code, pieces, movement_key, at, is_uncertain from stock_movements
      where client_code = asked_client and order_number = a.order_number and kind = 'despatch' offset 0
    ) m
  ), moved as (
    select order_number, sku_code, -sum(pieces) as pieces, count(movement_key) as keyed from movement group by 1, 2
  ), moment as (
    -- A day without a time: the goods left when that came in first.
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

-- What is in a parcel has left the stock. One that is reported with a day and no time left when it was reported. What left
-- before its parcel's contents were reported has left once.
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
    has_left := picked_has_left(one.client_code);
    may_have := may_have_left(one.client_code);
    if not has_left then
      with moved as (
        insert into stock_movements (client_code, sku_code, code, kind, pieces, at, received_at, is_uncertain, reference, order_number)
        select one.client_code, c.sku_code, 'SELLABLE', 'despatch', -c.pieces,
          case when p.is_uncertain then now() else p.at end, now(), p.is_uncertain, p.number, p.order_number
        from (
          select tracking_number, sku_code, sum(quantity)::int as pieces from added where client_code = one.client_code group by 1, 2
        ) c
        join (
          select number, order_number, at, (at at time zone 'Europe/London')::time = '00:00' as is_uncertain
          from unnest(parcel.numbers, parcel.orders, parcel.moments) as k (number, order_number, at)
        ) p on p.number = c.tracking_number
        where not (may_have or coalesce(p.order_number = any (parcel.despatched), false)) or (
          select m.pieces from stock_movements m
          where m.client_code = one.client_code and m.sku_code = c.sku_code and m.movement_key = 'order ' || p.order_number limit 1
        ) is null
        order by c.sku_code, p.number
        returning sku_code, at, pieces
      )
      insert into stock_deltas (client_code, sku_code, code, moved, at)
      select one.client_code, sku_code, 'SELLABLE', sum(pieces), at from moved group by sku_code, at;
    end if;
    -- Of an order that is despatched only after this, its change of status sees what is in its parcels.
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

-- Orders go on to where they promise less, or back: all that a statement changes at once, and for each SKU one delta.
-- Anyone who changes them in place has switched every scan off.
create or replace function note_promised_orders() returns trigger language plpgsql
set enable_seqscan = off
set enable_indexscan = on
set enable_indexonlyscan = on
set enable_bitmapscan = on
set enable_sort = off
set enable_nestloop = off
as $$
declare
  one record; has_left boolean; not_known text[]; settled text[];
begin
  for one in
    select a.client_code, array_agg(a.order_number) as orders, array_agg(b.status) as old_statuses, array_agg(a.status) as new_statuses
    from before b join after a on a.client_code = b.client_code and a.order_number = b.order_number
    where a.status <> b.status and not (b.status in ('N', 'R', 'S') and a.status in ('N', 'R', 'S')) and not (b.status = 'P' and a.status = 'K')
    group by 1
  loop
    has_left := picked_has_left(one.client_code);
    with changed as materialized (
      select c.number collate "C" as order_number, c.was, c.becomes,
        (c.becomes in ('N', 'R', 'S') or (c.becomes in ('P', 'K') and not has_left))::int
          - (c.was in ('N', 'R', 'S') or (c.was in ('P', 'K') and not has_left))::int as more
      from unnest(one.orders, one.old_statuses, one.new_statuses) as c (number, was, becomes)
    ), gone as (
      delete from stock_remains where ctid = any (array(
        select r.place from changed c cross join lateral (
          select ctid as place from stock_remains
          where client_code = one.client_code and order_number between c.order_number and c.order_number order by order_number, sku_code offset 0
        ) r where c.was = 'D'
      )) returning sku_code, pieces
    ), line as materialized (
      select c.order_number, l.sku_code, l.quantity, c.more, c.becomes from changed c cross join lateral (
        select sku_code, quantity from order_lines
        where client_code = one.client_code and order_number = c.order_number order by line_number offset 0
      ) l where c.more <> 0 or c.becomes = 'D'
    ), missing as materialized (
      select m.*, c.more from (
        select array_agg(order_number) as orders, array_agg(sku_code) as skus, array_agg(quantity) as quantities
        from line where becomes = 'D'
      ) l cross join lateral missing_pieces(one.client_code, l.orders, l.skus, l.quantities) m
      join changed c on c.order_number = m.order_number
    ), remains as materialized (
      -- An order that is despatched only now has not been closed short.
      select order_number, sku_code, pieces from missing where is_known and more <> 0
      union all
      select * from short_pieces(one.client_code, (select array_agg(order_number) from changed where becomes = 'D' and more = 0))
    ), kept as (
      insert into stock_remains select one.client_code, order_number, sku_code, pieces from remains returning sku_code, pieces
    ), noted as (
      insert into stock_deltas (client_code, sku_code, code, promised)
      select one.client_code, s.sku_code, 'SELLABLE', sum(s.pieces) from (
        select sku_code, more * quantity as pieces from line
        union all select sku_code, -pieces from gone
        union all select sku_code, pieces from kept
      ) s group by 2 having sum(s.pieces) <> 0
    )
    select array_agg(distinct order_number) into not_known from missing where not is_known;
    settled := case when may_have_left(one.client_code) then (
      select array_agg(c.number) from unnest(one.orders, one.new_statuses) as c (number, becomes)
      where c.becomes = 'D' or (c.becomes in ('P', 'K') and has_left)
    ) else not_known end;
    if settled is not null then
      perform settle_despatched(one.client_code, settled);
    end if;
  end loop;
  return null;
end $$;

-- Where a client's figure no longer holds what is picked, or does again, what its orders promise is reckoned again. What is
-- picked by then has left from that moment on.
create or replace function recount_promised() returns trigger language plpgsql as $$
declare seen text := current_setting('app.clients', true);
begin
  perform set_config('app.clients', array[new.client_code]::text, true);
  if (new.settings ->> 'pickedHasLeft')::boolean then
    perform settle_despatched(new.client_code, (
      select array_agg(o.order_number) from orders o where o.client_code = new.client_code and o.status in ('P', 'K')
    ));
  end if;
  -- What waits was reckoned by the old setting: taken off what is reckoned by the new one it could leave less than nothing.
  perform fold_stock_deltas(2147483647);
  perform rebuild_stock();
  perform set_config('app.clients', seen, true);
  return null;
end $$;

drop function move_picked(text, text[]);

-- A cancelled order that the warehouse sends all the same draws what is reserved for it: its goods were taken off twice.
drop function redraw_reservations(text, text[]);

-- Gives back what orders that the warehouse has not begun had drawn, and draws what they are of now: also what the warehouse went
-- on with, where the orders were cancelled and are no longer. The orders are held.
create function redraw_reservations(asked_client text, asked_orders text[], was_cancelled boolean default false) returns void language plpgsql
set enable_seqscan = off
as $$
declare
  skus text[]; codes text[]; line record; kept record; taken int; wanted int;
begin
  select array_agg(k.sku_code), array_agg(k.code) into skus, codes from (
    select r.sku_code, r.code from stock_reservation_draws d join stock_reservations r using (client_code, reservation_id)
    where d.client_code = asked_client and d.order_number = any (asked_orders)
    union
    select r.sku_code, r.code from stock_reservations r
    where r.client_code = asked_client and r.ended_at is null and (r.order_number <> '' or r.customer_account <> '')
      and r.sku_code in (select l.sku_code from order_lines l where l.client_code = asked_client and l.order_number = any (asked_orders))
  ) k;
  if skus is null then return; end if;
  perform lock_stock(asked_client, skus, codes);
  for line in
    delete from stock_reservation_draws d using orders o
    where d.client_code = asked_client and d.order_number = any (asked_orders)
      and o.client_code = d.client_code and o.order_number = d.order_number and o.status in ('N', 'R', 'S', 'C')
    returning d.reservation_id, d.pieces
  loop
    update stock_reservations r set drawn = r.drawn - line.pieces
    where r.client_code = asked_client and r.reservation_id = line.reservation_id
    returning r.sku_code, r.code, r.ended_at into kept;
    if kept.ended_at is null then
      update stock_balances b set reserved = b.reserved + line.pieces
      where b.client_code = asked_client and b.sku_code = kept.sku_code and b.code = kept.code;
    end if;
  end loop;
  for line in
    select o.order_number, o.customer_account, l.sku_code, sum(l.quantity)::int as pieces
    from orders o join order_lines l using (client_code, order_number)
    where o.client_code = asked_client and o.order_number = any (asked_orders)
      and (o.status in ('N', 'R', 'S') or (was_cancelled and o.status <> 'C'))
    group by 1, 2, 3 order by 1, 3
  loop
    wanted := line.pieces;
    for kept in
      select * from stock_reservations r
      where r.client_code = asked_client and r.sku_code = line.sku_code and r.code = 'SELLABLE' and r.ended_at is null and r.drawn < r.pieces
        and r.until_day >= (now() at time zone 'Europe/London')::date
        and (r.order_number = line.order_number
          or (r.order_number = '' and r.customer_account <> '' and lower(r.customer_account) = lower(line.customer_account)))
      order by r.order_number desc, r.until_day, r.reservation_id for update
    loop
      exit when wanted = 0;
      taken := least(wanted, kept.pieces - kept.drawn);
      wanted := wanted - taken;
      update stock_reservations r set drawn = r.drawn + taken where r.client_code = asked_client and r.reservation_id = kept.reservation_id;
      update stock_balances b set reserved = b.reserved - taken
      where b.client_code = asked_client and b.sku_code = kept.sku_code and b.code = kept.code;
      insert into stock_reservation_draws values (asked_client, line.order_number, kept.reservation_id, taken);
    end loop;
  end loop;
end $$;

create or replace function draw_for_order() returns trigger language plpgsql as $$
begin
  perform redraw_reservations(new.client_code, array[new.order_number], old.status = 'C');
  return null;
end $$;
