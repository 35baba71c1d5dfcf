-- Figures of returns and of what went wrong under way, kept as those of orders and parcels are (19-figures.sql).

-- A return as it was (-1) or became (1).
create table return_deltas (
  client_code text collate "C" not null,
  sign smallint not null,
  announced int not null,
  received int not null,
  refunded int not null,
  reason_code text not null,
  ordered_on date not null,
  despatched_on date,
  announced_on date,
  received_on date,
  refunded_on date,
  carrier text not null,
  region text not null
);
create index return_deltas_by_client on return_deltas (client_code);

-- By one split at a time, never by several: 'all', 'reason', 'carrier', 'region', and 'lag', whose value is the weeks that
-- passed until the return was received, and whose day is the first of the month.
create table return_facts (
  client_code text collate "C" not null,
  split text collate "C" not null,
  day date not null,
  value text collate "C" not null,
  ordered_lines int not null default 0,
  ordered_pieces bigint not null default 0,
  despatched_lines int not null default 0,
  despatched_pieces bigint not null default 0,
  announced_lines int not null default 0,
  announced_pieces bigint not null default 0,
  received_lines int not null default 0,
  received_pieces bigint not null default 0,
  refunded_lines int not null default 0,
  refunded_pieces bigint not null default 0,
  primary key (client_code, split, day, value)
);

-- Pieces that were received.
create table return_changes (
  client_code text collate "C" not null,
  version bigint not null,
  changed_at timestamptz not null default now(),
  day date not null,
  received_pieces bigint not null
);
create index return_changes_by_version on return_changes (client_code, version);

-- Pieces that came back, by month.
create table return_months (
  client_code text collate "C" not null,
  month date not null,
  pieces bigint not null,
  primary key (client_code, month)
);

-- By week: Returns Trend Report counts by week, and two years of all clients are two thousand rows of weeks where they are
-- fifteen thousand of days.
create table return_weeks (
  client_code text collate "C" not null,
  split text collate "C" not null,
  value text collate "C" not null,
  -- Its Monday.
  week date not null,
  ordered_lines int not null,
  ordered_pieces bigint not null,
  despatched_lines int not null,
  despatched_pieces bigint not null,
  announced_lines int not null,
  announced_pieces bigint not null,
  received_lines int not null,
  received_pieces bigint not null,
  refunded_lines int not null,
  refunded_pieces bigint not null,
  primary key (client_code, split, value, week)
);

-- What went wrong under way, by the day it happened: events that say so, by carrier and cause. A code that is given another
-- meaning changes its events, and with them the facts.
create table exception_deltas (
  client_code text collate "C" not null,
  day date not null,
  carrier text collate "C" not null,
  state text collate "C" not null,
  reason text collate "C" not null,
  events int not null
);
create index exception_deltas_by_client on exception_deltas (client_code);

create table exception_facts (
  client_code text collate "C" not null,
  day date not null,
  carrier text collate "C" not null,
  state text collate "C" not null,
  reason text collate "C" not null,
  events int not null,
  primary key (client_code, day, carrier, state, reason)
);

create table exception_changes (
  client_code text collate "C" not null,
  version bigint not null,
  changed_at timestamptz not null default now(),
  day date not null,
  carrier text collate "C" not null,
  state text collate "C" not null,
  reason text collate "C" not null,
  events int not null
);
create index exception_changes_by_version on exception_changes (client_code, version);

-- By month.
create table exception_month_facts (
  client_code text collate "C" not null,
  month date not null,
  carrier text collate "C" not null,
  state text collate "C" not null,
  reason text collate "C" not null,
  events int not null,
  primary key (client_code, month, carrier, state, reason)
);

-- Sums of what is folded may be kept by servers: the version of a client's facts says whether these are as they were. It is
-- written by anyone who folds, rebuilds or reckons, one at a time: nobody who changes a record waits for it. Why so:
-- docs/decisions/0110-sums-of-facts-are-kept.md.
create table figure_versions (
  client_code text collate "C" not null,
  facts text collate "C" not null,
  version bigint not null,
  -- Changes of this version and of those before it may be gone: sums of an older one are made again.
  whole_since bigint not null default 0,
  primary key (client_code, facts)
);

-- What of figures a job still has to fill in, of records that were there before their columns.
create table figures_to_fill (name text primary key);

select restrict_to_clients('return_deltas', 'return_facts', 'return_changes', 'return_months', 'return_weeks',
  'exception_deltas', 'exception_facts', 'exception_changes', 'exception_month_facts', 'figure_versions');
grant select, insert, update, delete on return_deltas, return_facts, return_changes, return_months, return_weeks,
  exception_deltas, exception_facts, exception_changes, exception_month_facts, figure_versions to despatch_app;
grant select, delete on figures_to_fill to despatch_app;
