-- The SKUs (or boxes of kits) that a client has promised and reserved beyond its stock; none unless the client refuses such
-- orders. All lines are judged together. Balances are locked, so that only one of two orders gets the last pieces.
create or replace function refused_shortages(asked_client text, skus text[]) returns table (sku_code text, short_by bigint) language plpgsql
set enable_seqscan = off
as $$
declare boxes text[];
begin
  if not coalesce((select (settings ->> 'refuseShort')::boolean from client_settings where client_code = asked_client), false) then
    return;
  end if;
  perform hold_kits(asked_client);
  boxes := array(select distinct b.box_code from boxes_of(asked_client, skus) b);
  perform lock_stock(asked_client, boxes, array_fill('SELLABLE'::text, array[cardinality(boxes)]));
  return query
  select s.sku_code, (s.reserved + s.promised - s.on_hand)::bigint from stock_of(asked_client, boxes) s
  where s.code = 'SELLABLE' and s.on_hand < s.reserved + s.promised order by 1;
end $$;
