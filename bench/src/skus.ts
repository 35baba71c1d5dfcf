import { attachOrOpenEmbeddedPostgres } from '@despatch/server/database/embedded/open-embedded-postgres'
import { migrate } from '@despatch/server/database/migrate/migrate'
import pg from 'pg'
import { CLIENT_CODES } from './datasets/dataset.ts'
import { insertUsers } from './datasets/fill.ts'
import { repeatCall } from './load/repeat-call.ts'
import { type Server, startProduct } from './load/processes.ts'
import { signIn } from './load/sign-in.ts'
import { table, whole } from './table.ts'

const SKUS = 100_000
const CONNECTIONS = 16
const P99_AIM_MS = 50
const TABLES = ['skus', 'sku_components', 'stock_balances', 'sku_activity', 'sku_activity_counted']
const LIST = '/api/sku/file-report'
const CALLS: readonly { name: string; path: string; body: object }[] = [
  ...['code', 'title', 'orders', 'onHand', 'weight'].flatMap((sort) => [
    { name: `list by ${sort}`, path: LIST, body: { sort, limit: 50 } },
    { name: `list by ${sort}, down`, path: LIST, body: { sort, desc: true, limit: 50 } },
  ]),
  { name: 'list of what lacks a weight', path: LIST, body: { missing: 'weight', limit: 50 } },
  { name: 'list of what is in stock', path: LIST, body: { stock: 'in', limit: 50 } },
  { name: 'totals', path: `${LIST}/totals`, body: {} },
  { name: 'totals of a category', path: `${LIST}/totals`, body: { category: 'Category 7' } },
]

/**
 * Measures SKU File Report over 100,000 SKUs of 20 clients at 16 connections: each sort of the list, some selections
 * and the totals, before and after the planner has statistics. Orders are not counted: there are none. Prints the
 * results. Returns the missed aims.
 */
export async function measureSkus(data: string, seconds: number): Promise<string[]> {
  await withOwner(data, async (owner, ownerUrl) => {
    await migrate({ ownerUrl })
    await fillSkus(owner)
  })
  const product = await startProduct(data, undefined)
  const counting = Promise.withResolvers<void>()
  const held = withOwner(data, async (owner) => {
    await owner.query(
      `select pg_advisory_lock(hashtextextended('sku activity of ' || code, 0)) from unnest($1::text[]) as code`,
      [CLIENT_CODES],
    )
    await counting.promise
  })
  try {
    let before: MeasuredCall[] = []
    let after: MeasuredCall[] = []
    await withOwner(data, async (owner) => {
      before = await measureCalls(product, owner, seconds)
      await owner.query(`vacuum (analyze) ${TABLES.join(', ')}`)
      after = await measureCalls(product, owner, seconds)
    })
    console.log(
      `\nSKU File Report: ${whole(SKUS)} SKUs of ${CLIENT_CODES.length} clients, ${CONNECTIONS} connections (aim: p99 ${P99_AIM_MS} ms)`,
    )
    console.log(
      table(
        ['', 'a second', 'p99, ms', 'processor, ms', 'analyzed: a second', 'p99, ms', 'processor, ms'],
        CALLS.map(({ name }, index) => [name, ...(before[index]?.cells ?? []), ...(after[index]?.cells ?? [])]),
      ),
    )
    return [...before, ...after].flatMap(({ name, p99 }) =>
      p99 > P99_AIM_MS ? [`skus: ${name} p99 ${whole(p99)} ms`] : [],
    )
  } finally {
    counting.resolve()
    await held
    await product.stop()
  }
}

/** Does work as the owner of the folder's database. Starts the database unless it is running, and then stops it. */
export async function withOwner(
  data: string,
  work: (owner: pg.Client, ownerUrl: string) => Promise<unknown>,
): Promise<void> {
  const postgres = await attachOrOpenEmbeddedPostgres({ dataDirectory: data, report: () => {} })
  const owner = new pg.Client({ connectionString: postgres.ownerUrl })
  try {
    await owner.connect()
    await work(owner, postgres.ownerUrl)
  } finally {
    await owner.end()
    await postgres.stop()
  }
}

/**
 * Creates 100,000 SKUs of 20 clients, once. A separate database has no autovacuum, so the planner stays without
 * statistics; beside orders they are added to the existing SKUs.
 */
export async function fillSkus(owner: pg.Client): Promise<void> {
  const { rowCount: hasClients } = await owner.query("select from clients where client_code = 'B01'")
  if (!hasClients) {
    await insertUsers(owner)
    for (const name of TABLES) await owner.query(`alter table ${name} set (autovacuum_enabled = false)`)
  }
  await owner.query("select set_config('app.clients', array_agg(client_code)::text, false) from clients")
  const { rowCount: hasSkus } = await owner.query(
    "select from skus where client_code = 'B01' and sku_code = 'SKU-000001'",
  )
  if (hasSkus) return
  const mine = `from clients cross join generate_series(1, ${SKUS / CLIENT_CODES.length}) as n`
  const code = `'SKU-' || lpad(n::text, 6, '0')`
  await owner.query(
    `insert into skus (client_code, sku_code, description, categories, unit_value, weight, length, width, height, volume)
     select client_code, ${code}, 'Thing ' || md5(n::text), array['Category ' || n % 20], n % 100, case when n % 4 > 0 then n end,
       case when n % 5 > 0 then 300 end, 200, 100, case when n % 5 > 0 then 6000 end ${mine} order by 1, 2`,
  )
  await owner.query(
    `insert into sku_components select client_code, ${code}, 'SKU-' || lpad((n - 1)::text, 6, '0'), 2 ${mine} where n % 50 = 0 order by 1, 2`,
  )
  await owner.query(
    `insert into stock_balances (client_code, sku_code, code, on_hand, counted_at, counted)
     select client_code, ${code}, stock, n * 7919 % 500, now(), n * 7919 % 500
     ${mine} cross join unnest(array['SELLABLE', 'QUARANTINE']) as stock where stock = 'SELLABLE' or n % 10 = 0 order by 1, 2, 3
     on conflict (client_code, sku_code, code) do update
     set on_hand = excluded.on_hand, counted_at = excluded.counted_at, counted = excluded.counted`,
  )
  await owner.query(
    `insert into sku_activity select client_code, ${code}, n * 7919 % 300 + 1, n, now() - interval '1 hour' * (n % 600) ${mine}
     where n % 3 > 0 order by 1, 2`,
  )
  await owner.query('insert into sku_activity_counted select client_code, now() from clients on conflict do nothing')
}

/** `cells` are answers per second, p99, and the processor time of server and database per answer. */
type MeasuredCall = { readonly name: string; readonly p99: number; readonly cells: readonly string[] }

async function measureCalls(product: Server, owner: pg.Client, seconds: number): Promise<MeasuredCall[]> {
  const [client = ''] = CLIENT_CODES
  const token = await signIn(product, client)
  const measured: MeasuredCall[] = []
  for (const { name, path, body } of CALLS) {
    const { aSecond, latency, serverMs, databaseMs } = await repeatCall({
      product,
      owner,
      token,
      client,
      path,
      body,
      connections: CONNECTIONS,
      seconds,
    })
    const processor = `${serverMs.toFixed(1)} + ${databaseMs.toFixed(1)}`
    measured.push({ name, p99: latency.p99, cells: [whole(aSecond), whole(latency.p99), processor] })
  }
  return measured
}
