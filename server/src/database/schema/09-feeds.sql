-- What feeds keep, what carriers' codes mean, and webhooks with what is to be told to them.

create table column_mappings (
  client_code text collate "C" not null references clients,
  feed text not null,
  name text not null,
  mapping jsonb not null,
  primary key (client_code, feed, name)
);

-- What a run of a feed has seen of each order, for files whose orders stand in several places. Rows live as long as
-- their run; nothing is lost with them, so they are not logged.
create unlogged table feed_run_orders (
  client_code text collate "C" not null,
  run_id uuid not null,
  order_number text collate "C" not null,
  rows int not null,
  refused_line int,
  started_at timestamptz not null default now(),
  -- When the order was placed, where it is still to be despatched: such orders are allocated in this order, a page at a time.
  to_go_at timestamptz,
  primary key (client_code, run_id, order_number)
);
create index feed_run_orders_to_go on feed_run_orders (client_code, run_id, to_go_at, order_number) where to_go_at is not null;

-- What a carrier's code means. No client's: a carrier says the same to all.
create table carrier_event_codes (
  carrier text collate "C" not null,
  code text collate "C" not null,
  state text collate "C" not null,
  reason text not null default '',
  description text not null default '',
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null,
  -- What was said of a carrier's codes under another spelling of it is carried over to its code, once: to which codes it was,
  -- so that what somebody deletes there stays deleted.
  carried_to text[] not null default '{}',
  primary key (carrier, code)
);

-- How often each code came, the unknown ones too.
create table event_code_counts (
  client_code text collate "C" not null references clients,
  carrier text collate "C" not null,
  code text collate "C" not null,
  events bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- What the carrier said with it last.
  description text not null default '',
  primary key (client_code, carrier, code)
);

create table webhooks (
  client_code text collate "C" not null references clients,
  webhook_id bigint generated always as identity,
  name text not null,
  url text not null,
  -- Sealed with the portal's key: deliveries are signed with it.
  secret bytea not null,
  -- 'order.created', 'parcel.delivered' …
  events text[] not null,
  active boolean not null default true,
  -- Why the portal itself switched it off; empty where it did not.
  off_reason text not null default '',
  version int not null default 1,
  -- A delivery is on its way, at most until then: one at a time.
  busy_until timestamptz,
  -- The last one was not taken, and the receiver is left alone until then.
  resting_until timestamptz,
  -- Since when no delivery has been taken; null where the last one was.
  failing_since timestamptz,
  last_delivered_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  -- The secret before, which deliveries are signed with as well until then: a receiver changes to the new one meanwhile.
  old_secret bytea,
  old_secret_until timestamptz,
  primary key (client_code, webhook_id)
);
create unique index webhooks_by_name on webhooks (client_code, lower(name));

create table webhook_deliveries (
  client_code text collate "C" not null,
  delivery_id bigint generated always as identity,
  webhook_id bigint not null,
  -- The same when it is delivered again.
  event_id uuid not null,
  event text not null,
  at timestamptz not null,
  payload jsonb not null,
  status text collate "C" not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  -- When it was first to be delivered, or was told to be again: it is given up a day later.
  queued_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  -- What was answered the last time: an HTTP status, or why there is none.
  answer_status int,
  answer text not null default '',
  took_ms int,
  primary key (client_code, delivery_id),
  foreign key (client_code, webhook_id) references webhooks on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (client_code, webhook_id, next_attempt_at, delivery_id)
  where status = 'waiting';
create index webhook_deliveries_by_webhook on webhook_deliveries (client_code, webhook_id, delivery_id);
create index webhook_deliveries_by_status on webhook_deliveries (client_code, webhook_id, status, delivery_id);
create index webhook_deliveries_by_time on webhook_deliveries (queued_at);

-- Each try of a delivery, which itself knows of the last one alone.
create table webhook_attempts (
  client_code text collate "C" not null,
  delivery_id bigint not null,
  -- Counted over the whole life of the delivery: its own count begins anew when somebody has it delivered again.
  attempt int not null,
  at timestamptz not null,
  -- What was answered: an HTTP status, or why there is none.
  answer_status int,
  answer text not null,
  took_ms int not null,
  -- The first after somebody had it delivered again.
  by_hand boolean not null default false,
  primary key (client_code, delivery_id, attempt),
  foreign key (client_code, delivery_id) references webhook_deliveries on delete cascade
);
