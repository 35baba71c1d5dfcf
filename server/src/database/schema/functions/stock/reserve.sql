-- A reservation in two steps: what it names is looked up while nobody waits; what holds the balance is one statement, which
-- the server sends in one packet with its commit. See decision 0096.

-- What a reservation names, in any case, as the client keeps it; null is what the client has not.
create function find_to_reserve(asked_client text, named_sku text, named_code text, named_order text)
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

-- Reserves pieces of a SKU and code, named as they are kept. Where fewer are available it raises DS422, whose detail says how
-- many, and whether the SKU was never counted.
create function reserve_found(asked_client text, new_id uuid, asked_sku text, asked_code text, wanted int, why text, last_day date,
  for_order text, account text, words text, by_whom text, now_at timestamptz) returns void language plpgsql
set enable_seqscan = off
set enable_sort = off
as $$
declare held record; waiting record; pieces_left bigint;
begin
  for attempt in 1..2 loop
    select b.on_hand, b.available, b.counted_at into held from stock_balances b
    where b.client_code = asked_client and b.sku_code = asked_sku and b.code between asked_code and asked_code
    order by b.code limit 1 for update;
    exit when found;
    perform lock_stock(asked_client, array[asked_sku], array[asked_code]);
  end loop;
  -- What waits to be folded, as of now: whoever folds holds the balance.
  select coalesce(sum(d.moved) filter (where d.at > coalesce(held.counted_at, '-infinity')), 0) as moved,
    coalesce(sum(d.promised), 0) as promised into waiting
  from stock_deltas d where d.client_code = asked_client and d.sku_code = asked_sku and d.code = asked_code;
  pieces_left := held.available + waiting.moved - waiting.promised;
  if pieces_left < wanted then
    raise exception 'fewer pieces are available' using errcode = 'DS422', detail = json_build_object(
      'available', pieces_left, 'isNeverCounted', held.counted_at is null and held.on_hand + waiting.moved <= 0);
  end if;
  insert into stock_reservations (client_code, reservation_id, sku_code, code, pieces, purpose, until_day, held_by,
    order_number, customer_account, note, created_at, amended_at, amended_by)
  values (asked_client, new_id, asked_sku, asked_code, wanted, why, last_day, by_whom, for_order, account, words, now_at, now_at, by_whom);
  insert into stock_reservation_history (client_code, reservation_id, version, at, by_name, act, pieces, until_day, note)
  values (asked_client, new_id, 1, now_at, by_whom, 'Reserved', wanted, last_day, words);
  update stock_balances b set reserved = b.reserved + wanted, changed_at = now_at, changed_by = by_whom
  where b.client_code = asked_client and b.sku_code = asked_sku and b.code = asked_code;
end $$;

-- Both in one statement, which no server of today calls: looks up what a reservation names, in any case, and reserves where
-- that may be and as many pieces are available: then `is_made`. What is named and not there is null; nothing is written then,
-- nor where the order is there already or the caller has found another fault (`is_sound`). `pieces_left` are those that were
-- available before.
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
