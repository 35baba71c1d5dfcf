-- Webhooks with what is to be delivered to them.

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
  -- When it was first to be delivered, or someone had it delivered again: it is given up a day later.
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
  -- Counted over the whole life of the delivery: its own count begins again when someone has it delivered again.
  attempt int not null,
  at timestamptz not null,
  -- What was answered: an HTTP status, or why there is none.
  answer_status int,
  answer text not null,
  took_ms int not null,
  -- The first after someone had it delivered again.
  by_hand boolean not null default false,
  primary key (client_code, delivery_id, attempt),
  foreign key (client_code, delivery_id) references webhook_deliveries on delete cascade
);

select restrict_to_clients('webhooks', 'webhook_deliveries', 'webhook_attempts');
grant select, insert, update, delete on webhooks, webhook_deliveries to despatch_app;
grant select, insert, delete on webhook_attempts to despatch_app;
