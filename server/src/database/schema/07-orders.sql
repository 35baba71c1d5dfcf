-- Orders, their lines and history, and the commands on them.

create table orders (
  client_code text collate "C" not null references clients,
  order_number text collate "C" not null,
  status text collate "C" not null check (status in ('N', 'R', 'S', 'P', 'K', 'D', 'V', 'C')),
  version int not null default 1,
  source text not null check (source in ('portal', 'feed')),
  ordered_at timestamptz not null,
  dispatch_service text not null check (dispatch_service in ('STANDARD', 'NEXT DAY', 'NAMED DAY')),
  despatch_date date not null,
  customer_account text not null default '',
  customer_first_name text not null default '',
  customer_last_name text not null default '',
  email text not null default '',
  phone text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  address_line_1 text not null default '',
  address_line_2 text not null default '',
  address_line_3 text not null default '',
  address_line_4 text not null default '',
  post_code text not null default '',
  quantity int not null,
  item_count int not null,
  total_value numeric(16, 4) not null,
  currency_code text not null,
  created_at timestamptz not null,
  created_by text not null,
  -- Why an order is suspended, of the list in the domain; empty while it is not.
  suspended_for text not null default '',
  -- The number of an order that another differs from by case alone; null of all that are numbered for themselves.
  case_twin text collate "C",
  -- What each order lacks to be delivered, as a set of bits: domain/src/orders/needs-attention.ts says which, and works them
  -- out. Null where that has not been done yet (a job does it).
  lacks int,
  -- A trade order is outside the law for consumers; consumer unless said.
  is_trade boolean not null default false,
  -- The days on which it was released, despatched and delivered, kept as its status changes: of its first parcel that was
  -- known then, and of the last one's delivery.
  released_on date,
  despatched_on date,
  delivered_on date,
  -- The run of a feed that made it, or brought it back; null of orders of the portal.
  feed_run bigint,
  primary key (client_code, order_number)
);
create index orders_by_postcode on orders (client_code, post_code, ordered_at) where post_code <> '';
create index orders_by_email_in_any_case on orders (client_code, email collate any_case, ordered_at) where email <> '';
create index orders_by_date_and_status on orders (client_code, ordered_at, order_number) include (status);
create index orders_by_status_and_sorts on orders (client_code, status, ordered_at, order_number) include (total_value, quantity, despatch_date);
create unique index orders_any_case on orders (client_code, order_number collate any_case, case_twin) nulls not distinct;
create index orders_that_need_attention on orders (client_code, ordered_at, order_number) where status in ('N', 'R', 'S') and (lacks & case status when 'S' then 127 else 255 end) <> 0;
create index orders_without_carrier on orders (client_code, despatch_date, order_number) where status in ('N', 'R') and (lacks is null or (lacks & 128) <> 0);
create index orders_not_looked_at on orders (client_code, order_number) where status in ('N', 'R', 'S') and lacks is null;
-- Returns that name the customer's account instead of their order.
create index orders_by_account on orders (client_code, customer_account, ordered_at) where customer_account <> '';
-- Orders come in roughly in the order of their days: a summary of each stretch of the table finds those of some days.
create index orders_by_days on orders using brin (released_on, despatched_on, delivered_on, despatch_date)
  with (pages_per_range = 32, autosummarize = on);
-- Orders that something may still be done to, in the order in which they were promised: lists of work begin with the oldest.
create index orders_to_act_on on orders (client_code, despatch_date, order_number) include (status)
  where status in ('N', 'R', 'S');
-- The orders that a file made, and whether all of them are still New.
create index orders_by_feed_run on orders (client_code, feed_run, status) where feed_run is not null;
-- Orders that something may still be done to, by the customer's name as it is shown, in any case; then by postcode and by
-- service. Of open orders alone, so that an order pays for it once, when it is created, and what was despatched has no entry.
create index orders_to_act_on_by_customer
  on orders (client_code, (left(lower(customer_first_name || ' ' || customer_last_name), 30)), order_number) include (status)
  where status in ('N', 'R', 'S');
create index orders_to_act_on_by_postcode on orders (client_code, post_code, order_number) include (status)
  where status in ('N', 'R', 'S');
create index orders_to_act_on_by_service on orders (client_code, dispatch_service, order_number) include (status)
  where status in ('N', 'R', 'S');
-- Orders that the warehouse picks or packs, by despatch day: lists and Home count those whose day is over.
create index orders_in_picking on orders (client_code, despatch_date, order_number) include (status)
  where status in ('P', 'K');

create table order_lines (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  line_number int not null,
  sku_code text collate "C" not null,
  quantity int not null check (quantity > 0),
  unit_value numeric(14, 4) not null,
  total_value numeric(16, 4) not null,
  primary key (client_code, order_number, line_number),
  foreign key (client_code, order_number) references orders,
  foreign key (client_code, sku_code) references skus
);
create index order_lines_by_sku on order_lines (client_code, sku_code, order_number);

create table order_history (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  version int not null,
  at timestamptz not null,
  by_name text not null,
  act text not null,
  status text collate "C" not null,
  note text not null default '',
  changes jsonb not null default '{}',
  primary key (client_code, order_number, version),
  foreign key (client_code, order_number) references orders
);

create table order_counters (
  client_code text collate "C" primary key references clients,
  last_number bigint not null
);

-- What a command made of each order that it named. A command sent again goes on where it broke off: what has its receipt
-- is not done twice. They go after a month.
create table order_receipts (
  client_code text collate "C" not null,
  command_id uuid not null,
  order_number text collate "C" not null,
  user_id bigint not null,
  at timestamptz not null,
  action text collate "C" not null
    check (action in ('release', 'suspend', 'cancel', 'amend', 'choose-carrier', 'rate-again')),
  -- An order that is rated again and keeps its carrier is unchanged: neither done nor refused.
  outcome text collate "C" not null check (outcome in ('done', 'refused', 'unchanged')),
  message text not null,
  -- Of one that was done: what undoing it goes back to, and the version that it has to have still.
  status_before text collate "C",
  suspended_for_before text,
  version_after int,
  undone_at timestamptz,
  -- Of an amendment: what undoing it puts back; see server/src/orders/amend/undo-amendment.ts.
  before jsonb,
  -- SKUs of the order that were short of stock when it was released.
  short_of text[] not null default '{}',
  primary key (client_code, command_id, order_number)
);
create index order_receipts_by_time on order_receipts (at);

-- What each command on orders asked for, so that its id with another body is refused. They go with its receipts, after a month.
create table order_commands (
  user_id bigint not null,
  command_id uuid not null,
  request_hash bytea not null,
  at timestamptz not null,
  primary key (user_id, command_id)
);
create index order_commands_by_time on order_commands (at);

-- The operator's own reference of addresses, for finding one by its postcode.
create table addresses (
  address_id bigint generated always as identity primary key,
  country text not null check (country ~ '^[A-Z]{2}$'),
  postcode text not null,
  address_line_1 text not null,
  address_line_2 text not null default '',
  address_line_3 text not null default '',
  address_line_4 text not null default ''
);
create index addresses_by_postcode on addresses (country, postcode, address_id);

select restrict_to_clients('orders', 'order_lines', 'order_history', 'order_counters', 'order_receipts');
grant select, insert, update, delete on orders, order_lines, order_counters, order_receipts, addresses to despatch_app;
grant select, insert, delete on order_commands to despatch_app;
-- History is only ever added to.
grant select, insert on order_history to despatch_app;
