-- What is in stock, by client, SKU and allocation code: counts and movements are the records, balances are kept beside them.
-- Whatever changes what is promised or moved appends a delta in its own transaction and waits for nobody; a job folds deltas
-- into balances. Reading adds what is not folded yet.
create table default_allocation_codes (
  code text collate "C" primary key,
  title text not null,
  may_be_promised boolean not null
);
insert into default_allocation_codes values
  ('SELLABLE', 'Sellable', true), ('CHANNEL', 'Reserved for a channel', false), ('QUARANTINE', 'Quarantine', false),
  ('RETURNS', 'Returns', false), ('BONDED', 'Bonded', false);
grant select on default_allocation_codes to despatch_app;

-- A client's own, beside the operator's or instead of one of the same code.
create table allocation_codes (
  client_code text collate "C" not null references clients,
  code text collate "C" not null,
  title text not null,
  may_be_promised boolean not null,
  primary key (client_code, code)
);

create table stock_counts (
  client_code text collate "C" not null,
  sku_code text collate "C" not null,
  code text collate "C" not null,
  -- The count's own moment. Of two counts of one moment the later to come corrects the other.
  counted_at timestamptz not null,
  pieces int not null check (pieces >= 0),
  -- What the warehouse takes for available: kept and compared, never used.
  warehouse_available int not null,
  received_at timestamptz not null,
  primary key (client_code, sku_code, code, counted_at)
);

create table stock_movements (
  client_code text collate "C" not null,
  sku_code text collate "C" not null,
  -- What makes it the same movement when it is told again. A parcel's has none: what is in a parcel is told once.
  movement_key text collate "C",
  code text collate "C" not null,
  kind text collate "C" not null check (kind in ('despatch', 'return', 'goods-in', 'adjustment')),
  -- What it adds to stock; less than 0 where it takes from it.
  pieces int not null check (pieces <> 0),
  at timestamptz not null,
  received_at timestamptz not null,
  -- Told with a day and no time: it counts from when it came in.
  is_uncertain boolean not null default false,
  reason text not null default '',
  -- Of a despatch the tracking number, of a return its reference, else what the sender calls it.
  reference text not null default '',
  order_number text collate "C" not null default '',
  by_name text not null default ''
);
create unique index stock_movements_told on stock_movements (client_code, sku_code, movement_key) where movement_key is not null;
create index stock_movements_by_time on stock_movements (client_code, sku_code, code, at);
-- They come in roughly in the order of their days: a summary of each stretch of the table finds those of a period.
create index stock_movements_by_day on stock_movements using brin (at) with (pages_per_range = 32, autosummarize = on);

create table stock_balances (
  client_code text collate "C" not null,
  sku_code text collate "C" not null,
  code text collate "C" not null,
  on_hand bigint not null default 0,
  reserved bigint not null default 0 check (reserved >= 0),
  promised bigint not null default 0 check (promised >= 0),
  available bigint generated always as (on_hand - reserved - promised) stored,
  -- The newest count; null where there is none.
  counted_at timestamptz,
  counted int,
  warehouse_available int,
  changed_at timestamptz not null default now(),
  changed_by text not null default '',
  primary key (client_code, sku_code, code)
) with (fillfactor = 80);
create index stock_balances_short on stock_balances (client_code, sku_code, code) where available < 0;
create index stock_balances_reserved on stock_balances (client_code, sku_code, code) where reserved > 0;

-- Without an index, so that appending costs a row and no more. It is short, for it is folded every few seconds: whoever reads
-- it does so once for all SKUs that are asked for.
create table stock_deltas (
  client_code text collate "C" not null,
  sku_code text collate "C" not null,
  code text collate "C" not null,
  promised int not null default 0,
  moved int not null default 0,
  -- When it moved: it counts where that is after the newest count.
  at timestamptz
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- What despatched orders wait for still, of which less was sent than was ordered.
create table stock_remains (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  sku_code text collate "C" not null,
  pieces int not null check (pieces > 0),
  primary key (client_code, order_number, sku_code)
);

select restrict_to_clients('allocation_codes', 'stock_counts', 'stock_movements', 'stock_balances', 'stock_deltas', 'stock_remains');
grant select, insert, update, delete on allocation_codes, stock_deltas, stock_remains to despatch_app;
grant select, insert, update on stock_counts, stock_movements, stock_balances to despatch_app;

-- Whether the warehouse's figure no longer holds what is picked: then picking moves stock, and picked orders promise nothing.
create function picked_has_left(asked_client text) returns boolean language sql stable as $$
  select coalesce((select (settings ->> 'pickedHasLeft')::boolean from client_settings where client_code = asked_client), false)
$$;
-- Whether an order of this status promises all that it is of.
create function promises_all(asked_client text, status text) returns boolean language sql stable as $$
  select status in ('N', 'R', 'S') or (status in ('P', 'K') and not picked_has_left(asked_client))
$$;

-- Holds balances until the end of the transaction, in the order of their SKUs; those that are missing are made.
create function lock_stock(asked_client text, skus text[], codes text[]) returns void language plpgsql
set enable_seqscan = off
as $$
begin
  insert into stock_balances (client_code, sku_code, code)
  select asked_client, k.sku_code, k.code
  from (select distinct sku_code collate "C" as sku_code, code collate "C" as code from unnest(skus, codes) as n (sku_code, code)) k
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

-- Reckons what is on hand of balances that are held: the newest count by its moment, and what moved after it. A delta that is
-- not folded yet is taken off: it is added when it is.
create function refresh_on_hand(asked_client text, skus text[], codes text[], now_at timestamptz) returns void language plpgsql
set enable_sort = off
set enable_nestloop = off
as $$
declare places tid[];
begin
  places := array(
    select b.place from unnest(skus, codes) as n (sku_code, code) cross join lateral (
      select ctid as place from stock_balances
      where client_code = asked_client and sku_code = n.sku_code and code between n.code and n.code order by code limit 1
    ) b
  );
  create temp table if not exists reckoned_stock (
    sku_code text collate "C", code text collate "C", counted_at timestamptz, counted int, warehouse_available int, on_hand bigint
  ) on commit drop;
  delete from reckoned_stock;
  insert into reckoned_stock
  with known as materialized (
    select n.sku_code, n.code, c.counted_at, c.pieces, c.warehouse_available, coalesce(c.pieces, 0) + coalesce(m.moved, 0) as on_hand
    from (select distinct sku_code collate "C" as sku_code, code collate "C" as code from unnest(skus, codes) as n (sku_code, code)) n
    left join lateral (
      select counted_at, pieces, warehouse_available from stock_counts s
      where s.client_code = asked_client and s.sku_code = n.sku_code and s.code = n.code order by counted_at desc limit 1
    ) c on true
    left join lateral (
      select sum(s.pieces) as moved from (
        select pieces from stock_movements
        where client_code = asked_client and sku_code = n.sku_code and code between n.code and n.code
          and at > coalesce(c.counted_at, '-infinity')
        order by code, at offset 0
      ) s
    ) m on true
  ), waiting as materialized (
    select k.sku_code, k.code, sum(d.moved) as moved
    from known k join stock_deltas d on d.client_code = asked_client and d.sku_code = k.sku_code and d.code = k.code
    where d.at > coalesce(k.counted_at, '-infinity') group by 1, 2
  )
  select k.sku_code, k.code, k.counted_at, k.pieces, k.warehouse_available, k.on_hand - coalesce(w.moved, 0)
  from known k left join waiting w on w.sku_code = k.sku_code and w.code = k.code;
  perform set_config(scan, 'off', true) from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_indexscan', 'enable_indexonlyscan']) as scan;
  update stock_balances b set on_hand = k.on_hand, counted_at = k.counted_at, counted = k.counted,
    warehouse_available = k.warehouse_available, changed_at = now_at
  from reckoned_stock k
  where b.ctid = any (places) and b.sku_code = k.sku_code and b.code = k.code;
  perform set_config(scan, 'on', true) from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_indexscan', 'enable_indexonlyscan']) as scan;
end $$;

-- Makes balances of SKUs and codes that are counted for the first time, in the order of their SKUs: what is counted, and what
-- moved after it. Answers those that it made; of one that somebody else has made meanwhile nothing is changed.
create function make_counted_balances(asked_client text, skus text[], codes text[], moments timestamptz[], counts int[],
  availables int[], now_at timestamptz)
returns table (made_sku text, made_code text) language sql
set enable_sort = off
set enable_nestloop = off
as $$
  with told as materialized (
    select n.sku_code collate "C" as sku_code, n.code collate "C" as code, n.counted_at, n.pieces, n.available
    from unnest(skus, codes, moments, counts, availables) as n (sku_code, code, counted_at, pieces, available)
  ), waiting as materialized (
    select n.sku_code, n.code, sum(d.moved) as moved
    from told n join stock_deltas d on d.client_code = asked_client and d.sku_code = n.sku_code and d.code = n.code
    where d.at > n.counted_at group by 1, 2
  )
  insert into stock_balances (client_code, sku_code, code, on_hand, counted_at, counted, warehouse_available, changed_at)
  select asked_client, n.sku_code, n.code, n.pieces + coalesce(m.moved, 0) - coalesce(w.moved, 0), n.counted_at, n.pieces, n.available, now_at
  from told n
  left join lateral (
    select sum(s.pieces) as moved from (
      select pieces from stock_movements
      where client_code = asked_client and sku_code = n.sku_code and code between n.code and n.code and at > n.counted_at
      order by code, at offset 0
    ) s
  ) m on true
  left join waiting w on w.sku_code = n.sku_code and w.code = n.code
  order by n.sku_code, n.code
  on conflict do nothing
  returning sku_code, code
$$;

-- Adds movements, rows of {sku_code, movement_key, code, kind, pieces, at, is_uncertain, reason, reference, order_number}, in
-- whatever order they come; one that is there already changes nothing. Answers how many were new.
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
    select asked_client, sku_code, code, sum(pieces), at from new group by sku_code, code, at
  )
  select count(*)::int into added from new;
  return added;
end $$;
