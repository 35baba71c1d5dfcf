-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench fresh-feed).
-- A reservation takes two steps: one looks up its names without a lock; the other locks the balance and is sent in one packet
-- with the commit (docs/decisions/0002-run-each-request-in-one-transaction.md). A reservation of a kit reserves its boxes.

-- Looks up the SKU, code and order of a reservation in any case. Returns the stored spelling, or null if the client has no such
-- thing.
create or replace function find_to_reserve(asked_client text, named_sku text, named_code text, named_order text)
returns table (kept_sku text, kept_code text, kept_title text, kept_order text, is_order_there boolean) language plpgsql stable
set enable_seqscan = off
set enable_sort = off
as $$
begin
  select s.sku_code, coalesce(trim(s.description), '') into kept_sku, kept_title from skus s
  where s.client_code = asked_client and s.sku_code collate any_case between named_sku and named_sku
  order by s.sku_code collate any_case limit 1;
  select c.code into kept_code from (
    select a.code from allocation_codes a where a.client_code = asked_client
    union all
    select d.code from default_allocation_codes d
  ) c where c.code collate any_case = named_code order by c.code limit 1;
  kept_order := named_order;
  is_order_there := false;
  if named_order <> '' then
    select o.order_number into kept_order from (
      select x.order_number, x.case_twin from orders x
      where x.client_code = asked_client and x.order_number collate any_case between named_order and named_order
      order by x.order_number collate any_case offset 0
    ) o order by o.order_number <> named_order, o.case_twin nulls first limit 1;
    is_order_there := kept_order is not null;
    kept_order := coalesce(kept_order, named_order);
  end if;
  return next;
end $$;

-- Locks the balances of SKUs, and of the boxes of kits, until the end of the transaction.
create or replace function hold_stock(asked_client text, skus text[], codes text[]) returns void language plpgsql as $$
begin
  perform hold_kits(asked_client);
  perform lock_stock(asked_client, array_agg(k.sku_code), array_agg(n.code))
  from unnest(skus, codes) as n (sku_code, code) join boxes_of(asked_client, skus) b on b.sku_code = n.sku_code
  cross join unnest(array[b.sku_code, b.box_code]) as k (sku_code);
end $$;

-- Changes the reserved pieces of a SKU and code; of a kit, those of its boxes. The caller holds the balances.
create or replace function add_reserved(asked_client text, asked_sku text, asked_code text, pieces bigint, now_at timestamptz default null,
  by_whom text default null) returns void language sql as $$
  update stock_balances s set reserved = s.reserved + pieces * b.quantity, changed_at = coalesce(now_at, s.changed_at),
    changed_by = coalesce(by_whom, s.changed_by)
  from boxes_of(asked_client, array[asked_sku]) b
  where s.client_code = asked_client and s.sku_code = b.box_code and s.code = asked_code
$$;

-- Reserves pieces. If too few are available it raises DS422, whose detail says how many are, and whether the SKU was never
-- counted.
create or replace function reserve_found(asked_client text, new_id uuid, asked_sku text, asked_code text, wanted int, why text, last_day date,
  for_order text, account text, words text, by_whom text, now_at timestamptz) returns void language plpgsql
set enable_seqscan = off
set enable_sort = off
as $$
declare held record;
begin
  perform hold_stock(asked_client, array[asked_sku], array[asked_code]);
  -- stock_of adds deltas that are not folded yet. Nobody folds them meanwhile, because folding locks the balance.
  select s.on_hand, s.on_hand - s.reserved - s.promised as available, s.counted_at into held
  from stock_of(asked_client, array[asked_sku]) s where s.code = asked_code;
  if held.available < wanted then
    raise exception 'fewer pieces are available' using errcode = 'DS422', detail = json_build_object(
      'available', held.available, 'isNeverCounted', held.counted_at is null and held.on_hand <= 0);
  end if;
  insert into stock_reservations (client_code, reservation_id, sku_code, code, pieces, purpose, until_day, held_by,
    order_number, customer_account, note, created_at, amended_at, amended_by)
  values (asked_client, new_id, asked_sku, asked_code, wanted, why, last_day, by_whom, for_order, account, words, now_at, now_at, by_whom);
  insert into stock_reservation_history (client_code, reservation_id, version, at, by_name, act, pieces, until_day, note)
  values (asked_client, new_id, 1, now_at, by_whom, 'Reserved', wanted, last_day, words);
  perform add_reserved(asked_client, asked_sku, asked_code, wanted, now_at, by_whom);
end $$;
