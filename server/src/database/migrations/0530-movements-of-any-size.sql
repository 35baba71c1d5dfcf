-- Each movement appends its own delta: those of one moment, added up, may be more than a delta holds.
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
    returning sku_code, code, pieces, at
  ), told as (
    insert into stock_deltas (client_code, sku_code, code, moved, at)
    select asked_client, sku_code, code, pieces, at from new
  )
  select count(*)::int into added from new;
  return added;
end $$;
