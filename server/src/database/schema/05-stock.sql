-- What is in stock, by client, SKU and allocation code: counts and movements are the records, balances are kept beside them.
-- Whatever changes what is promised or moved appends a delta in its own transaction and waits for nobody; a job folds deltas
-- into balances. Reading adds what is not folded yet.

-- The newest count of a SKU alone. Counts and balances took its place, and nothing reads it any more.
create table stock_levels (
  client_code text collate "C" not null,
  sku_code text collate "C" not null,
  type text not null default '',
  stock_on_hand int not null,
  available_stock int not null,
  -- The count's own instant: an older one changes nothing.
  as_of timestamptz not null,
  received_at timestamptz not null,
  primary key (client_code, sku_code),
  foreign key (client_code, sku_code) references skus
);

-- The operator's allocation codes.
create table default_allocation_codes (
  code text collate "C" primary key,
  title text not null,
  may_be_promised boolean not null
);

insert into default_allocation_codes values
  ('SELLABLE', 'Sellable', true), ('CHANNEL', 'Reserved for a channel', false), ('QUARANTINE', 'Quarantine', false),
  ('RETURNS', 'Returns', false), ('BONDED', 'Bonded', false);

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
  -- What makes it the same movement when it is reported again. A parcel's has none: what is in a parcel is reported once.
  movement_key text collate "C",
  code text collate "C" not null,
  kind text collate "C" not null check (kind in ('despatch', 'return', 'goods-in', 'adjustment')),
  -- What it adds to stock; less than 0 where it takes from it.
  pieces int not null check (pieces <> 0),
  at timestamptz not null,
  received_at timestamptz not null,
  -- Reported with a day and no time: it counts from when it came in.
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
-- What has left the stock for an order.
create index stock_movements_by_order on stock_movements (client_code, order_number)
  where kind = 'despatch' and order_number <> '';

-- What counts and movements come to, and what is promised and reserved of it: kept beside the records, checked against them
-- and rebuilt from them.
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
  -- Whether it is short, and whether of it something is reserved, as columns of their own: indexes of them let a balance
  -- change in place (HOT), as long as neither answer changes. An index whose condition read `available` or `reserved` itself
  -- would have every change of a balance write all its indexes. A trigger keeps them.
  is_short boolean not null default false,
  is_reserved boolean not null default false,
  primary key (client_code, sku_code, code)
) with (fillfactor = 80);
-- What is short, in the order of its list.
create index stock_balances_that_are_short on stock_balances (client_code, sku_code, code) where is_short;
-- What is reserved, in the order of its list.
create index stock_balances_with_reserved on stock_balances (client_code, sku_code, code) where is_reserved;

-- What is on hand of a SKU, all allocation codes together, for lists in that order: to add it up for each page takes most of
-- their time. No index has that order: it would cost each new row as much as all the rest of this. Triggers on balances add
-- what each statement changes: two who change different codes of a SKU add to the same row. It is locked after balances, in the
-- order of SKUs. Why so: docs/decisions/0129-on-hand-of-skus-is-kept.md.
create table sku_stock (
  client_code text collate "C" not null,
  sku_code text collate "C" not null,
  on_hand bigint not null,
  -- How many of its codes someone has counted: of none nothing is known.
  counted int not null,
  primary key (client_code, sku_code)
) with (fillfactor = 90);

-- Without an index, so that appending costs a row and no more. It is short, for it is folded every few seconds: anyone who reads
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

-- Stock that is kept for a purpose until a day. Orders that a reservation is for draw it down: what is reserved becomes
-- promised in the transaction of the order, and what is cancelled is given back while the reservation lives.
create table stock_reservations (
  client_code text collate "C" not null,
  reservation_id uuid not null,
  sku_code text collate "C" not null,
  code text collate "C" not null,
  pieces int not null check (pieces > 0),
  drawn int not null default 0,
  purpose text collate "C" not null check (purpose in ('promotion', 'wholesale', 'channel', 'quality', 'order')),
  -- The last day on which it lives.
  until_day date not null,
  held_by text not null,
  -- The order, or the customer's account, whose orders draw it down; '' is none.
  order_number text collate "C" not null default '',
  customer_account text not null default '',
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null,
  amended_at timestamptz not null,
  amended_by text not null,
  ended_at timestamptz,
  ended_as text collate "C" not null default '' check (ended_as in ('', 'released', 'expired')),
  primary key (client_code, reservation_id),
  constraint stock_reservations_drawn check (drawn between 0 and pieces)
);
create index stock_reservations_by_sku on stock_reservations (client_code, sku_code, code, until_day);
create index stock_reservations_to_draw on stock_reservations (client_code, sku_code)
  where ended_at is null and (order_number <> '' or customer_account <> '');
create index stock_reservations_to_end on stock_reservations (client_code, until_day) where ended_at is null;

-- What each order has drawn of a reservation.
create table stock_reservation_draws (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  reservation_id uuid not null,
  pieces int not null check (pieces > 0),
  primary key (client_code, order_number, reservation_id)
);

create table stock_reservation_history (
  client_code text collate "C" not null,
  reservation_id uuid not null,
  version int not null,
  at timestamptz not null,
  by_name text not null,
  act text not null,
  pieces int not null,
  until_day date not null,
  note text not null default '',
  primary key (client_code, reservation_id, version)
);

-- The boxes that SKUs had until they changed, as {box: pieces in one kit}: of one that was no kit, itself.
create table former_boxes (
  client_code text collate "C" not null,
  sku_code text collate "C" not null,
  changed_at timestamptz not null,
  boxes jsonb not null,
  primary key (client_code, sku_code, changed_at)
);

select restrict_to_clients('former_boxes', 'stock_levels', 'allocation_codes', 'stock_counts', 'stock_movements', 'stock_balances', 'sku_stock',
  'stock_deltas', 'stock_remains', 'stock_reservations', 'stock_reservation_draws', 'stock_reservation_history');
grant select, insert, update, delete on allocation_codes, stock_deltas, stock_remains, stock_reservation_draws to despatch_app;
grant select, insert, update on stock_levels, stock_counts, stock_movements, stock_balances, sku_stock, stock_reservations
  to despatch_app;
grant select, insert on stock_reservation_history, former_boxes to despatch_app;
grant select on default_allocation_codes to despatch_app;
