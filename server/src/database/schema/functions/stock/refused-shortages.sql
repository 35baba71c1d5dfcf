-- Which SKUs a client has promised more of than there is, where it refuses that: none where it does not. They are held, so
-- that of two who take the last pieces one is told so.
create function refused_shortages(asked_client text, skus text[]) returns table (sku_code text, short_by bigint) language plpgsql
set enable_seqscan = off
as $$
begin
  if not coalesce((select (settings ->> 'refuseShort')::boolean from client_settings where client_code = asked_client), false) then
    return;
  end if;
  perform lock_stock(asked_client, skus, array_fill('SELLABLE'::text, array[cardinality(skus)]));
  return query
  select b.sku_code, -sum(b.available)::bigint from (
    select k.sku_code, k.available from stock_balances k
    where k.client_code = asked_client and k.sku_code = any (skus) and k.code = 'SELLABLE'
    union all
    select d.sku_code, case when d.at > coalesce(k.counted_at, '-infinity') then d.moved else 0 end - d.promised
    from stock_deltas d
    join stock_balances k on k.client_code = asked_client and k.sku_code = any (skus) and k.sku_code = d.sku_code and k.code = d.code
    where d.client_code = asked_client and d.sku_code = any (skus) and d.code = 'SELLABLE'
  ) b group by 1 having sum(b.available) < 0 order by 1;
end $$;
