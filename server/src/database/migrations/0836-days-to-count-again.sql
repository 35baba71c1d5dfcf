-- Figures by day are counted again from the records of a day, once a change has marked it: see src/figures/README.md.

-- A day of a client whose figures of a kind are to be counted again. Rows are appended, also where one is there already, so that
-- nobody waits for anybody; counting deletes them.
create table stale_days (
  kind text collate "C" not null,
  client_code text collate "C" not null,
  day date not null,
  marked_at timestamptz not null default now()
)
-- It holds few rows and changes all the time.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_insert_threshold = -1,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
create index stale_days_by_client on stale_days (kind, client_code, day);
select restrict_to_clients('stale_days');
grant select, insert, delete on stale_days to despatch_app;

-- What was not folded yet is counted again. Figures of parcels get their region, and those of lags their day: all days of both.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
insert into stale_days (kind, client_code, day) select distinct 'order', client_code, day from order_deltas;
insert into stale_days (kind, client_code, day) select distinct 'exception', client_code, day from exception_deltas;
insert into stale_days (kind, client_code, day)
select 'parcel', client_code, day from parcel_facts union select 'parcel', client_code, day from parcel_deltas;
insert into stale_days (kind, client_code, day)
select 'return', client_code, day from return_facts where split <> 'lag'
union select 'return', d.client_code, day from return_deltas d
  cross join lateral (values (ordered_on), (despatched_on), (announced_on), (received_on), (refunded_on)) as days (day)
  where day is not null;

-- With what kept the figures before. This update stops all servers of the version before: they write to what goes here.
drop view if exists order_record_facts, order_known_facts, parcel_record_facts, parcel_known_facts, parcel_known_region_facts,
  exception_record_facts, exception_known_facts, return_delta_facts, return_line_facts, return_known_facts, returned_by_day,
  returned_not_folded, returned_known, returned_lately;
drop function if exists append_order_deltas(), append_order_changes(), append_parcel_deltas(), append_parcel_changes(),
  append_parcel_losses(), append_exceptions(), append_return_deltas(), keep_order_month_facts(), keep_order_weeks(),
  keep_parcel_month_facts(), keep_parcel_month_region_facts(), keep_parcel_month_weekday_facts(), keep_exception_month_facts(),
  keep_return_months(), keep_return_weeks(), keep_figure_changes(), raise_figure_version() cascade;
drop function if exists order_fact_rows(text, timestamptz, date, date, date, date, int, int, numeric),
  parcel_fact_rows(timestamptz, date, date, text), return_fact_rows(return_deltas), forget_figure_changes(interval),
  fold_order_deltas(int), fold_parcel_deltas(int), fold_exception_deltas(int), fold_return_deltas(int), rebuild_order_facts(),
  rebuild_parcel_facts(), rebuild_exception_facts(), rebuild_return_facts(), wrong_order_facts(), wrong_order_days_and_months(),
  wrong_order_periods(), wrong_parcel_facts(), wrong_parcel_days_and_months(), wrong_exception_facts(),
  wrong_exception_days_and_months(), wrong_return_facts(), wrong_return_days_and_months(), wrong_return_periods(),
  rest_now_and_then(), changed_facts(text), week_of(date), keep_billing_months() cascade;
drop table order_deltas, order_changes, order_month_facts, order_weeks, parcel_deltas, parcel_changes, parcel_region_changes,
  parcel_facts, parcel_region_facts, parcel_month_facts, parcel_month_region_facts, parcel_month_weekday_facts, exception_deltas,
  exception_changes, exception_month_facts, return_deltas, return_changes, return_months, return_weeks, figure_versions, billing_months;

delete from return_facts where split = 'lag';
-- Folding left days on which nothing was counted any more.
delete from order_facts where (orders, released, due, despatched, delivered) = (0, 0, 0, 0, 0);
delete from exception_facts where events = 0;

-- Parcels by the day they left, were delivered, and were promised for. A parcel that is not delivered is one that was promised and is
-- neither on time nor late.
create table parcel_region_facts (
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
  silent int not null,
  primary key (client_code, day, carrier, service, region)
);

-- The same of all regions together: a tenth of the rows, which answer whatever is not narrowed by region.
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
-- Those by region of whole months: of all clients over years a twentieth of the rows.
create table parcel_region_months (
  client_code text collate "C" not null,
  -- Its first day.
  month date not null,
  carrier text collate "C" not null,
  service text collate "C" not null,
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
  primary key (client_code, month, carrier, service, region)
);
select restrict_to_clients('parcel_facts', 'parcel_region_facts', 'parcel_region_months');
grant select, insert, update, delete on parcel_facts, parcel_region_facts, parcel_region_months to despatch_app;
