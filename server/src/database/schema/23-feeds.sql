-- What feeds keep, and what carriers' codes mean.

create table column_mappings (
  client_code text collate "C" not null references clients,
  feed text not null,
  name text not null,
  mapping jsonb not null,
  primary key (client_code, feed, name)
);

-- Files that were fed: who sent which, when, and how many of its rows were taken. Refused rows themselves are answered to the sender and
-- are not kept.
create table feed_runs (
  client_code text collate "C" not null references clients,
  run_id bigint generated always as identity,
  feed text collate "C" not null,
  started_at timestamptz not null,
  -- Null while it is under way, and of one that was cut off with its server.
  ended_at timestamptz,
  by_name text not null,
  -- As its sender calls it; '' where nobody said.
  file_name text not null,
  -- The column mapping by which it was read; '' without one.
  mapping text not null,
  -- What was done with its rows, as it was answered; null of a file that was refused as a whole.
  summary jsonb,
  -- Why it was refused as a whole, or where it stopped.
  problem text not null default '',
  -- Whether the sender went away before its end.
  is_broken boolean not null default false,
  -- When its orders were cancelled because it should not have been fed.
  taken_back_at timestamptz,
  taken_back_by text not null default '',
  -- When the server that takes the file in last said so: a run without an end of which nothing was heard for minutes was cut
  -- off.
  seen_at timestamptz,
  -- The first refused rows, by line, column and reason, so that the list of runs says which they were. What stands in their
  -- cells is not kept: it may be about a person.
  refused_rows jsonb not null default '[]',
  primary key (client_code, run_id)
);
-- Anyone who feeds every minute has hundreds of thousands: of them those of one feed are listed, and each piece of a file of orders
-- asks whether one was taken back.
create index feed_runs_by_feed on feed_runs (client_code, feed, run_id);
create index feed_runs_taken_back on feed_runs (client_code, run_id) where taken_back_at is not null;

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
  -- so that what someone deletes there stays deleted.
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

select restrict_to_clients('column_mappings', 'feed_runs', 'feed_run_orders', 'event_code_counts');
grant select, insert, update, delete on column_mappings, feed_runs, feed_run_orders, carrier_event_codes to despatch_app;
grant select, insert, update on event_code_counts to despatch_app;
