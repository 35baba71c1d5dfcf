import { migrate } from '@despatch/server/database/migrate/migrate'
import type pg from 'pg'
import { CLIENT_CODES } from './datasets/dataset.ts'
import { insertStaff, STAFF } from './datasets/fill.ts'
import { repeatCall } from './load/repeat-call.ts'
import { residentMegabytes, type Server, startProduct, withPeakMemory } from './load/processes.ts'
import { signIn } from './load/sign-in.ts'
import { markFigures, untilFiguresCounted } from './figures.ts'
import { withoutIndexes } from './indexes.ts'
import { largeBook } from './returns.ts'
import { fillSkus, withOwner } from './skus.ts'
import { table, whole } from './table.ts'

/** One client has all the tried lines, each of the others a twentieth as many. */
const [CLIENT = '', ...OTHERS] = CLIENT_CODES
const TRY_AIM = { seconds: 10, megabytes: 300 }
const CONNECTIONS = 16
/** Returns and their orders are spread over this many days. */
const DAYS = 720
const DAY_MS = 86_400_000
const FILLED = ['orders', 'order_lines', 'parcels', 'return_lines', 'return_events']

type On = { product: Server; seconds: number }
/** The server's answer to a trial. */
type ReturnsTry = { id: string; status: string; error: string; result: { lines: number; changed: number } | null }

/**
 * Measures *Try* of a draft over all returns of a client, by a book of 200 rules, and the trend of these returns.
 * Prints the results. Returns the missed aims.
 */
export async function measureReturnLines(
  data: string,
  { returnLines, seconds }: { returnLines: number; seconds: number },
): Promise<string[]> {
  await withOwner(data, async (owner, ownerUrl) => {
    await migrate({ ownerUrl })
    await fillSkus(owner)
    await insertStaff(owner)
    await owner.query(
      "select set_config('app.clients', array_append(array_agg(client_code), '')::text, false) from clients",
    )
    await fillReturns(owner, returnLines)
  })
  const product = await startProduct(data, undefined)
  try {
    await withOwner(data, async (owner) => {
      console.log(`figures counted in ${whole(await untilFiguresCounted(owner))} s`)
    })
    return [...(await measureTry({ product, seconds }, returnLines)), ...(await measureTrend({ product, seconds }))]
  } finally {
    await product.stop()
  }
}

async function measureTry({ product }: On, lines: number): Promise<string[]> {
  const token = await signIn(product, CLIENT)
  const headers = { access_token: token, client: CLIENT, 'content-type': 'application/json' }
  const read = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${product.url}/api/returns-book/try${path}`, { ...init, headers })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as ReturnsTry
  }
  const before = await residentMegabytes(product.pid)
  const began = performance.now()
  const { result, peak } = await withPeakMemory(product.pid, async () => {
    let one = await read('', { method: 'POST', body: JSON.stringify({ weeks: 104, over: 'returns' }) })
    while (one.status === 'NotStarted' || one.status === 'Running') {
      await new Promise((resolve) => setTimeout(resolve, 100))
      one = await read(`/${one.id}`)
    }
    return one
  })
  const seconds = (performance.now() - began) / 1000
  const tried = result.result
  if (!tried) throw new Error(`The trial ended as ${result.status}: ${result.error}`)
  console.log(
    `\nTry: a draft of a book of 200 rules over ${whole(tried.lines)} returned lines: ${seconds.toFixed(1)} s, ${whole(tried.changed)} answered otherwise; ${whole(before)} MB before, at most ${whole(peak)} MB (aims: ${TRY_AIM.seconds} s and ${TRY_AIM.megabytes} MB for 1,000,000)`,
  )
  return [
    ...(tried.lines === lines ? [] : [`returns: Try read ${tried.lines} lines of ${lines}`]),
    ...(seconds > TRY_AIM.seconds ? [`returns: Try took ${seconds.toFixed(1)} s`] : []),
    ...(peak > TRY_AIM.megabytes ? [`returns: Try took ${whole(peak)} MB`] : []),
  ]
}

async function measureTrend({ product, seconds }: On): Promise<string[]> {
  const cases = [
    { name: 'one client, 13 weeks', client: CLIENT, token: await signIn(product, CLIENT), days: 91, aim: 100 },
    { name: 'all clients, two years', client: 'All_client', token: await signIn(product, STAFF), days: DAYS, aim: 250 },
  ]
  const rows: string[][] = []
  const missed: string[] = []
  for (const { name, client, token, days, aim } of cases)
    for (const countedBy of ['received', 'ordered']) {
      const { aSecond, latency } = await repeatCall({
        product,
        token,
        client,
        path: '/api/returns/trend',
        body: { startDate: dayAgo(days), endDate: dayAgo(1), countedBy },
        connections: CONNECTIONS,
        seconds,
      })
      rows.push([`${name}, by ${countedBy}`, whole(aSecond), whole(latency.p50), whole(latency.p97_5), whole(aim)])
      if (latency.p97_5 > aim) missed.push(`returns: trend of ${name} by ${countedBy} p97.5 ${whole(latency.p97_5)} ms`)
    }
  console.log(`\nReturns Trend Report, ${CONNECTIONS} connections`)
  console.log(table(['', 'a second', 'p50 ms', 'p97.5 ms', 'aim, p95'], rows))
  return missed
}

const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/**
 * Creates orders of one line that was despatched, delivered and returned, spread evenly over the days. The database
 * makes them.
 */
async function fillReturns(owner: pg.Client, lines: number): Promise<void> {
  const { rows } = await owner.query<{ there: number }>(
    'select count(*)::int as there from return_lines where client_code = $1',
    [CLIENT],
  )
  const there = rows[0]?.there ?? 0
  if (there === lines) return
  if (there !== 0)
    throw new Error(`There are ${there} returned lines: give --return-lines ${there}, or another --data.`)
  const began = performance.now()
  const sinceBegan = () => whole((performance.now() - began) / 1000)
  await owner.query("set synchronous_commit = off; set work_mem = '128MB'")
  await owner.query('begin')
  for (const name of [...FILLED, 'returns_book_heads', 'returns_books', 'returns_book_items', 'returns_book_drafts'])
    await owner.query(`alter table ${name} no force row level security`)
  await insertBook(owner, CLIENT)
  for (const name of FILLED) await owner.query(`alter table ${name} disable trigger user`)
  await withoutIndexes(owner, FILLED, async () => {
    // PostgreSQL does not log rows of a table that the same transaction emptied.
    if (await areEmpty(owner)) await owner.query(`truncate ${FILLED.join(', ')}`)
    await owner.query(`create temp table made on commit drop as ${MADE}`, [
      [CLIENT, ...OTHERS],
      [lines, ...OTHERS.map(() => Math.ceil(lines / 20))],
      DAYS,
    ])
    for (const [place, statement] of [ORDERS, LINES, PARCELS, RETURNED, EVENTS].entries()) {
      const { rowCount } = await owner.query(statement)
      console.log(`${FILLED[place]}: ${whole(rowCount ?? 0)} rows, after ${sinceBegan()} s`)
    }
  })
  console.log(`their indexes, after ${sinceBegan()} s`)
  for (const name of FILLED) await owner.query(`alter table ${name} enable trigger user`)
  await owner.query('commit')
  await owner.query(`vacuum (analyze) ${FILLED.join(', ')}`)
  await markFigures(owner)
  await owner.query('reset synchronous_commit; reset work_mem')
  console.log(`\n${whole(lines)} returned lines, and the others', in ${sinceBegan()} s`)
}

async function areEmpty(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ isEmpty: boolean }>(
    `select ${FILLED.map((name) => `not exists (select from ${name})`).join(' and ')} as "isEmpty"`,
  )
  return rows[0]?.isEmpty === true
}

/** Inserts a book of 200 rules for a client, and a draft of it. */
export async function insertBook(owner: pg.Client, client: string): Promise<void> {
  const { rules, options, reasons } = largeBook()
  const itemsOf = (kind: string, all: readonly { readonly id: string }[]) =>
    all.map(({ id, ...content }) => ({ kind, key: id, content }))
  const items = [
    ...itemsOf('rule', rules),
    ...itemsOf('option', options),
    ...itemsOf('reason', reasons),
    { kind: 'order', key: '', content: { rules: rules.map(({ id }) => id) } },
  ]
  await owner.query('insert into returns_book_heads (client_code, version, last_item) values ($1, 1, 1000)', [client])
  await owner.query(
    `insert into returns_books (client_code, version, published_at, by_name, summary, changes)
     values ($1, 1, now() - interval '3 years', 'bench', 'Made by the bench', 1)`,
    [client],
  )
  await owner.query(
    `insert into returns_book_items (client_code, kind, item_key, from_version, content)
     select $1, kind, key, 1, content from jsonb_to_recordset($2::jsonb) as i (kind text, key text, content jsonb)`,
    [client, JSON.stringify(items)],
  )
  // The draft removes the last rule but one: returns of damaged or wrong goods are no longer free.
  await owner.query(
    `insert into returns_book_drafts (client_code, kind, item_key, content, base_version, changed_at, by_name)
     values ($1, 'rule', 'rule-199', null, 1, now(), 'bench')`,
    [client],
  )
}

const MADE = `
select c.client_code, 'RET' || lpad(n::text, 9, '0') as order_number, n, 'SKU-' || lpad((n % 5000 + 1)::text, 6, '0') as sku_code,
  n % 3 + 1 as bought, date_bin('1 second', now() - ((n + 0.5) / c.lines::float8) * $3::int * interval '1 day', '2000-01-01') as asked_at
from unnest($1::text[], $2::int[]) as c (client_code, lines) cross join lateral generate_series(0, c.lines - 1) n`
export const ORDERS = `
insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, post_code,
  quantity, item_count, total_value, currency_code, created_at, created_by, email, released_on, despatched_on, delivered_on)
select client_code, order_number, 'V', 'feed', asked_at - interval '12 days', 'STANDARD',
  ((asked_at - interval '11 days') at time zone 'Europe/London')::date, (array['GB', 'GB', 'GB', 'IE', 'FR', 'DE'])[n % 6 + 1],
  (array['LS1 1UR', 'M1 1AE', 'B1 1HQ', 'EH1 1YZ'])[n % 4 + 1], bought, 1, n % 90 * bought, 'GBP', asked_at - interval '12 days',
  'bench', 'shopper' || n % 400000 || '@example.com', ((asked_at - interval '12 days') at time zone 'Europe/London')::date,
  ((asked_at - interval '11 days') at time zone 'Europe/London')::date, ((asked_at - interval '9 days') at time zone 'Europe/London')::date
from made`
export const LINES = `
insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
select client_code, order_number, 1, sku_code, bought, n % 90, n % 90 * bought from made`
export const PARCELS = `
insert into parcels (client_code, tracking_number, carrier, order_number, carrier_service, client_method_id, despatched_at,
  ordered_at, promised_date, delivered_on, weight, state)
select client_code, 'RETP' || client_code || lpad(n::text, 9, '0'), (array['DPD', 'EVRI', 'UPS'])[n % 3 + 1], order_number,
  'Standard', '', asked_at - interval '11 days', asked_at - interval '12 days',
  ((asked_at - interval '9 days') at time zone 'Europe/London')::date,
  ((asked_at - interval '9 days') at time zone 'Europe/London')::date + (n % 10 = 0)::int, 1, 'delivered'
from made`
const RETURNED = `
insert into return_lines (client_code, order_number, return_reference, sku_code, state, quantity, announced, received, refunded,
  surplus, reason_code, ordered_on, despatched_on, announced_on, received_on, refunded_on, carrier, region)
select client_code, order_number, 'R' || order_number, sku_code, 'refunded', 1, 1, 1, 1, 0,
  (array['MIND', 'DAMAGED', 'SMALL', 'LARGE', 'LATE', 'WRONG'])[n % 6 + 1], d - 12, d - 11, d, d + 4, d + 6,
  (array['DPD', 'EVRI', 'UPS'])[n % 3 + 1], (array['London', 'Scotland', 'Wales', 'North West'])[n % 4 + 1]
from made cross join lateral (select (asked_at at time zone 'Europe/London')::date as d) day`
const EVENTS = `
insert into return_events (client_code, order_number, event_key, return_reference, sku_code, quantity, state, reason_code, condition,
  note, tracking_number, source, occurred_at, received_at)
select client_code, order_number, gen_random_uuid(), 'R' || order_number, sku_code, 1, state, 'MIND', '', '', '', 'feed', at, at
from made cross join lateral (values ('announced', asked_at), ('received', asked_at + interval '4 days')) e (state, at)`
