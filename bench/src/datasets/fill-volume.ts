import { openDatabase } from '@despatch/server/database/database'
import { factSets } from '@despatch/server/fact-sets'
import { rebuildFactsOf } from '@despatch/server/figures/deltas'
import { rebuildFigures } from '@despatch/server/figures/rebuild'
import { FIGURE_KIND_NAMES } from '@despatch/server/figures/kinds'
import { startCountingBillingDays } from '@despatch/server/invoices/still-to-be-billed/billing-days'
import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { withoutIndexes } from '../indexes.ts'
import { progressBar } from '../progress.ts'
import { CLIENT_CODES, ordersOfClients } from './dataset.ts'
import { insertClientsWithSkus } from './fill.ts'

/** How many orders and parcels, spread evenly over so many months up to now. */
export type Volume = { readonly orders: number; readonly parcels: number; readonly months: number }

type Filling = { readonly owner: pg.Client; readonly volume: Volume; readonly until: string | undefined }

const FORCED = ['skus', 'orders', 'order_lines', 'parcels', 'order_counters', 'audit', 'billing_days_changed']

/**
 * Fills an empty database with orders, their lines and parcels, made in the database: without history, events, returns, and
 * what orders are searched by. A table's rows go in within the transaction that emptied it, so that nothing is logged, and
 * one that was filled before is passed over: cut short, it goes on from there. Facts are made by the product's own rebuild.
 */
export async function fillVolume(owner: pg.Client, appUrl: string, volume: Volume): Promise<void> {
  await owner.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'")
  for (const table of FORCED) await owner.query(`alter table ${table} no force row level security`)
  if (await isEmpty(owner, 'clients')) {
    await owner.query('begin')
    await insertClientsWithSkus(owner)
    await owner.query('commit')
  }
  await owner.query("select set_config('app.clients', array_agg(client_code)::text, false) from clients")
  // The newest order of each was placed at the end: lines and parcels are made of the same moments.
  const { rows } = await owner.query<{ until: string }>(
    'select coalesce(max(ordered_at), now())::text as until from orders',
  )
  const filling = { owner, volume, until: rows[0]?.until }
  await fillTable(filling, 'orders', ORDERS, volume.orders)
  await fillTable(filling, 'order_lines', LINES, volume.orders)
  await fillTable(
    filling,
    'parcels',
    parcelsOf(Math.round((DRAWS * volume.parcels) / volume.orders / DESPATCHED)),
    volume.parcels,
  )
  await owner.query('reset work_mem')
  const database = openDatabase({ appUrl })
  try {
    await makeFacts(database)
    await reckonBillingDays(owner, database)
  } finally {
    await database.close()
  }
  // What says that the database is filled comes last.
  await owner.query(
    `insert into order_counters select client_code, 100000 + orders from unnest($1::text[], $2::int[]) as c (client_code, orders)`,
    [CLIENT_CODES, ordersOfClients(volume.orders)],
  )
}

async function fillTable({ owner, volume, until }: Filling, table: string, rows: string, most: number): Promise<void> {
  if (!(await isEmpty(owner, table))) return
  const { orders, months } = volume
  const bar = progressBar(table, most)
  await owner.query('begin')
  await withoutIndexes(owner, [table], async () => {
    await owner.query(`truncate ${table}`)
    await owner.query(`alter table ${table} disable trigger user`)
    for (const [index, count] of ordersOfClients(orders).entries()) {
      const { rowCount } = await owner.query(WITH_DRAWS + rows, [CLIENT_CODES[index], count, months, until])
      bar.add(rowCount ?? 0)
    }
    await owner.query(`alter table ${table} enable trigger user`)
    bar.end()
  })
  await owner.query('commit')
  await owner.query(`vacuum (analyze) ${table}`)
  console.log(`${table} with its indexes`)
}

async function isEmpty(owner: pg.Client, table: string): Promise<boolean> {
  const { rows } = await owner.query<{ there: boolean }>(`select exists (select from ${table}) as there`)
  return rows[0]?.there !== true
}

async function makeFacts(database: ReturnType<typeof openDatabase>): Promise<void> {
  const bar = progressBar('facts', CLIENT_CODES.length * (factSets.length + FIGURE_KIND_NAMES.length))
  for (const client of CLIENT_CODES) {
    for (const kind of FIGURE_KIND_NAMES) {
      await rebuildFigures(database, { kind, client })
      bar.add(1)
    }
    for (const set of factSets) {
      await rebuildFactsOf(database, client, set)
      bar.add(1)
    }
  }
  bar.end()
}

/** What parcels cost by day, as the server would reckon it after its start. */
async function reckonBillingDays(owner: pg.Client, database: ReturnType<typeof openDatabase>): Promise<void> {
  await owner.query(
    'insert into billing_days_changed (client_code, carrier, day) select distinct client_code, carrier, day from parcel_facts where despatched > 0',
  )
  const waiting = async () =>
    (await owner.query<{ days: number }>('select count(*)::int as days from billing_days_changed')).rows[0]?.days ?? 0
  let left = await waiting()
  const bar = progressBar('billing days', left)
  const stop = startCountingBillingDays(database, { log: console })
  while (left > 0) {
    await sleep(500)
    const now = await waiting()
    bar.add(left - now)
    left = now
  }
  stop()
  bar.end()
  await owner.query('vacuum (analyze) billing_days, billing_days_changed')
}

/** A draw is one of so many. */
const DRAWS = 10_000
/** The share of orders that have left: the others are cancelled, or too new. */
const DESPATCHED = 0.957
const SKUS = 200

/**
 * The orders of client $1, numbered upwards as they were placed: $2 of them over the $3 months until $4. `h` is the same for the same number
 * whenever it is asked for, and its digits are what is drawn. Each is fenced off, or it would be worked out where it is used.
 */
const WITH_DRAWS = `
with drawn as not materialized (
  select number, at, until, (at at time zone 'Europe/London')::date as placed_on, h, sent_at,
    case when h / 100000 % ${DRAWS} < 10 then null
      when h / 100000 % ${DRAWS} < 700 then sent_at + interval '74 hours' else sent_at + interval '26 hours' end as delivered_at,
    h % ${DRAWS} < 400 as is_cancelled, 1 + h / 1000 % 100 / 85 + h / 1000 % 100 / 95 as lines, 1 + h / 7 % ${SKUS - 3} as sku,
    (1 + h / 11 % 124)::int as place, h / 13 % 50 = 0 as is_abroad
  from (
    select number, at, until, h, at + case h / 17 % 10 when 0 then interval '44 hours' else interval '20 hours' end as sent_at
    from (
      select number, at, until, hashtextextended(number, 0) & 9223372036854775807 as h
      from (
        select $1 || '-' || (100000 + n) as number,
          since + (until - since) * (n / $2::float8) as at, until
        from (select $4::timestamptz as until, $4::timestamptz - make_interval(months => $3::int) as since) t, generate_series(1, $2::int) n offset 0
      ) numbered offset 0
    ) hashed offset 0
  ) sent offset 0
), known as not materialized (
  select *, not is_cancelled and sent_at <= until as has_left, not is_cancelled and delivered_at <= until as has_arrived from drawn offset 0
), places as materialized (
  select array_agg(code order by code) as codes, array_agg(part order by code) as parts from regions
)
`

/** Open for a day or two, then despatched; delivered a day or three later; one in a thousand never came. */
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

/** Of four carriers and their services; some in ten thousand of the orders that have left have one. */
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
