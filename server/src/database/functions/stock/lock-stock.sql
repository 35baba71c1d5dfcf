-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench fresh-feed).
-- Locks balances by SKU until the end of the transaction, and creates missing ones. Existing balances are not inserted again:
-- such an insert would wait for every transaction that holds the balance.
create or replace function lock_stock(asked_client text, skus text[], codes text[]) returns void language plpgsql
set enable_seqscan = off
as $$
begin
  insert into stock_balances (client_code, sku_code, code)
  select asked_client, k.sku_code, k.code
  from (select distinct sku_code collate "C" as sku_code, code collate "C" as code from unnest(skus, codes) as n (sku_code, code)) k
  where (
    select true from stock_balances b
    where b.client_code = asked_client and b.sku_code = k.sku_code and b.code between k.code and k.code order by b.code limit 1
  ) is null
  order by k.sku_code, k.code
  on conflict do nothing;
  perform from (
    select distinct sku_code collate "C" as sku_code, code collate "C" as code from unnest(skus, codes) as n (sku_code, code) order by 1, 2
  ) k cross join lateral (
    select from stock_balances b
    where b.client_code = asked_client and b.sku_code = k.sku_code and b.code between k.code and k.code
    order by b.code limit 1 for update
  ) held;
end $$;

-- Sets whether a balance is reserved or short. SKUs that were never counted are not short, nor are kits: their boxes are.
create or replace function mark_balance() returns trigger language plpgsql as $$
begin
  new.is_reserved := new.reserved > 0;
  new.is_short := new.on_hand - new.reserved - new.promised < 0 and new.counted_at is not null;
  if new.is_short then
    new.is_short := not exists (select from sku_components c where c.client_code = new.client_code and c.sku_code = new.sku_code);
  end if;
  return new;
end $$;
