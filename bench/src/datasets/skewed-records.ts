/** Events of parcels: seven in ten have their state, and late ones the exception before it. */
export const EVENTS = `
insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, reason, occurred_at, received_at, description, location)
select client_code, tracking_number, md5(client_code || tracking_number || n)::uuid, carrier, code, said, why, occurred_at,
  occurred_at + interval '5 minutes', 'What the carrier said', 'Hinckley'
from (
  select p.*, h, n, case when n = 1 then p.state when h / 3 % 2 = 0 then 'delivery_failed' else 'delivery_delayed' end as said,
    case when n = 1 then '' else (array['Nobody at home', 'Address not found', 'Damaged', 'Weather', ''])[(1 + h / 5 % 5)::int] end as why,
    case when n = 1 then '060' else '0' || 70 + h / 7 % 9 end as code,
    case when n = 1 then state_at else despatched_at + (24 + n) * interval '1 hour' end as occurred_at
  from (select *, hashtextextended(tracking_number, 0) & 9223372036854775807 as h from parcels where client_code = $1 offset 0) p
  cross join generate_series(1, 3) n
  where (n = 1 and h % 10 < 7) or (n > 1 and delivered_on > promised_date)
) e`

/** Consignments of open orders that are not suspended, in the engine's stored form. */
export const CONSIGNMENTS = `
insert into consignments (client_code, order_number, attempt, number, at, by_name, state, despatch_day, rule_book_version, parcels, consignment,
  usage_seen, carrier, client_method_id, cost, why, since, cause_key)
select client_code, order_number, 1, 1, ordered_at, 'feed', case when lacks = 128 then 'exception' else 'allocated' end, despatch_date, 1, boxes,
  jsonb_build_object('service', dispatch_service, 'country', country, 'region', substring(post_code from '^[A-Z]{1,2}'),
    'despatchDay', despatch_date, 'heldTo', null, 'parcels', (
      select jsonb_agg(jsonb_build_object('weight', 200 + (h / n) % 3000, 'length', 100 + (h / n) % 400, 'volume', 500 + (h / n) % 9000))
      from generate_series(1, boxes) n)),
  '{}', case when lacks = 128 then null else 'EVRI' end, case when lacks = 128 then null else 'EVRI-STD' end,
  case when lacks = 128 then null else 2.68 end, why, case when lacks = 128 then ordered_at end, case when lacks = 128 then md5(why) end
from (
  select *, (1 + h % 10 / 8)::int as boxes, case when lacks = 128
    then 'No carrier takes it: ' || (array['the weight', 'the length', 'the region', 'the service'])[(1 + h / 3 % 4)::int] else '' end as why
  from (
    select *, hashtextextended(order_number, 2) & 9223372036854775807 as h from orders
    where client_code = $1 and status in ('N', 'R', 'P', 'K') offset 0
  ) open
) o`

/** Audit rows of orders created in the portal. */
export const ACTIVITY = `
insert into audit (client_code, at, by_name, act, object, after, request_id)
select client_code, created_at, 'bench.' || lower(client_code), 'order.created', order_number, jsonb_build_object('status', 'N'), ''
from orders where client_code = $1 and source = 'portal' order by created_at`

/** One run of the orders feed a day. */
export const RUNS = `
insert into feed_runs (client_code, run_id, feed, started_at, ended_at, by_name, file_name, mapping, summary) overriding system value
select $1, feed_run, 'orders', min(created_at), min(created_at) + interval '20 seconds', 'bench', 'orders-' || feed_run || '.csv', '',
  jsonb_build_object('read', count(*), 'created', count(*), 'unchanged', 0, 'leftOut', 0, 'refused', 0, 'ordersCreated', count(*),
    'skusCreated', 0, 'leftOutByReason', '{}'::jsonb, 'refusedByReason', '{}'::jsonb, 'noted', '{}'::jsonb)
from orders where client_code = $1 and feed_run is not null group by feed_run order by feed_run`

/** Yesterday's count of each SKU. */
export const COUNTS = `
insert into stock_counts (client_code, sku_code, code, counted_at, pieces, warehouse_available, received_at)
select client_code, sku_code, 'SELLABLE', now() - interval '1 day', n * 7919 % 900, n * 7919 % 900, now() - interval '1 day'
from (select client_code, sku_code, right(sku_code, 5)::int as n from skus where client_code = $1) s order by sku_code`

/** Stock balances. The product's own rebuild is slow while the planner has no statistics of this table, so they are inserted and analyzed first. */
export const BALANCES = `
insert into stock_balances (client_code, sku_code, code) select client_code, sku_code, code from stock_counts where client_code = $1`
