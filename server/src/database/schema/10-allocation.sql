-- The consignments of each order, decision by decision, and how many parcels carriers have been given for each day.

create table consignments (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  -- Counted from 1: each time an order is allocated is another attempt.
  attempt int not null,
  number int not null,
  at timestamptz not null,
  by_name text not null,
  state text collate "C" not null check (state in ('allocated', 'exception', 'given-back', 'superseded')),
  ended_at timestamptz,
  despatch_day date not null,
  rule_book_version int not null,
  parcels int not null,
  -- What was decided on: the engine run on it again, with that version and what it saw, gives the same decision.
  consignment jsonb not null,
  usage_seen jsonb not null,
  -- Why an order has no plan.
  conflict jsonb,
  -- What was chosen; null is a routing exception.
  carrier text collate "C",
  client_method_id text collate "C",
  cost numeric(16, 4),
  -- Of a routing exception, in words.
  why text not null default '',
  -- A method that someone chose by hand: domain/src/routing/allocation/by-hand.ts says what is kept of a choice. The
  -- consignment itself stays as it was planned.
  by_hand jsonb,
  -- The cheapest method that it did not get because the carrier was full, with its price on that day.
  passed_over jsonb,
  -- Of a routing exception: since when the order has had no carrier, whatever was tried in between, and the key of its cause.
  since timestamptz,
  cause_key text collate "C",
  primary key (client_code, order_number, attempt, number),
  foreign key (client_code, order_number) references orders
);
-- Those that stand, in the order of despatch.
create index consignments_by_day on consignments (client_code, despatch_day, order_number, number) where ended_at is null;
create index consignments_without_method on consignments (client_code, at) where client_method_id is null;
-- What Home counts: routing exceptions that are open.
create index consignments_open_without_method on consignments (client_code, order_number)
  where client_method_id is null and ended_at is null;
create index consignments_passed_over on consignments (client_code, despatch_day)
  where passed_over is not null and ended_at is null;
-- Open routing exceptions by cause, those that have waited longest first.
create index consignments_open_by_cause on consignments (client_code, cause_key, since)
  where client_method_id is null and ended_at is null;

-- Parcels of a client that a carrier has been given for a day.
create table capacity_usage (
  client_code text collate "C" not null references clients,
  carrier text collate "C" not null,
  despatch_day date not null,
  parcels int not null check (parcels >= 0),
  -- An order asks for all carriers of its day, and of those after it.
  primary key (client_code, despatch_day, carrier)
);

-- What-ifs: a draft of a client's rule book, tried on its real consignments. They go after a week.
create table what_ifs (
  client_code text collate "C" not null references clients,
  what_if_id uuid not null,
  user_id bigint not null,
  at timestamptz not null,
  draft jsonb not null,
  -- The items of the rule book as the draft would have them.
  changes jsonb not null,
  rule_book_version int not null,
  days int not null,
  -- The first day of despatch that is tried.
  since date not null,
  status text collate "C" not null default 'NotStarted' check (status in ('NotStarted', 'Running', 'Succeeded', 'Failed', 'Cancelled')),
  -- Counted up each time that it begins, so that a run that was taken for dead cannot write into the next.
  run int not null default 0,
  done int not null default 0,
  total int not null default 0,
  summary jsonb,
  error text not null default '',
  primary key (client_code, what_if_id)
);
create index what_ifs_by_age on what_ifs (at);

-- The consignments that would travel otherwise. Each side keeps what it saw, so that it can be decided again and explained.
create table what_if_moves (
  client_code text collate "C" not null,
  what_if_id uuid not null,
  run int not null,
  position int not null,
  order_number text collate "C" not null,
  number int not null,
  despatch_day date not null,
  -- Methods; null is a routing exception.
  from_method text collate "C",
  to_method text collate "C",
  cost_before numeric(16, 4) not null,
  cost_after numeric(16, 4) not null,
  -- null is the same as after. An order that has no plan is a consignment without parcels.
  consignment_before jsonb,
  consignment_after jsonb not null,
  usage_before jsonb not null,
  usage_after jsonb not null,
  -- The version of the rule book that what stood was decided by; null where that is not known.
  rule_book_version_before int,
  primary key (client_code, what_if_id, run, position),
  foreign key (client_code, what_if_id) references what_ifs on delete cascade
);

select restrict_to_clients('consignments', 'capacity_usage', 'what_ifs', 'what_if_moves');
grant select, insert, update, delete on what_ifs, what_if_moves to despatch_app;
grant select, insert, update on capacity_usage to despatch_app;
-- What was decided never changes: a consignment only ends.
grant select, insert, update (state, ended_at) on consignments to despatch_app;
