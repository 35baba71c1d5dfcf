-- Deltas that are not folded yet.
create or replace view work_not_folded with (security_invoker = true) as
select client_code, facet, value, day, orders, new_orders, amount from work_deltas
union all
select d.client_code, f.facet, f.value, f.day, d.orders, case when d.status = 'N' then d.orders else 0 end, 0
from work_order_deltas d
cross join lateral work_facets(d.status, d.dispatch_service, d.country, d.region, d.source, d.suspended_for, d.despatch_date, d.lacks) f
where f.facet is not null
union all
select client_code, 'untried', '', despatch_date, untried, 0, 0 from work_order_deltas where untried <> 0;

-- Counts plus deltas.
create or replace view known_work with (security_invoker = true) as
select client_code, facet, value, day, orders, new_orders, amount from work_counts
union all
select * from work_not_folded;

-- The counts according to the records. Counts plus deltas must equal them.
create or replace view work_of_records with (security_invoker = true) as
with open as (
  select * from orders where status in ('N', 'R', 'S')
), standing as (
  select c.client_code, c.order_number, c.carrier, c.client_method_id, c.despatch_day, c.cause_key, c.cost, c.passed_over, o.status
  from consignments c join orders o using (client_code, order_number) where c.ended_at is null
)
select o.client_code, f.facet, f.value, f.day, 1 as orders, (o.status = 'N')::int as new_orders, 0.0 as amount
from open o cross join lateral work_facets(o.status, o.dispatch_service, o.country, work_region(o.country, o.post_code), o.source,
  o.suspended_for, o.despatch_date, o.lacks) f
where f.facet is not null
union all
select o.client_code, 'untried', '', o.despatch_date, 1, 0, 0 from open o
where lacks_carrier(o.status, o.lacks) and not exists (
  select from consignments c where c.client_code = o.client_code and c.order_number = o.order_number and c.ended_at is null
)
union all
select client_code, facet, value, '-infinity', 1, (status = 'N')::int, 0 from (
  select client_code, order_number, status, 'carrier' as facet, carrier as value from standing where carrier is not null
  union
  select client_code, order_number, status, 'method', client_method_id from standing where client_method_id is not null
) taken where status in ('N', 'R', 'S')
union all
select client_code, 'exception', '', despatch_day, 1, 0, 0 from standing where client_method_id is null and status in ('N', 'R')
union all
select client_code, 'cause', cause_key, min(despatch_day), 1, 0, 0 from standing
where client_method_id is null and cause_key is not null and status in ('N', 'R')
group by client_code, order_number, cause_key
union all
select client_code, 'passedOver', passed_over ->> 'clientMethodID', despatch_day, 1, 0,
  sum(cost - (passed_over ->> 'cost')::numeric)
from standing where passed_over is not null and status in ('N', 'R')
group by client_code, order_number, passed_over ->> 'clientMethodID', despatch_day
union all
select client_code, 'tag', tag collate "C", '-infinity', 1, (status = 'N')::int, 0
from open join order_tags using (client_code, order_number)
union all
select client_code, 'assignee', user_id::text, '-infinity', 1, (status = 'N')::int, 0
from open join order_assignees using (client_code, order_number);

-- A stamp for each client that changes with its counts, so that servers can cache them. A delta is identified by its position and
-- the transaction that wrote it.
create or replace view work_stamps with (security_invoker = true) as
select client_code, concat_ws(' ', max(version), max(book), sum(deltas), bit_xor(mark)) as stamp from (
  select client_code, version, 0 as book, 0 as deltas, 0::bigint as mark from work_versions
  union all
  select client_code, 0, version, 0, 0 from rule_book_heads
  union all
  select client_code, 0, 0, 1, hashtextextended('d' || xmin::text || ctid::text, 0) from work_deltas
  union all
  select client_code, 0, 0, 1, hashtextextended('o' || xmin::text || ctid::text, 0) from work_order_deltas
) told
group by client_code;

grant select on work_not_folded, known_work, work_of_records, work_stamps to despatch_app;
