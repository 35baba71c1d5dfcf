-- Files that were fed: who sent which, when, and what became of its rows. Refused rows themselves are answered to the sender and
-- are not kept.
create table feed_runs (
  client_code text collate "C" not null references clients,
  run_id bigint generated always as identity,
  feed text collate "C" not null,
  started_at timestamptz not null,
  -- Null while it is under way, and of one whose server was killed.
  ended_at timestamptz,
  by_name text not null,
  -- As its sender calls it; '' where nobody said.
  file_name text not null,
  -- The column mapping by which it was read; '' without one.
  mapping text not null,
  -- What became of its rows, as it was answered; null of a file that was refused as a whole.
  summary jsonb,
  -- Why it was refused as a whole, or where it stopped.
  problem text not null default '',
  -- Whether the sender went away before its end.
  is_broken boolean not null default false,
  -- When its orders were cancelled because it should not have been fed.
  taken_back_at timestamptz,
  taken_back_by text not null default '',
  primary key (client_code, run_id)
);
-- Whoever feeds every minute has hundreds of thousands: of them those of one feed are listed, and each piece of a file of orders
-- asks whether one was taken back.
create index feed_runs_by_feed on feed_runs (client_code, feed, run_id);
create index feed_runs_taken_back on feed_runs (client_code, run_id) where taken_back_at is not null;

select restrict_to_clients('feed_runs');
grant select, insert, update, delete on feed_runs to despatch_app;

-- The run that made an order, or brought it back; null of orders of the portal, and of before.
alter table orders add column feed_run bigint;
