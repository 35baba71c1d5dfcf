-- What waits, counted as it changes: open orders by what they may be narrowed to and in the built-in views, and routing
-- exceptions by cause. Who changes a record appends what its change adds and takes away; nobody waits for a total. A job
-- folds it, and reading adds what is not folded yet. Why so: docs/decisions/0073-counts-of-what-waits.md.

-- Totals. `facet` says what of an order `value` is; `day` is '-infinity' where no day matters, and of days that are long over.
create table work_counts (
  client_code text collate "C" not null,
  facet text collate "C" not null,
  value text collate "C" not null,
  day date not null,
  orders int not null,
  -- Of these, how many are New.
  new_orders int not null,
  amount numeric(18, 4) not null,
  primary key (client_code, facet, value, day)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create table work_deltas (
  client_code text collate "C" not null,
  facet text collate "C" not null,
  value text collate "C" not null,
  day date not null default '-infinity',
  orders int not null,
  new_orders int not null default 0,
  amount numeric(18, 4) not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Orders that became alike or ceased to be: a row for all facets of theirs, so that taking in an order writes one.
create table work_order_deltas (
  client_code text collate "C" not null,
  orders int not null,
  -- Of these, how many have no consignment though they lack a carrier.
  untried int not null default 0,
  status text collate "C" not null,
  dispatch_service text collate "C" not null,
  country text collate "C" not null,
  region text collate "C" not null,
  source text collate "C" not null,
  suspended_for text collate "C" not null,
  despatch_date date not null,
  lacks int
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- What is made of counts may be kept by servers, client by client: `work_stamps` says whether they are as they were. It is
-- the version of what is folded, which are the rows here, and the version of the rule book, whose names are shown with them.
-- A version is written by anyone who folds, tidies or rebuilds, one at a time: nobody who changes an order waits for it. Why so:
-- docs/decisions/0102-answers-kept-by-stamp.md.
create table work_versions (
  client_code text collate "C" primary key,
  version bigint not null
);

select restrict_to_clients('work_counts', 'work_deltas', 'work_order_deltas', 'work_versions');
grant select, insert, update, delete on work_counts, work_deltas, work_order_deltas, work_versions to despatch_app;

-- What the functions that count take: tags and assignees of orders that were set (1) or taken away (-1), and consignments that
-- became current (1) or ceased to be (-1).
create type noted_order as (n int, client_code text, order_number text, value text);
create type moved_consignment as (
  n int, client_code text, order_number text, despatch_day date, carrier text, client_method_id text, cause_key text, cost numeric,
  passed_over jsonb
);
