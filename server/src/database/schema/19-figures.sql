-- Figures by day, week and month, beside the records that they are of. Facts never depend on the present day. Anyone who changes
-- a record appends deltas, what it takes from its old days and what it gives to the new ones; a job folds them into the facts
-- by day, and triggers carry each change of a fact over to weeks and months, in the statement that folds or rebuilds it:
-- those are always the sums of their days. Figures of all clients over years so read hundreds of rows instead of tens of
-- thousands. Days are those of London.
--
-- What a statement adds to facts by day is kept for some minutes as changes, under the version (figure_versions) that the
-- statement made: anyone who keeps sums of some version adds what came since, and reads what a fold wrote instead of years of
-- facts. Why so: docs/decisions/0122-what-a-fold-changed-is-added.md.

-- What orders were placed, released, due, despatched and delivered, by day. Cancelled orders are left out.
create table order_deltas (
  client_code text collate "C" not null,
  day date not null,
  orders int not null,
  pieces bigint not null,
  currency_code text collate "C" not null default '',
  lines int not null default 0,
  value numeric(18, 4) not null default 0,
  released int not null default 0,
  due int not null default 0,
  due_in_time int not null default 0,
  despatched int not null default 0,
  despatched_lines int not null default 0,
  despatched_pieces bigint not null default 0,
  despatched_value numeric(18, 4) not null default 0,
  delivered int not null default 0
);
-- What waits to be folded is few rows in a table that has held many: without the index, each call that asks whether anything
-- waits would read all its pages, as many as a large feed once needed.
create index order_deltas_by_client on order_deltas (client_code);

create table order_facts (
  client_code text collate "C" not null,
  day date not null,
  orders int not null,
  pieces bigint not null,
  currency_code text collate "C" not null default '',
  lines int not null default 0,
  value numeric(18, 4) not null default 0,
  released int not null default 0,
  due int not null default 0,
  due_in_time int not null default 0,
  despatched int not null default 0,
  despatched_lines int not null default 0,
  despatched_pieces bigint not null default 0,
  despatched_value numeric(18, 4) not null default 0,
  delivered int not null default 0,
  primary key (client_code, day, currency_code)
);

create table order_changes (
  client_code text collate "C" not null,
  version bigint not null,
  changed_at timestamptz not null default now(),
  day date not null,
  currency_code text collate "C" not null,
  orders int not null,
  pieces bigint not null,
  lines int not null,
  value numeric(18, 4) not null,
  released int not null,
  due int not null,
  due_in_time int not null,
  despatched int not null,
  despatched_lines int not null,
  despatched_pieces bigint not null,
  despatched_value numeric(18, 4) not null,
  delivered int not null
);
create index order_changes_by_version on order_changes (client_code, version);

-- By month, and what they hold by week.
create table order_month_facts (
  client_code text collate "C" not null,
  month date not null,
  currency_code text collate "C" not null,
  orders int not null,
  pieces bigint not null,
  lines int not null,
  value numeric(18, 4) not null,
  released int not null,
  due int not null,
  due_in_time int not null,
  despatched int not null,
  despatched_lines int not null,
  despatched_pieces bigint not null,
  despatched_value numeric(18, 4) not null,
  delivered int not null,
  primary key (client_code, month, currency_code)
);

create table order_weeks (
  client_code text collate "C" not null,
  week date not null,
  pieces bigint not null,
  primary key (client_code, week)
);

-- Parcels by the day they left, were delivered, and were promised for. A parcel that is not delivered is one that was
-- promised and is neither on time nor late.
create table parcel_deltas (
  client_code text collate "C" not null,
  day date not null,
  carrier text collate "C" not null,
  service text collate "C" not null,
  region text collate "C" not null,
  despatched int not null,
  delivered int not null,
  -- Days from despatch to delivery of those delivered on the day: all together, and how many took at most so many.
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  -- Those without any event.
  silent int not null
);
create index parcel_deltas_by_client on parcel_deltas (client_code);

create table parcel_facts (
  client_code text collate "C" not null,
  day date not null,
  carrier text collate "C" not null,
  service text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null,
  primary key (client_code, day, carrier, service)
);

create table parcel_region_facts (
  client_code text collate "C" not null,
  day date not null,
  carrier text collate "C" not null,
  region text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null,
  primary key (client_code, day, carrier, region)
);

create table parcel_changes (
  client_code text collate "C" not null,
  version bigint not null,
  changed_at timestamptz not null default now(),
  day date not null,
  carrier text collate "C" not null,
  service text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null
);
create index parcel_changes_by_version on parcel_changes (client_code, version);

create table parcel_region_changes (
  client_code text collate "C" not null,
  version bigint not null,
  changed_at timestamptz not null default now(),
  day date not null,
  carrier text collate "C" not null,
  region text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null
);
create index parcel_region_changes_by_version on parcel_region_changes (client_code, version);

-- By month.
create table parcel_month_facts (
  client_code text collate "C" not null,
  month date not null,
  carrier text collate "C" not null,
  service text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null,
  primary key (client_code, month, carrier, service)
);

create table parcel_month_region_facts (
  client_code text collate "C" not null,
  month date not null,
  carrier text collate "C" not null,
  region text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null,
  primary key (client_code, month, carrier, region)
);

-- By month and weekday of each day, Monday 1.
create table parcel_month_weekday_facts (
  client_code text collate "C" not null,
  month date not null,
  weekday smallint not null,
  carrier text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null,
  primary key (client_code, month, weekday, carrier)
);

select restrict_to_clients('order_deltas', 'order_facts', 'order_changes', 'order_month_facts', 'order_weeks', 'parcel_deltas',
  'parcel_facts', 'parcel_region_facts', 'parcel_changes', 'parcel_region_changes', 'parcel_month_facts',
  'parcel_month_region_facts', 'parcel_month_weekday_facts');
grant select, insert, update, delete on order_deltas, order_facts, order_changes, order_month_facts, order_weeks, parcel_deltas,
  parcel_facts, parcel_region_facts, parcel_changes, parcel_region_changes, parcel_month_facts, parcel_month_region_facts,
  parcel_month_weekday_facts to despatch_app;
