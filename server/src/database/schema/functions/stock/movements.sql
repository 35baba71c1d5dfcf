-- Adds movements, rows of {sku_code, movement_key, code, kind, pieces, at, is_uncertain, reason, reference, order_number}, in
-- whatever order they come; one that is there already changes nothing. Answers how many were new. Each appends its own delta:
-- those of one moment, added up, may be more than a delta holds.
create function add_stock_movements(asked_client text, rows jsonb, now_at timestamptz, by_whom text) returns int language plpgsql as $$
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
    returning sku_code, code, pieces, at
  ), told as (
    insert into stock_deltas (client_code, sku_code, code, moved, at)
    select asked_client, sku_code, code, pieces, at from new
  )
  select count(*)::int into added from new;
  return added;
end $$;

-- Where the warehouse's figure no longer holds what is picked, orders that it has begun move stock.
create function move_picked(asked_client text, asked_orders text[]) returns void language plpgsql
set enable_seqscan = off
set enable_indexscan = on
set enable_indexonlyscan = on
set enable_sort = off
as $$
begin
  perform add_stock_movements(asked_client, (
    select jsonb_agg(jsonb_build_object('sku_code', l.sku_code, 'movement_key', 'order ' || l.order_number, 'kind', 'despatch',
      'pieces', -l.pieces, 'at', now(), 'reference', l.order_number, 'order_number', l.order_number))
    from (
      select n.number as order_number, l.sku_code, sum(l.quantity) as pieces from unnest(asked_orders) as n (number) cross join lateral (
        select sku_code, quantity from order_lines
        where client_code = asked_client and order_number = n.number order by line_number offset 0
      ) l group by 1, 2
    ) l
  ), now(), '');
end $$;

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
