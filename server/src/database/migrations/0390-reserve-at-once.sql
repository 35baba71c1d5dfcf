-- A reservation takes one statement instead of a dozen, and whoever waits for the same balance waits for less.

-- Holds balances until the end of the transaction, in the order of their SKUs; those that are missing are made. One that is
-- there is not put in again: whoever does that waits for all who hold it, and is woken by each of them.
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

-- Looks up what a reservation names, in any case, and reserves where that may be and as many pieces are available: then
-- `is_made`. What is named and not there is null; nothing is written then, nor where the order is there already or the caller
-- has found another fault (`is_sound`). `pieces_left` are those that were available before.
create function reserve_stock(asked_client text, is_sound boolean, new_id uuid, named_sku text, named_code text, wanted int,
  why text, last_day date, named_order text, account text, words text, by_whom text, now_at timestamptz)
returns table (kept_sku text, kept_code text, kept_title text, kept_order text, is_order_there boolean, pieces_left bigint,
  is_never_counted boolean, is_made boolean) language plpgsql
set enable_seqscan = off
set enable_sort = off
as $$
declare held record; waiting record;
begin
  is_made := false;
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
  if kept_sku is null or kept_code is null or is_order_there or not is_sound then
    return next;
    return;
  end if;

  for attempt in 1..2 loop
    select b.on_hand, b.available, b.counted_at into held from stock_balances b
    where b.client_code = asked_client and b.sku_code = kept_sku and b.code between kept_code and kept_code
    order by b.code limit 1 for update;
    exit when found;
    perform lock_stock(asked_client, array[kept_sku], array[kept_code]);
  end loop;
  -- What waits to be folded, as of now: whoever folds holds the balance.
  select coalesce(sum(d.moved) filter (where d.at > coalesce(held.counted_at, '-infinity')), 0) as moved,
    coalesce(sum(d.promised), 0) as promised into waiting
  from stock_deltas d where d.client_code = asked_client and d.sku_code = kept_sku and d.code = kept_code;
  pieces_left := held.available + waiting.moved - waiting.promised;
  is_never_counted := held.counted_at is null and held.on_hand + waiting.moved <= 0;
  is_made := pieces_left >= wanted;
  if is_made then
    insert into stock_reservations (client_code, reservation_id, sku_code, code, pieces, purpose, until_day, held_by,
      order_number, customer_account, note, created_at, amended_at, amended_by)
    values (asked_client, new_id, kept_sku, kept_code, wanted, why, last_day, by_whom, kept_order, account, words, now_at, now_at, by_whom);
    insert into stock_reservation_history (client_code, reservation_id, version, at, by_name, act, pieces, until_day, note)
    values (asked_client, new_id, 1, now_at, by_whom, 'Reserved', wanted, last_day, words);
    update stock_balances b set reserved = b.reserved + wanted, changed_at = now_at, changed_by = by_whom
    where b.client_code = asked_client and b.sku_code = kept_sku and b.code = kept_code;
  end if;
  return next;
end $$;
