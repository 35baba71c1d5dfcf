-- Routing exceptions of orders that left New and Released are counted no longer: what is counted of them is taken away.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
insert into work_deltas (client_code, facet, value, day, orders)
with sent as materialized (
  select c.client_code, c.order_number, c.despatch_day, c.cause_key
  from consignments c join orders o on o.client_code = c.client_code and o.order_number = c.order_number
  where c.client_method_id is null and c.ended_at is null and o.status not in ('N', 'R')
)
select client_code, 'exception', '', despatch_day, -count(*) from sent group by client_code, despatch_day
union all
select client_code, 'cause', cause_key, day, -count(*) from (
  select client_code, cause_key, min(despatch_day) as day from sent where cause_key is not null group by client_code, order_number, cause_key
) of_orders group by client_code, cause_key, day;
select set_config('app.clients', '', true);
