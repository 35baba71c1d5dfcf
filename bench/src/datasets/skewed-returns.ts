import { clientAlone, type TableRows } from './volume-rows.ts'

/** Returns of one in seventeen delivered orders: some wait for a review, some are on their way, most are refunded. */
const RETURNS = `
insert into announced_returns (client_code, return_reference, order_number, announced_key, announced_at, channel, by_name, state, review,
  book_version, saw, parcels, fee, postage, refund_due_on)
select client_code, 'RT' || replace(order_number, '-', ''), order_number, order_number, announced_at, case when h / 3 % 10 = 0 then 'staff' else 'portal' end, '',
  case when review = 'waiting' or announced_at > now() - interval '6 days' then 'announced' when h / 5 % 40 = 0 then 'received' else 'refunded' end,
  review, 1, jsonb_build_object('order', jsonb_build_object('orderNumber', order_number, 'orderedAt', ordered_at, 'country', country,
    'lines', jsonb_build_array(jsonb_build_object('lineNumber', 1, 'quantity', 1))), 'asked', '[]'::jsonb, 'facts', '{}'::jsonb),
  '[]', 0, 0, case when review = 'none' and announced_at <= now() - interval '6 days' and h / 5 % 40 = 0 then announced_at::date + 20 end
from (
  select o.*, least(delivered_on + (1 + h / 7 % 20) * interval '1 day' + interval '9 hours' + (h / 11 % 30000) * interval '1 second', now()) as announced_at,
    case when h / 13 % 250 = 0 then 'waiting' when h / 13 % 20 = 1 then 'allowed' else 'none' end as review
  from (select *, hashtextextended(order_number, 1) & 9223372036854775807 as h from orders where client_code = $1 and status = 'V' offset 0) o
  where h % 17 = 0
) r`

/** Each return is of the order's first line. */
const LINES = `
insert into announced_lines (client_code, return_reference, line_number, order_number, sku_code, quantity, reason_code, comment, resolution,
  answer, text, destination, announced, received, restocked, refunded)
select r.client_code, r.return_reference, 1, r.order_number, l.sku_code, 1,
  (array['MIND', 'DAMAGED', 'SMALL', 'LARGE', 'LATE', 'WRONG'])[(1 + abs(hashtext(r.order_number)::bigint) % 6)::int],
  '', 'refund', case when r.review = 'none' then 'allowed' else 'review' end, 'You can send it back.', 'returns-centre',
  (r.state = 'announced')::int, (r.state = 'received')::int, (r.state = 'refunded')::int, (r.state = 'refunded')::int
from announced_returns r join order_lines l on l.client_code = r.client_code and l.order_number = r.order_number and l.line_number = 1
where r.client_code = $1`

const EVENTS = `
insert into return_events (client_code, order_number, event_key, return_reference, sku_code, quantity, state, reason_code, source, occurred_at, received_at)
select r.client_code, r.order_number, md5(r.return_reference || e.state)::uuid, r.return_reference, l.sku_code, 1, e.state, l.reason_code, 'portal', at, at
from announced_returns r join announced_lines l using (client_code, return_reference)
cross join lateral (values ('announced', r.announced_at), ('received', r.announced_at + interval '4 days'),
  ('refunded', r.announced_at + interval '5 days')) e (state, at)
where r.client_code = $1 and (e.state = 'announced' or r.state = 'refunded' or r.state = e.state)`

const RETURNED = `
insert into return_lines (client_code, order_number, return_reference, sku_code, state, quantity, announced, received, refunded,
  surplus, reason_code, ordered_on, despatched_on, announced_on, received_on, refunded_on, carrier, region)
select r.client_code, r.order_number, r.return_reference, l.sku_code, r.state, 1, 1, (r.state <> 'announced')::int, (r.state = 'refunded')::int, 0,
  l.reason_code, london_day(o.ordered_at), o.despatched_on, london_day(r.announced_at),
  case when r.state <> 'announced' then london_day(r.announced_at + interval '4 days') end,
  case when r.state = 'refunded' then london_day(r.announced_at + interval '5 days') end, coalesce(p.carrier, ''), coalesce(p.region, '')
from announced_returns r join announced_lines l using (client_code, return_reference)
join orders o on o.client_code = r.client_code and o.order_number = r.order_number
left join parcels p on p.client_code = r.client_code and p.order_number = r.order_number
where r.client_code = $1`

/** Tables of returns, in the order in which they are filled. */
export const RETURN_TABLES: readonly TableRows[] = [
  { table: 'announced_returns', perOrder: 0.055, sql: () => RETURNS, values: clientAlone },
  { table: 'announced_lines', perOrder: 0.055, sql: () => LINES, values: clientAlone },
  { table: 'return_events', perOrder: 0.16, sql: () => EVENTS, values: clientAlone },
  { table: 'return_lines', perOrder: 0.055, sql: () => RETURNED, values: clientAlone },
]
