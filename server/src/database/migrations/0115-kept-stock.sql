-- Balances kept beside the records, checked against them and rebuilt from them; see 0113 and 0114.
-- What is in a parcel has left the stock. One that is told with a day and no time left when it was told. What left when its
-- order was picked, while the warehouse's figure did not hold what is picked, has left once.
create function move_despatched() returns trigger language plpgsql
set enable_seqscan = off
set enable_sort = off
set enable_nestloop = off
as $$
declare
  one record; parcel record; may_have_left boolean;
begin
  for one in select distinct client_code from added loop
    -- Of a client that never chose when stock leaves, none has left by being picked.
    may_have_left := exists (select from client_settings where client_code = one.client_code and settings ? 'pickedHasLeft');
    select array_agg(p.tracking_number) as numbers, array_agg(p.order_number) as orders, array_agg(p.despatched_at) as moments into parcel
    from (select distinct tracking_number from added where client_code = one.client_code) c cross join lateral (
      select tracking_number, order_number, despatched_at from parcels
      where client_code = one.client_code and tracking_number between c.tracking_number and c.tracking_number
      order by tracking_number limit 1
    ) p;
    if not picked_has_left(one.client_code) then
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
        where not may_have_left or (
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
    perform refresh_stock_remains(one.client_code, d.orders) from (
      select array_agg(o.order_number) as orders
      from (select distinct k.number from unnest(parcel.orders) as k (number)) n cross join lateral (
        select order_number, status from orders
        where client_code = one.client_code and order_number between n.number and n.number order by order_number limit 1
      ) o where o.status = 'D'
    ) d where d.orders is not null;
  end loop;
  return null;
end $$;
create trigger move_despatched after insert on parcel_contents referencing new table as added
  for each statement execute function move_despatched();

-- Folds so many deltas into their balances. Answers how many there were.
create function fold_stock_deltas(most int) returns int language plpgsql as $$
declare
  places tid[]; clients text[]; skus text[]; codes text[]; each_client text;
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of stock', 0));
  places := array(select ctid from stock_deltas limit most);
  select array_agg(k.client_code), array_agg(k.sku_code), array_agg(k.code) into clients, skus, codes
  from (select distinct client_code, sku_code, code from stock_deltas where ctid = any (places)) k;
  for each_client in select distinct c from unnest(clients) as c order by 1 loop
    perform lock_stock(each_client, array_agg(k.sku), array_agg(k.code))
    from unnest(clients, skus, codes) as k (client, sku, code) where k.client = each_client;
  end loop;
  with gone as (
    delete from stock_deltas where ctid = any (places) returning *
  ), sums as (
    select g.client_code, g.sku_code, g.code, sum(g.promised) as promised,
      coalesce(sum(g.moved) filter (where g.at > coalesce(b.counted_at, '-infinity')), 0) as moved
    from gone g join stock_balances b on b.client_code = g.client_code and b.sku_code = g.sku_code and b.code = g.code
    group by 1, 2, 3
  )
  update stock_balances b set promised = b.promised + s.promised, on_hand = b.on_hand + s.moved,
    changed_at = case when s.moved <> 0 then now() else b.changed_at end
  from sums s where b.client_code = s.client_code and b.sku_code = s.sku_code and b.code = s.code;
  return coalesce(cardinality(places), 0);
end $$;

-- What balances and deltas come to has to be equal to what the records say.
-- Stock that is kept for a purpose until a day; see 0116 for what draws it down.
create table stock_reservations (
  client_code text collate "C" not null,
  reservation_id uuid not null,
  sku_code text collate "C" not null,
  code text collate "C" not null,
  pieces int not null check (pieces > 0),
  drawn int not null default 0,
  purpose text collate "C" not null check (purpose in ('promotion', 'wholesale', 'channel', 'quality', 'order')),
  -- The last day on which it lives.
  until_day date not null,
  held_by text not null,
  -- The order, or the customer's account, whose orders draw it down; '' is none.
  order_number text collate "C" not null default '',
  customer_account text not null default '',
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null,
  amended_at timestamptz not null,
  amended_by text not null,
  ended_at timestamptz,
  ended_as text collate "C" not null default '' check (ended_as in ('', 'released', 'expired')),
  primary key (client_code, reservation_id),
  constraint stock_reservations_drawn check (drawn between 0 and pieces)
);
create index stock_reservations_by_sku on stock_reservations (client_code, sku_code, code, until_day);
create index stock_reservations_to_draw on stock_reservations (client_code, sku_code)
  where ended_at is null and (order_number <> '' or customer_account <> '');
create index stock_reservations_to_end on stock_reservations (client_code, until_day) where ended_at is null;
select restrict_to_clients('stock_reservations');
grant select, insert, update on stock_reservations to despatch_app;

create view stock_promise_records with (security_invoker = true) as
select o.client_code, l.sku_code, l.quantity as pieces
from orders o join order_lines l using (client_code, order_number) where promises_all(o.client_code, o.status)
union all
select o.client_code, s.sku_code, s.pieces
from (select client_code, array_agg(order_number) as orders from orders where status = 'D' group by 1) o
cross join lateral short_pieces(o.client_code, o.orders) s;
create view stock_known with (security_invoker = true) as
select k.client_code, k.sku_code, k.code, sum(k.on_hand)::bigint as on_hand, sum(k.reserved)::bigint as reserved, sum(k.promised)::bigint as promised
from (
  select client_code, sku_code, code, on_hand, reserved, promised from stock_balances
  union all
  select d.client_code, d.sku_code, d.code, case when d.at > coalesce(b.counted_at, '-infinity') then d.moved else 0 end, 0, d.promised
  from stock_deltas d left join stock_balances b using (client_code, sku_code, code)
) k group by 1, 2, 3;
create view stock_records with (security_invoker = true) as
select k.client_code, k.sku_code, k.code, sum(k.on_hand)::bigint as on_hand, sum(k.reserved)::bigint as reserved, sum(k.promised)::bigint as promised
from (
  select distinct on (client_code, sku_code, code) client_code, sku_code, code, pieces::bigint as on_hand, 0 as reserved, 0 as promised
  from stock_counts order by client_code, sku_code, code, counted_at desc
) k group by 1, 2, 3
union all
select m.client_code, m.sku_code, m.code, sum(m.pieces), 0, 0 from stock_movements m
where m.at > coalesce((
  select max(c.counted_at) from stock_counts c where c.client_code = m.client_code and c.sku_code = m.sku_code and c.code = m.code
), '-infinity')
group by 1, 2, 3
union all
select client_code, sku_code, 'SELLABLE', 0, 0, sum(pieces) from stock_promise_records group by 1, 2
union all
select client_code, sku_code, code, 0, sum(pieces - drawn), 0 from stock_reservations where ended_at is null group by 1, 2, 3;
grant select on stock_promise_records, stock_known, stock_records to despatch_app;

create function wrong_stock() returns bigint language sql as $$
  select count(*) from (
    select client_code, sku_code, code from (
      select client_code, sku_code, code, on_hand, reserved, promised from stock_known
      union all select client_code, sku_code, code, -on_hand, -reserved, -promised from stock_records
    ) as both_sides group by 1, 2, 3 having sum(on_hand) <> 0 or sum(reserved) <> 0 or sum(promised) <> 0
  ) as wrong
$$;
create function rebuild_stock() returns void language plpgsql as $$
declare one record;
begin
  for one in
    select client_code, array_agg(sku_code) as skus, array_agg(code) as codes from (
      select client_code, sku_code, code from stock_balances union select client_code, sku_code, code from stock_records
    ) k group by 1 order by 1
  loop
    perform lock_stock(one.client_code, one.skus, one.codes);
    -- What waits to be folded is taken off: it is added when it is.
    update stock_balances b set on_hand = coalesce(r.on_hand, 0) - coalesce(d.moved, 0), promised = coalesce(r.promised, 0) - coalesce(d.promised, 0),
      reserved = coalesce(r.reserved, 0), counted_at = c.counted_at, counted = c.pieces, warehouse_available = c.warehouse_available
    from stock_balances k
    left join (
      select client_code, sku_code, code, sum(on_hand) as on_hand, sum(reserved) as reserved, sum(promised) as promised
      from stock_records where client_code = one.client_code group by 1, 2, 3
    ) r using (client_code, sku_code, code)
    left join (
      select distinct on (sku_code, code) client_code, sku_code, code, counted_at, pieces, warehouse_available
      from stock_counts where client_code = one.client_code order by sku_code, code, counted_at desc
    ) c using (client_code, sku_code, code)
    left join (
      select d.client_code, d.sku_code, d.code, sum(d.promised) as promised,
        sum(d.moved) filter (where d.at > coalesce((
          select max(c.counted_at) from stock_counts c where c.client_code = d.client_code and c.sku_code = d.sku_code and c.code = d.code
        ), '-infinity')) as moved
      from stock_deltas d where d.client_code = one.client_code group by 1, 2, 3
    ) d using (client_code, sku_code, code)
    where k.client_code = one.client_code and b.client_code = k.client_code and b.sku_code = k.sku_code and b.code = k.code;
  end loop;
end $$;

-- What there is already.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
insert into stock_counts (client_code, sku_code, code, counted_at, pieces, warehouse_available, received_at)
select client_code, sku_code, 'SELLABLE', as_of, stock_on_hand, available_stock, received_at from stock_levels;
insert into stock_movements (client_code, sku_code, code, kind, pieces, at, received_at, is_uncertain, reference, order_number)
select c.client_code, c.sku_code, 'SELLABLE', 'despatch', -sum(c.quantity), p.despatched_at, p.despatched_at,
  (p.despatched_at at time zone 'Europe/London')::time = '00:00', c.tracking_number, p.order_number
from parcel_contents c join parcels p using (client_code, tracking_number) group by c.client_code, c.sku_code, c.tracking_number, p.despatched_at, p.order_number;
insert into stock_remains
select o.client_code, s.order_number, s.sku_code, s.pieces
from (select client_code, array_agg(order_number) as orders from orders where status = 'D' group by 1) o
cross join lateral short_pieces(o.client_code, o.orders) s;
select rebuild_stock();
select set_config('app.clients', '', true);
