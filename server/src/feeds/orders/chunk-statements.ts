import type { SuspendReason } from '@despatch/domain/orders/commands/reasons'

// The statements that make orders of a copied chunk; $1 is always the client. The chunk's own tables are joined with each
// other; what is in the tables of all orders is looked up row by row, or changed where it stands, as in database/by-key.

/** Counts what the run has seen of each order, and notes those that are still to go or come late. Gives those that it had seen before: $2 the run, $3 the first day of these. */
export const NOTE_ORDERS = `
with noted as (
  insert into feed_run_orders as r (client_code, run_id, order_number, rows, refused_line, to_go_at)
  select $1, $2, order_number, seen, refused_line, case when is_taken and status = 'N' and despatch_date >= $3 then ordered_at end
  from feed_orders order by order_number
  on conflict (client_code, run_id, order_number)
    do update set rows = r.rows + excluded.rows, refused_line = coalesce(r.refused_line, excluded.refused_line),
      to_go_at = coalesce(r.to_go_at, excluded.to_go_at)
  returning order_number, rows, refused_line
)
select f.order_number as "orderNumber", n.rows - f.seen as before, n.refused_line as "refusedLine",
  f.refused_line is not null as "isRefusedNow"
from noted n join feed_orders f using (order_number)
where n.rows > f.seen`

/** Lines are numbered over the whole file: $1 orders, $2 how many of their rows came in chunks before. */
export const NUMBER_ON = `
update feed_lines l set line_number = l.line_number + b.before
from unnest($1::text[], $2::int[]) as b (order_number, before)
where l.order_number = b.order_number`

/** Takes orders out of the chunk: $1 their numbers. */
export const TAKE_OUT = 'update feed_orders set is_taken = false where order_number = any ($1::text[])'

/** A line without a price has that of its SKU. Gives those that are worth too much with it: $1 the limit. */
export const PRICE_LINES = `
with priced as (
  update feed_lines l set unit_value = s.unit_value from feed_skus s
  where not l.is_priced and s.sku_code = l.sku_code
  returning l.seq, l.unit_value * l.quantity as value
)
select seq from priced where value >= $1`

/** What is not known of a SKU, as goods_lacks in the database says it: of one that is not there, weight and size. */
export const isUnmeasured = (sku: string): string => `(case when ${sku}.weight is null then 32 else 0 end
    | case when ${sku}.length is null or ${sku}.volume is null then 64 else 0 end)`

/** What is not known of the goods of some lines, where a product that comes in boxes is measured by these. */
const goodsOf = (lines: string) => `goods as materialized (
  select f.sku_code, coalesce(boxes.lacks, f.lacks) as lacks
  from feed_skus f left join lateral (
    select bit_or(${isUnmeasured('box')}) as lacks from (
      select component_code from sku_components
      where f.is_known and client_code = $1 and sku_code between f.sku_code and f.sku_code
      order by sku_code, component_code offset 0
    ) m cross join lateral (
      select weight, length, volume from skus
      where client_code = $1 and sku_code between m.component_code and m.component_code order by sku_code limit 1
    ) box
  ) boxes on true
  where f.sku_code in (select l.sku_code from ${lines})
)`
/** What a line is worth is whole pence: what the file says that it is, or else what its pieces are, which may be finer. */
const WORTH = 'coalesce(total_value, round(quantity * unit_value, 2))'
const NEW_LINES = 'feed_lines l join feed_orders o using (order_number) where o.is_taken and not o.is_there'

/**
 * Creates the orders that are not there yet, with their history: $2 now, $3 by whom, $4 the run, $5 who that is. None of
 * them has a carrier yet. What of a phone could not be kept in it stands in a note. Those of the past were released when they
 * were placed, and webhooks, which tell of 'Created', tell nothing of them.
 */
export const CREATE_ORDERS = `
with ${goodsOf(NEW_LINES)}, sums as (
  select l.order_number, sum(quantity) as quantity, count(*) as lines, sum(${WORTH}) as value,
    bit_or(goods.lacks) as lacks
  from ${NEW_LINES.replace(' where', ' join goods using (sku_code) where')} group by l.order_number
), made as (
  insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date,
    customer_account, customer_first_name, customer_last_name, email, phone, country, address_line_1, address_line_2,
    address_line_3, address_line_4, post_code, quantity, item_count, total_value, currency_code, created_at, created_by,
    lacks, feed_run, released_on, despatched_on, delivered_on)
  select $1, f.order_number, f.status, 'feed', f.ordered_at, f.dispatch_service, f.despatch_date, f.customer_account,
    f.customer_first_name, f.customer_last_name, f.email, f.phone, f.country, f.address_line_1, f.address_line_2,
    f.address_line_3, f.address_line_4, f.post_code, s.quantity, s.lines, s.value,
    (select currency_code from clients where client_code = $1), $2, $3, f.lacks | s.lacks | 128, nullif($4::bigint, 0),
    case when f.despatched_on is not null then least(london_day(f.ordered_at), f.despatched_on) end, f.despatched_on, f.delivered_on
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

/** Orders that may get further lines: $2 their numbers, $3 the run. */
export const READ_ORDERS = existingOrders('')

/** The same, held until the end of the transaction. */
export const LOCK_ORDERS = existingOrders(' for update')

function existingOrders(hold: '' | ' for update'): string {
  return `
select o.*
from (select * from unnest($2::text[]) as n (order_number) order by order_number collate "C") as n cross join lateral (
  select order_number as "orderNumber", status, source, item_count as lines, quantity as pieces,
    coalesce(feed_run = nullif($3::bigint, 0), false) as "isOfThisFile"
  from orders where client_code = $1 and order_number between n.order_number and n.order_number
  order by order_number limit 1${hold}
) o`
}

/** Marks the lines that are added to orders: $1 their `seq`, $2 the numbers that they get. */
export const MARK_FURTHER = `
update feed_lines l set is_further = true, line_number = n.line_number
from unnest($1::int[], $2::int[]) as n (seq, line_number) where l.seq = n.seq`

/** Orders of the table `o` that a statement before holds: $4 their numbers. For a change in place. */
const ARE_HELD = `o.ctid = any (array(
    select p.place from unnest($4::text[]) as n (order_number) cross join lateral (
      select ctid as place from orders
      where client_code = $1 and order_number between n.order_number and n.order_number order by order_number limit 1
    ) p
  ))`

/**
 * Adds the further lines to the sums of their orders, and to what these lack: $2 now, $3 by whom, $4 the orders. They have no
 * carrier until they are allocated again.
 */
export const LENGTHEN_ORDERS = `
with ${goodsOf('feed_lines l where l.is_further')}, sums as (
  select order_number, sum(quantity) as quantity, count(*) as lines, sum(${WORTH}) as value,
    bit_or(goods.lacks) as lacks
  from feed_lines join goods using (sku_code) where is_further group by order_number
), longer as (
  update orders o set version = o.version + 1, quantity = o.quantity + s.quantity,
    item_count = o.item_count + s.lines, total_value = o.total_value + s.value, lacks = o.lacks | s.lacks | 128
  from sums s
  where ${ARE_HELD} and o.order_number = s.order_number
  returning o.order_number, o.version, o.status, s.lines
)
insert into order_history (client_code, order_number, version, at, by_name, act, status, note)
select $1, order_number, version, $2, $3, 'Amended', status, 'Orders feed: further lines, ' || lines from longer`

/** Whether the client has taken a file back, so that orders of the chunk may have been cancelled with it. */
export const HAS_TAKEN_BACK = 'select from feed_runs where client_code = $1 and taken_back_at is not null limit 1'

/** Orders of the chunk that were cancelled with the file that they came with. */
export const TAKEN_BACK = `
select f.order_number as "orderNumber"
from feed_orders f cross join lateral (
  select status, feed_run from orders
  where client_code = $1 and order_number between f.order_number and f.order_number order by order_number limit 1
) o
where f.is_taken and not f.is_new and o.status = 'C' and o.feed_run in (
  select run_id from feed_runs where client_code = $1 and taken_back_at is not null)
  and not exists (select from erased_orders e where e.client_code = $1 and e.order_number = f.order_number)`

/** Makes them New again, and the run's: $2 now, $3 by whom, $4 their numbers, $5 the run. They have no carrier until they are allocated. */
export const REVIVE = `
with revived as (
  update orders o set status = 'N', version = o.version + 1, lacks = o.lacks | 128, feed_run = nullif($5::bigint, 0)
  where ${ARE_HELD} and o.status = 'C'
  returning o.order_number, o.version
)
insert into order_history (client_code, order_number, version, at, by_name, act, status, note)
select $1, order_number, version, $2, $3, 'Fed again', 'N', 'Orders feed: its file was taken back, and is fed again'
from revived`

/** Has orders of the run looked at when it allocates: $2 the run, $3 their numbers, $4 now. */
export const NOTE_TO_GO = `
insert into feed_run_orders as r (client_code, run_id, order_number, rows, to_go_at)
select $1, $2, order_number, 0, $4 from unnest($3::text[]) as n (order_number) order by order_number collate "C"
on conflict (client_code, run_id, order_number) do update set to_go_at = coalesce(r.to_go_at, excluded.to_go_at)`

/** SKUs that nobody knows are created and marked. */
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
select $1, l.order_number, l.line_number, l.sku_code, l.quantity, l.unit_value, ${WORTH}
from feed_lines l join feed_orders f using (order_number)
where f.is_new or l.is_further`

/** Of a check: marks the orders that are not there yet, and gives them. */
export const MARK_NEW = `
update feed_orders set is_new = true where is_taken and not is_there returning order_number as "orderNumber"`

/** Of a check: the SKUs that would be created, with the row that names each first and how many do. */
export const UNKNOWN_SKUS = `
select s.sku_code as "SKU", s.description, min(l.seq) as seq, count(*)::int as rows
from feed_skus s join feed_lines l using (sku_code) join feed_orders f using (order_number)
where not s.is_known and (f.is_new or l.is_further)
group by s.sku_code, s.description order by seq`

/** Of a check: how many lines would be created. */
export const COUNT_LINES = `
select count(*)::int as lines from feed_lines l join feed_orders f using (order_number) where f.is_new or l.is_further`

/** What there is to say stands in the history: people look at it, correct the file and release the order. */
const SUSPENDED_FOR: SuspendReason = 'Other'

/** Holds back orders of which the run took rows before it met one that it refused: $2 now, $3 by whom, $4 and $5 where. Gives them. */
export const SUSPEND_HALVES = `
with halves as (
  update orders o set status = 'S', suspended_for = '${SUSPENDED_FOR}', version = o.version + 1
  from unnest($4::text[], $5::int[]) as h (order_number, line)
  where ${ARE_HELD} and o.order_number = h.order_number and o.source = 'feed' and o.status in ('N', 'R')
  returning o.order_number, o.version, h.line
)
insert into order_history (client_code, order_number, version, at, by_name, act, status, note)
select $1, order_number, version, $2, $3, 'Suspended', 'S', 'Orders feed: a row of this order was refused (line ' || line || ')'
from halves
returning order_number as "orderNumber"`

/** Forgets what a run has seen ($2), and what runs that were cut short have left. */
export const FORGET_RUN = `
delete from feed_run_orders
where client_code = $1 and (run_id = $2 or started_at < now() - interval '1 day')`
