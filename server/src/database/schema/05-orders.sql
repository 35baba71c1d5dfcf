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
  -- out. Null where that has not been done yet (a job does it for orders of before).
  lacks int,
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
  action text collate "C" not null check (action in ('release', 'suspend', 'cancel', 'amend')),
  outcome text collate "C" not null check (outcome in ('done', 'refused')),
  message text not null,
  -- Of one that was done: what undoing it goes back to, and the version that it has to have still.
  status_before text collate "C",
  suspended_for_before text,
  version_after int,
  undone_at timestamptz,
  -- Of an amendment: what undoing it puts back; see server/src/orders/amend/undo-amendment.ts.
  before jsonb,
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
