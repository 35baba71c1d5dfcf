-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench fresh-feed).
-- Adds movements, rows of {sku_code, movement_key, code, kind, pieces, at, is_uncertain, reason, reference, order_number}, and
-- returns the number of new ones. A movement whose key exists changes nothing. Each movement appends its own delta, because a sum
-- could exceed the column. A kit's movement is stored, so that its key is known, with a second row that cancels it: its boxes
-- move instead. So it counts once, even after the SKU stops being a kit.
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

-- The contents of a parcel leave the stock. If only the day is known, they leave at the time of the report. Goods that left
-- before the contents were reported are not moved again.
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
          -- The kit may have left in former boxes.
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
    -- An order that is despatched later is settled when its status changes.
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
