import type pg from 'pg'
import { CLIENT_CODES } from '../datasets/dataset.ts'
import { STAFF } from '../datasets/fill.ts'
import { repeatCall } from '../load/repeat-call.ts'
import type { Server } from '../load/processes.ts'
import { processOf, untilIdle } from '../load/processor-time.ts'
import { signIn } from '../load/sign-in.ts'
import { markFigures, untilFiguresCounted } from '../figures.ts'
import { startEvents } from './events-meanwhile.ts'
import { table, whole } from '../table.ts'

const CONNECTIONS = 16
const DAY_MS = 86_400_000

const REPORTS = [
  { name: 'carriers', path: 'carriers' },
  { name: 'exceptions', path: 'exceptions' },
  { name: 'key metrics', path: 'key-metrics' },
  { name: 'volumes', path: 'volumes' },
]

type Target = { product: Server; owner: pg.Client; seconds: number; feedLines: number }

/**
 * Measures the figures of the report screens at 16 connections, of one client for 13 weeks and of all clients for two
 * years: alone, and while delivery events are fed. Prints the results. Returns the missed aims.
 */
export async function measureFigures(target: Target): Promise<string[]> {
  const { product, owner, feedLines } = target
  await countDays(owner)
  await untilIdle(product.pid, await processOf(owner))
  const [client = ''] = CLIENT_CODES
  const token = await signIn(product, client)
  const loads: ReportLoad[] = [
    { name: 'one client, 13 weeks', client, token, days: 91, aimMs: 150 },
    {
      name: 'all clients, two years',
      client: 'All_client',
      token: await signIn(product, STAFF),
      days: 728,
      aimMs: 400,
    },
  ]
  const { rows: counted } = await owner.query<{ orders: number; parcels: number }>(
    'select (select count(*)::int from orders) as orders, (select count(*)::int from parcels) as parcels',
  )
  console.log(`\nfigures: ${whole(counted[0]?.orders ?? 0)} orders, ${whole(counted[0]?.parcels ?? 0)} parcels`)
  const missed: string[] = []
  for (const one of loads) missed.push(...(await measureReports(target, one, 1)))
  for (const one of loads) missed.push(...(await measureReports(target, one, CONNECTIONS)))
  for (const one of loads) {
    const events = await startEvents({ product, owner, token, events: feedLines })
    try {
      missed.push(...(await measureReports(target, { ...one, name: `${one.name}, beside events` }, CONNECTIONS)))
    } finally {
      console.log(await events.end())
    }
  }
  return missed
}

type ReportLoad = { name: string; client: string; token: string; days: number; aimMs: number }

async function measureReports(
  { product, owner, seconds }: Target,
  { name, client, token, days, aimMs }: ReportLoad,
  connections: number,
): Promise<string[]> {
  const rows: string[][] = []
  const missed: string[] = []
  for (const report of REPORTS) {
    const path = `/api/reports/${report.path}`
    const call = { product, token, client, path, body: { startDate: dayAgo(days), endDate: dayAgo(1) } }
    const first = await askOnce(call)
    const { aSecond, latency, serverMs, databaseMs } = await repeatCall({ ...call, owner, connections, seconds })
    const times = [latency.p50, latency.p97_5].map(whole)
    rows.push([report.name, whole(first), whole(aSecond), ...times, serverMs.toFixed(1), databaseMs.toFixed(1)])
    if (latency.p97_5 > aimMs)
      missed.push(`figures: ${report.name} of ${name}, ${connections} at once, p97.5 ${whole(latency.p97_5)} ms`)
  }
  console.log(`\nfigures of ${name}, ${connections} connections (aim: p95 ${aimMs} ms)`)
  console.log(table(['', 'first ms', 'a second', 'p50 ms', 'p97.5 ms', 'server ms', 'database ms'], rows))
  return missed
}

/** Milliseconds of one answer, whose sums may have to be computed first, from disk. */
async function askOnce({
  product,
  token,
  client,
  path,
  body,
}: Omit<Parameters<typeof repeatCall>[0], 'connections' | 'seconds'>) {
  const began = performance.now()
  const headers = { 'content-type': 'application/json', access_token: token, client }
  const answer = await fetch(`${product.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await answer.arrayBuffer()
  return performance.now() - began
}

const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/**
 * The filled orders have no days yet: work them out once, count the figures, and print the times. If there are days,
 * figures have been counted since.
 */
async function countDays(owner: pg.Client): Promise<void> {
  await owner.query("select set_config('app.clients', array_agg(client_code)::text, false) from clients")
  const { rows } = await owner.query<{ waits: boolean }>(
    "select exists (select from orders where status = 'V' and released_on is null) as waits",
  )
  if (!rows[0]?.waits) return
  const began = performance.now()
  await owner.query('select fill_order_days((select array_agg(client_code) from clients))')
  await markFigures(owner)
  await untilFiguresCounted(owner)
  await owner.query('vacuum (analyze) orders, order_facts, parcel_facts, exception_facts')
  console.log(`\nDays worked out and figures counted in ${Math.round((performance.now() - began) / 1000)} s`)
}
