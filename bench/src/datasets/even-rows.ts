import { ordersOfClients } from './dataset.ts'
import { DRAWS, drawnValues, parcelDraws, type Rows, withDraws } from './volume-rows.ts'

const SKUS = 200

const WITH_DRAWS = `${withDraws(`1 + h / 1000 % 100 / 85 + h / 1000 % 100 / 95 as lines, 1 + h / 7 % ${SKUS - 3} as sku,
    (1 + h / 11 % 124)::int as place, h / 13 % 50 = 0 as is_abroad, false as is_held`)}, places as materialized (
  select array_agg(code order by code) as codes, array_agg(part order by code) as parts from regions
)
`

/** Orders are despatched after a day or two and delivered one to three days later; one in a thousand never arrives. */
const ORDERS = `
insert into orders (client_code, order_number, status, version, source, ordered_at, dispatch_service, despatch_date, customer_first_name,
  customer_last_name, phone, country, address_line_1, address_line_3, post_code, quantity, item_count, total_value, currency_code,
  created_at, created_by, lacks, released_on, despatched_on, delivered_on)
select $1, number, status, 1, 'feed', at, case when sku % 3 = 0 then 'NEXT DAY' else 'STANDARD' end, placed_on + 1, 'Chris',
  'Name' || h / 19 % 200000, '07700 900123', case when is_abroad then 'IE' else 'GB' end, h / 23 % 300 || ' Station Road', 'Leeds',
  case when is_abroad then '' else codes[place] || '1 1AA' end, lines, lines,
  lines * (1.62 + 0.37 * sku) + 0.37 * (lines * (lines - 1) / 2), case when is_abroad then 'EUR' else 'GBP' end, at, 'feed',
  case when status in ('N', 'R') then 128 end, case when status in ('R', 'P', 'K', 'D', 'V') then placed_on end,
  case when status in ('D', 'V') then (sent_at at time zone 'Europe/London')::date end,
  case when status = 'V' then (delivered_at at time zone 'Europe/London')::date end
from (
  select *, case when is_cancelled then 'C' when has_arrived then 'V' when has_left then 'D' when at > until - interval '3 hours' then 'N'
    when at > until - interval '10 hours' then 'R' else 'P' end as status
  from known offset 0
) o cross join places`

const LINES = `
insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
select $1, number, line, 'SKU-' || lpad((sku + line - 1)::text, 5, '0'), 1, 1.62 + 0.37 * (sku + line - 1), 1.62 + 0.37 * (sku + line - 1)
from known cross join lateral generate_series(1, lines) line`

/** Parcels of four carriers. `share` of every ten thousand despatched orders have one. */
const parcelsOf = (share: number) => `
insert into parcels (client_code, tracking_number, carrier, order_number, carrier_service, client_method_id, despatched_at, ordered_at,
  promised_date, weight, state, state_at, delivered_at, delivered_on, region, number_backwards)
select $1, tracking, (array['DPD', 'EVRI', 'RMG', 'YODEL'])[(1 + h / 29 % 4)::int], number,
  case when sku % 3 = 0 then 'Next Day' else 'Standard' end, 'M1', sent_at, at, (sent_at at time zone 'Europe/London')::date + 2, 1.25,
  case when has_arrived then 'delivered' else 'in_transit' end,
  case when has_arrived then delivered_at else least(until, sent_at + interval '9 hours') end,
  case when has_arrived then delivered_at end, case when has_arrived then (delivered_at at time zone 'Europe/London')::date end,
  case when is_abroad then 'Abroad' else parts[place] end, reverse(right(tracking, 16))
from (select *, replace(number, '-', '') || '00001' as tracking from known where has_left and h / 31 % ${DRAWS} < ${share} offset 0) p cross join places`

/** Fills orders, lines and parcels only, evenly for all clients. */
export const EVEN: Rows = {
  ordersOf: ordersOfClients,
  billedDays: 3650,
  tables: [
    { table: 'orders', perOrder: 1, sql: () => WITH_DRAWS + ORDERS, values: drawnValues },
    { table: 'order_lines', perOrder: 1.2, sql: () => WITH_DRAWS + LINES, values: drawnValues },
    {
      table: 'parcels',
      perOrder: 0.8,
      sql: (volume) => WITH_DRAWS + parcelsOf(parcelDraws(volume)),
      values: drawnValues,
    },
  ],
}
