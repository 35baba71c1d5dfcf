import { orderFacts } from '@despatch/server/orders/order-facts'
import { exceptionFacts, parcelFacts } from '@despatch/server/deliveries/parcels/parcel-facts'
import type pg from 'pg'
import { CLIENT_CODES } from '../datasets/dataset.ts'
import { STAFF } from '../datasets/fill.ts'
import { askOften } from '../load/ask-often.ts'
import type { Server } from '../load/processes.ts'
import { signIn } from '../load/sign-in.ts'
import { table, whole } from '../table.ts'

const CONNECTIONS = 16
const DAY_MS = 86_400_000

const REPORTS = [
  { name: 'carriers', path: 'carriers' },
  { name: 'exceptions', path: 'exceptions' },
  { name: 'key metrics', path: 'key-metrics' },
  { name: 'volumes', path: 'volumes' },
]

type Target = { product: Server; owner: pg.Client; seconds: number }

/**
 * The report screens' figures at 16 connections: of one client for 13 weeks, and of all clients for two years. Prints what it
 * measured; gives what was missed.
 */
export async function measureFigures({ product, owner, seconds }: Target): Promise<string[]> {
  await keepDays(owner)
  const [client = ''] = CLIENT_CODES
  const asked = [
    { name: 'one client, 13 weeks', client, token: await signIn(product, client), days: 91, aim: 100 },
    { name: 'all clients, two years', client: 'All_client', token: await signIn(product, STAFF), days: 728, aim: 250 },
  ]
  const rows: string[][] = []
  const missed: string[] = []
  for (const { name, client: of, token, days, aim } of asked)
    for (const report of REPORTS) {
      const { aSecond, latency, serverMs, databaseMs } = await askOften({
        product,
        owner,
        token,
        client: of,
        path: `/api/reports/${report.path}`,
        body: { startDate: dayAgo(days), endDate: dayAgo(1) },
        connections: CONNECTIONS,
        seconds,
      })
      rows.push([
        `${report.name}: ${name}`,
        whole(aSecond),
        whole(latency.p50),
        whole(latency.p97_5),
        serverMs.toFixed(1),
        databaseMs.toFixed(1),
      ])
      if (latency.p97_5 > aim) missed.push(`figures: ${report.name} of ${name} p97.5 ${whole(latency.p97_5)} ms`)
    }
  const { rows: counted } = await owner.query<{ orders: number; parcels: number }>(
    'select (select count(*)::int from orders) as orders, (select count(*)::int from parcels) as parcels',
  )
  console.log(
    `\nfigures: ${whole(counted[0]?.orders ?? 0)} orders, ${whole(counted[0]?.parcels ?? 0)} parcels, ${CONNECTIONS} connections (aims: p95 ${asked.map(({ aim }) => aim).join(' and ')} ms)`,
  )
  console.log(table(['', 'a second', 'p50 ms', 'p97.5 ms', 'server ms', 'database ms'], rows))
  return missed
}

const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** Orders are copied as they end: their days are worked out, and the facts rebuilt, with what that took. */
async function keepDays(owner: pg.Client): Promise<void> {
  const began = performance.now()
  await owner.query("select set_config('app.clients', array_agg(client_code)::text, false) from clients")
  await owner.query('select fill_order_days((select array_agg(client_code) from clients))')
  for (const { rebuild } of [orderFacts, parcelFacts, exceptionFacts]) await owner.query(`select ${rebuild}()`)
  await owner.query('vacuum (analyze) orders, order_facts, parcel_facts, parcel_region_facts, exception_facts')
  console.log(`\nDays worked out and facts rebuilt in ${Math.round((performance.now() - began) / 1000)} s`)
}
