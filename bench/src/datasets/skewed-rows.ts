import { SUSPEND_REASONS } from '@despatch/domain/orders/commands/reasons'
import { FILL_WORDS } from '@despatch/server/enquiries/search/fill-search'
import { insertListed } from '../invoices/measure-lists.ts'
import { CLIENT_CODES, ordersOfClients } from './dataset.ts'
import { LISTS, PERSON, PLACE } from './skewed-people.ts'
import { ACTIVITY, BALANCES, CONSIGNMENTS, COUNTS, EVENTS, RUNS } from './skewed-records.ts'
import { RETURN_TABLES } from './skewed-returns.ts'
import { clientAlone, DRAWS, drawnValues, ordersWithLarge, parcelDraws, type Rows, withDraws } from './volume-rows.ts'

/** SKUs of each client. The last ones are in one to three orders, or in none. */
const SKUS = 5000
const RARE = 500
const OFTEN = SKUS - RARE - 10
/** The first client's share of all orders. */
const LARGE = 0.6
/** Average orders per customer. */
const ORDERS_EACH = 2.5

/** A client's first SKUs are ordered most. `hc` is the same for all orders of a customer. */
const WITH_DRAWS = `${withDraws(`1 + h / 1000 % 100 / 60 + h / 1000 % 100 / 85 + h / 1000 % 100 / 95 as lines,
    case when h / 37 % $2::int < least(${RARE}, $2::int / 20) then ${SKUS - RARE + 1} + h / 53 % ${RARE - 5}
      else 1 + floor(${OFTEN} * ((h / 59 % 1000003)::float8 / 1000003) ^ 2.5)::bigint end as sku,
    hashtextextended($1 || ' ' || h / 19 % greatest(1, ($2 / ${ORDERS_EACH})::int), 0) & 9223372036854775807 as hc,
    hashtextextended($1 || ' ' || h / 19 % greatest(1, ($2 / ${ORDERS_EACH})::int), 0) & 1023 < 20 as is_abroad,
    at > until - interval '30 days' and h / 43 % 10 < 3 as is_held`)}, ${LISTS}
`

const PIECES = (line: string) => `1 + h / (71 + ${line}) % 10 / 8`
const PRICE = (line: string) => `1.99 + 0.25 * ((sku + ${line}) * 7919 % 400)`
/** Sums over the lines of an order, at most four. */
const sumOfLines = (of: (line: string) => string) =>
  ['0', '1', '2', '3'].map((line) => `case when lines > ${line} then ${of(line)} else 0 end`).join(' + ')

/** Orders. Of the last month's, three in ten are still open, in all statuses, and one in 25 of these has no carrier. */
const ORDERS = `
insert into orders (client_code, order_number, status, version, source, ordered_at, dispatch_service, despatch_date, customer_account,
  customer_first_name, customer_last_name, email, phone, country, address_line_1, address_line_3, address_line_4, post_code, quantity,
  item_count, total_value, currency_code, created_at, created_by, suspended_for, lacks, released_on, despatched_on, delivered_on, feed_run)
select $1, number, status, 1, source, at, case when h / 67 % 10 < 6 then 'STANDARD' when h / 67 % 10 < 9 then 'NEXT DAY' else 'NAMED DAY' end,
  placed_on + 1, account, first_name, last_name, email, phone, country, street, town, county, post_code,
  ${sumOfLines(PIECES)}, lines, ${sumOfLines((line) => `(${PIECES(line)}) * (${PRICE(line)})`)},
  case when is_abroad then 'EUR' else 'GBP' end, at, source,
  case when status = 'S' then (string_to_array('${SUSPEND_REASONS.join('|')}', '|'))[(1 + h / 83 % ${SUSPEND_REASONS.length})::int] else '' end,
  case when status in ('N', 'R') and h / 61 % 25 = 0 then 128 when status in ('N', 'R', 'S') then 0 end,
  case when status in ('R', 'P', 'K', 'D', 'V') then placed_on end,
  case when status in ('D', 'V') then (sent_at at time zone 'Europe/London')::date end,
  case when status = 'V' then (delivered_at at time zone 'Europe/London')::date end,
  case when source = 'feed' then placed_on - date '2020-01-01' end
from (
  select *, case when h / 89 % 10 = 0 then 'portal' else 'feed' end as source,
    case when is_cancelled then 'C' when is_held then (string_to_array('N,N,N,N,N,R,R,R,S,S,P,K', ','))[(1 + h / 47 % 12)::int]
      when has_arrived then 'V' when has_left then 'D' when at > until - interval '3 hours' then 'N'
      when at > until - interval '10 hours' then 'R' else 'P' end as status
  from known offset 0
) o cross join lists cross join lateral (select ${PERSON} offset 0) person`

const LINES = `
insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
select $1, number, line + 1, 'SKU-' || lpad((sku + line)::text, 5, '0'), pieces, price, pieces * price
from known cross join lateral generate_series(0, lines - 1) line
cross join lateral (select ${PIECES('line')} as pieces, ${PRICE('line')} as price) l`

/** Parcels. One in a thousand never arrives; some of those on their way are held, sent back or failed. */
const parcelsOf = (share: number) => `
insert into parcels (client_code, tracking_number, carrier, order_number, carrier_service, client_method_id, despatched_at, ordered_at,
  promised_date, weight, state, state_at, delivered_at, delivered_on, region, number_backwards)
select $1, tracking, (array['DPD', 'DPD', 'DPD', 'DPD', 'EVRI', 'EVRI', 'EVRI', 'RMG', 'RMG', 'YODEL'])[(1 + h / 29 % 10)::int], number,
  case when h / 67 % 10 < 6 then 'Standard' else 'Next Day' end, 'EVRI-STD', sent_at, at,
  (sent_at at time zone 'Europe/London')::date + 2, 0.2 + (h / 73 % 300) / 100.0,
  case when has_arrived then 'delivered'
    else (array['in_transit', 'in_transit', 'in_transit', 'in_transit', 'out_for_delivery', 'out_for_delivery', 'delivery_delayed',
      'delivery_failed', 'ready_for_pickup', 'return_to_sender', 'on_hold'])[(1 + h / 79 % 11)::int] end,
  case when has_arrived then delivered_at else least(until, sent_at + interval '9 hours') end,
  case when has_arrived then delivered_at end, case when has_arrived then (delivered_at at time zone 'Europe/London')::date end,
  case when is_abroad then 'Abroad' else parts[${PLACE}] end, digits_backwards(tracking)
from (select *, replace(number, '-', '') || '00001' as tracking from known where has_left and h / 31 % ${DRAWS} < ${share} offset 0) p
cross join lists`

/** SKUs with their measures. */
const FURTHER_SKUS = `
insert into skus (client_code, sku_code, description, unit_value, weight, length, width, height, volume, categories)
select client_code, 'SKU-' || lpad(n::text, 5, '0'), 'Thing of many uses, number ' || n, 1.99 + 0.25 * (n * 7919 % 400),
  100 + n * 37 % 3000, 100 + n * 13 % 400, 90, 60, 500 + n * 91 % 9000, array['Category ' || n % 30]
from clients cross join generate_series((select count(*)::int + 1 from skus where client_code = 'B01'), ${SKUS}) n`

/**
 * Fills a database like a large installation's: one client has most orders, few SKUs have most lines, and few names and places have
 * most customers. It includes search words, events, open orders in every status, returns, audit rows, feed runs and invoices.
 */
export const SKEWED: Rows = {
  ordersOf: (orders) => ordersWithLarge(orders, LARGE, ordersOfClients),
  skus: FURTHER_SKUS,
  billedDays: 100,
  tables: [
    { table: 'orders', perOrder: 1, sql: () => WITH_DRAWS + ORDERS, values: drawnValues },
    { table: 'order_lines', perOrder: 1.6, sql: () => WITH_DRAWS + LINES, values: drawnValues },
    {
      table: 'parcels',
      perOrder: 0.73,
      sql: (volume) => WITH_DRAWS + parcelsOf(parcelDraws(volume)),
      values: drawnValues,
    },
    { table: 'order_search', perOrder: 1, sql: () => FILL_WORDS, values: (client) => [client, '', '~'] },
    { table: 'delivery_events', perOrder: 0.6, sql: () => EVENTS, values: clientAlone },
    { table: 'consignments', perOrder: 0.01, sql: () => CONSIGNMENTS, values: clientAlone },
    ...RETURN_TABLES,
    { table: 'audit', perOrder: 0.1, sql: () => ACTIVITY, values: clientAlone },
    { table: 'feed_runs', perOrder: 0.007, sql: () => RUNS, values: clientAlone },
    { table: 'stock_counts', perOrder: 0.05, sql: () => COUNTS, values: clientAlone },
    { table: 'stock_balances', perOrder: 0.05, sql: () => BALANCES, values: clientAlone },
  ],
  async finish(owner, { orders }) {
    // The product's own runs get higher numbers.
    await owner.query('alter table feed_runs alter column run_id restart with 1000000')
    for (const table of ['invoice_files', 'invoices', 'invoice_sums', 'invoice_details', 'invoice_parcels'])
      await owner.query(`alter table ${table} no force row level security`)
    await insertListed(owner, Math.ceil(orders / 100), CLIENT_CODES)
  },
}
