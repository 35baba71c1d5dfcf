import type { SuspendReason } from '@despatch/domain/orders/commands/reasons'

// Statements that create orders from a copied chunk; $1 is always the client.

/**
 * Counts the rows of each order in this run, and notes orders to be allocated. Returns orders with rows in earlier
 * chunks. $2 run, $3 first despatch day to allocate.
 */
export const NOTE_ORDERS = `
with noted as (
  insert into feed_run_orders as r (client_code, run_id, order_number, rows, refused_line, is_day_open, to_go_at)
  select $1, $2, order_number, seen, refused_line, coalesce(not is_day_given, false),
    case when is_taken and status = 'N' and despatch_date >= $3 then ordered_at end
  from feed_orders order by order_number
  on conflict (client_code, run_id, order_number)
    do update set rows = r.rows + excluded.rows, refused_line = coalesce(r.refused_line, excluded.refused_line),
      is_day_open = r.is_day_open or excluded.is_day_open, to_go_at = coalesce(r.to_go_at, excluded.to_go_at)
  returning order_number, rows, refused_line
)
select f.order_number as "orderNumber", n.rows - f.seen as before, n.refused_line as "refusedLine",
  f.refused_line is not null as "isRefusedNow"
from noted n join feed_orders f using (order_number)
where n.rows > f.seen`

/** Continues line numbers of earlier chunks. $1 orders, $2 numbers of their earlier rows. */
export const CONTINUE_LINE_NUMBERS = `
update feed_lines l set line_number = l.line_number + b.before
from unnest($1::text[], $2::int[]) as b (order_number, before)
where l.order_number = b.order_number`

/** Removes orders from the chunk. $1 order numbers. */
export const REMOVE_ORDERS = 'update feed_orders set is_taken = false where order_number = any ($1::text[])'

/** Gives lines without a price the price of their SKU. Returns lines that are then too valuable. $1 the limit. */
export const PRICE_LINES = `
with priced as (
  update feed_lines l set unit_value = s.unit_value from feed_skus s
  where not l.is_priced and s.sku_code = l.sku_code
  returning l.seq, l.unit_value * l.quantity as value
)
select seq from priced where value >= $1`

/** Bits of missing SKU data, as `goods_lacks` in the database has them: weight, and size, of a row of `skus`. */
export const isUnmeasured = (sku: string): string => `(case when ${sku}.weight is null then 32 else 0 end
    | case when ${sku}.length is null or ${sku}.volume is null then 64 else 0 end)`

/** Bits of missing data of the goods of lines. Products in boxes are measured by their boxes. */
const missingGoodsData = (lines: string) => `boxes as (
  select c.sku_code, bit_or(${isUnmeasured('box')}) as lacks
  from feed_skus f
  join sku_components c on c.client_code = $1 and c.sku_code = f.sku_code
  join skus box on box.client_code = $1 and box.sku_code = c.component_code
  where f.is_known group by c.sku_code
), goods as (
  select f.sku_code, coalesce(boxes.lacks, f.lacks) as lacks from feed_skus f left join boxes using (sku_code)
  where f.sku_code in (select l.sku_code from ${lines})
)`
/** The value of a line in whole pence: its total from the file, else quantity × unit value, which may have more decimals. */
const LINE_VALUE = 'coalesce(total_value, round(quantity * unit_value, 2))'
const NEW_LINES = 'feed_lines l join feed_orders o using (order_number) where o.is_taken and not o.is_there'

/**
 * Creates missing orders with their history, without a carrier. Phone text that is no number becomes a note. Past
 * orders were released when they were placed. Their act is 'Recorded', because webhooks report 'Created'. $2 now, $3
 * user name, $4 run, $5 user id, $6 the day on which orders received now are promised to leave.
 */
export const CREATE_ORDERS = `
with ${missingGoodsData(NEW_LINES)}, sums as (
  select l.order_number, sum(quantity) as quantity, count(*) as lines, sum(${LINE_VALUE}) as value,
    bit_or(goods.lacks) as lacks
  from ${NEW_LINES.replace(' where', ' join goods using (sku_code) where')} group by l.order_number
), made as (
  insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date,
    customer_account, customer_first_name, customer_last_name, email, phone, country, address_line_1, address_line_2,
    address_line_3, address_line_4, post_code, quantity, item_count, total_value, currency_code, created_at, created_by,
    lacks, feed_run, released_on, despatched_on, delivered_on, promised_day)
  select $1, f.order_number, f.status, 'feed', f.ordered_at, f.dispatch_service, f.despatch_date, f.customer_account,
    f.customer_first_name, f.customer_last_name, f.email, f.phone, f.country, f.address_line_1, f.address_line_2,
    f.address_line_3, f.address_line_4, f.post_code, s.quantity, s.lines, s.value,
    (select currency_code from clients where client_code = $1), $2, $3, f.lacks | s.lacks | 128, nullif($4::bigint, 0),
    case when f.despatched_on is not null then least(london_day(f.ordered_at), f.despatched_on) end, f.despatched_on, f.delivered_on,
    case f.status when 'N' then $6::date end
  from feed_orders f join sums s using (order_number)
  where f.is_taken and not f.is_there
  order by f.order_number
  on conflict (client_code, order_number) do nothing
  returning order_number, status
), told as (
  insert into order_history (client_code, order_number, version, at, by_name, act, status, note)
  select $1, order_number, 1, $2, $3, case status when 'N' then 'Created' else 'Recorded' end, status,
    case status when 'N' then 'Orders feed' else 'Orders feed: a past order' end
  from made
), noted as (
  insert into order_notes (client_code, order_number, at, by_id, by_name, note, is_internal)
  select $1, order_number, $2, $5, $3, f.phone_note, false
  from made join feed_orders f using (order_number) where f.phone_note is not null
)
update feed_orders f set is_new = true from made m where f.order_number = m.order_number`

/** Reads orders that may get further lines. $2 order numbers, $3 run. */
export const READ_ORDERS = selectOrders('')

/** The same, with row locks. */
export const LOCK_ORDERS = selectOrders(' for update')

function selectOrders(lock: '' | ' for update'): string {
  return `
select order_number as "orderNumber", status, source, item_count as lines, quantity as pieces,
  coalesce(feed_run = nullif($3::bigint, 0), false) as "isOfThisFile"
from orders where client_code = $1 and order_number = any ($2::text[]) order by order_number${lock}`
}

/** Marks lines that are added to stored orders. $1 their `seq`, $2 their line numbers. */
export const MARK_FURTHER = `
update feed_lines l set is_further = true, line_number = n.line_number
from unnest($1::int[], $2::int[]) as n (seq, line_number) where l.seq = n.seq`

/** Condition for the locked orders `o`. $4 order numbers. */
const IS_LOCKED = 'o.client_code = $1 and o.order_number = any ($4::text[])'

/**
 * Adds further lines to the totals and missing data of their orders, which lose their carrier. $2 now, $3 user name, $4
 * order numbers.
 */
export const ADD_LINES_TO_TOTALS = `
with ${missingGoodsData('feed_lines l where l.is_further')}, sums as (
  select order_number, sum(quantity) as quantity, count(*) as lines, sum(${LINE_VALUE}) as value,
    bit_or(goods.lacks) as lacks
  from feed_lines join goods using (sku_code) where is_further group by order_number
), longer as (
  update orders o set version = o.version + 1, quantity = o.quantity + s.quantity,
    item_count = o.item_count + s.lines, total_value = o.total_value + s.value, lacks = o.lacks | s.lacks | 128
  from sums s
  where ${IS_LOCKED} and o.order_number = s.order_number
  returning o.order_number, o.version, o.status, s.lines
)
insert into order_history (client_code, order_number, version, at, by_name, act, status, note)
select $1, order_number, version, $2, $3, 'Amended', status, 'Orders feed: further lines, ' || lines from longer`

/** Whether the client ever took a file back. */
export const HAS_TAKEN_BACK = 'select from feed_runs where client_code = $1 and taken_back_at is not null limit 1'

/** Orders of the chunk that were cancelled when their file was taken back. */
export const TAKEN_BACK = `
select f.order_number as "orderNumber"
from feed_orders f join orders o on o.client_code = $1 and o.order_number = f.order_number
where f.is_taken and not f.is_new and o.status = 'C' and o.feed_run in (
  select run_id from feed_runs where client_code = $1 and taken_back_at is not null)
  and not exists (select from erased_orders e where e.client_code = $1 and e.order_number = f.order_number)`

/** Sets them to New without a carrier, and assigns them to this run. $2 now, $3 user name, $4 order numbers, $5 run. */
export const RESTORE_CANCELLED = `
with revived as (
  update orders o set status = 'N', version = o.version + 1, lacks = o.lacks | 128, feed_run = nullif($5::bigint, 0)
  where ${IS_LOCKED} and o.status = 'C'
  returning o.order_number, o.version
)
insert into order_history (client_code, order_number, version, at, by_name, act, status, note)
select $1, order_number, version, $2, $3, 'Fed again', 'N', 'Orders feed: its file was taken back, and is fed again'
from revived`

/** Queues orders for allocation at the end of the run. $2 run, $3 order numbers, $4 now. */
export const QUEUE_ALLOCATION = `
insert into feed_run_orders as r (client_code, run_id, order_number, rows, to_go_at)
select $1, $2, order_number, 0, $4 from unnest($3::text[]) as n (order_number) order by order_number collate "C"
on conflict (client_code, run_id, order_number) do update set to_go_at = coalesce(r.to_go_at, excluded.to_go_at)`

/** Creates unknown SKUs, marked as unknown. */
export const CREATE_SKUS = `
insert into skus (client_code, sku_code, description, unit_value, is_unknown)
select $1, s.sku_code, s.description, s.unit_value, true
from feed_skus s
where not s.is_known and s.sku_code in (
  select l.sku_code from feed_lines l join feed_orders f using (order_number) where f.is_new or l.is_further)
order by s.sku_code
on conflict (client_code, sku_code) do nothing`

export const CREATE_LINES = `
insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
select $1, l.order_number, l.line_number, l.sku_code, l.quantity, l.unit_value, ${LINE_VALUE}
from feed_lines l join feed_orders f using (order_number)
where f.is_new or l.is_further`

/** For previews: marks and returns new orders. */
export const MARK_NEW = `
update feed_orders set is_new = true where is_taken and not is_there returning order_number as "orderNumber"`

/** For previews: SKUs that would be created, with their first row and number of rows. */
export const UNKNOWN_SKUS = `
select s.sku_code as "SKU", s.description, min(l.seq) as seq, count(*)::int as rows
from feed_skus s join feed_lines l using (sku_code) join feed_orders f using (order_number)
where not s.is_known and (f.is_new or l.is_further)
group by s.sku_code, s.description order by seq`

/** For previews: counts lines that would be created. */
export const COUNT_LINES = `
select count(*)::int as lines from feed_lines l join feed_orders f using (order_number) where f.is_new or l.is_further`

/** The history has the reason. Users read it, correct the file and release the order. */
const SUSPENDED_FOR: SuspendReason = 'Other'

/**
 * Suspends orders with a refused row after saved ones. Returns their numbers. $2 now, $3 user name, $4 order numbers,
 * $5 lines of the refused rows.
 */
export const SUSPEND_PARTLY_REFUSED = `
with halves as (
  update orders o set status = 'S', suspended_for = '${SUSPENDED_FOR}', version = o.version + 1
  from unnest($4::text[], $5::int[]) as h (order_number, line)
  where ${IS_LOCKED} and o.order_number = h.order_number and o.source = 'feed' and o.status in ('N', 'R')
  returning o.order_number, o.version, h.line
)
insert into order_history (client_code, order_number, version, at, by_name, act, status, note)
select $1, order_number, version, $2, $3, 'Suspended', 'S', 'Orders feed: a row of this order was refused (line ' || line || ')'
from halves
returning order_number as "orderNumber"`

/** Deletes the row counts of a run ($2), and of runs that were cut off. */
export const DELETE_ROW_COUNTS = `
delete from feed_run_orders
where client_code = $1 and (run_id = $2 or started_at < now() - interval '1 day')`
