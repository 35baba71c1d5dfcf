import type pg from 'pg'
import { CLIENT_CODES } from './datasets/dataset.ts'
import { STAFF } from './datasets/fill.ts'
import { askOften } from './load/ask-often.ts'
import type { Server } from './load/processes.ts'
import { signIn } from './load/sign-in.ts'
import { table, whole } from './table.ts'

const CONNECTIONS = 16
const P99_AIM = 50
/** Open orders of each client that get a routing exception, of as many causes. */
const EXCEPTIONS = 500
const CAUSES = 8

/** For those alone who see prices. */
const PASSED_OVER = '/api/orders/rate/passed-over'
const CALLS = [
  ['causes of exceptions', '/api/exception/causes'],
  ['orders passed over', PASSED_OVER],
  ['counts of open orders', '/api/orders/counts'],
] as const

type Target = { product: Server; owner: pg.Client; seconds: number }

/** What waits, grouped and counted, at 16 connections, of one client and of all. Prints what it measured; gives what was missed. */
export async function measureWaiting({ product, owner, seconds }: Target): Promise<string[]> {
  await addExceptions(owner)
  const [client = ''] = CLIENT_CODES
  const askers = [
    { name: 'one client', client, token: await signIn(product, client) },
    { name: 'all clients', client: 'All_client', token: await signIn(product, STAFF) },
  ]
  const rows: string[][] = []
  const missed: string[] = []
  for (const [what, path] of CALLS)
    for (const { name, ...by } of path === PASSED_OVER ? askers.slice(1) : askers) {
      const call = { product, ...by, path, connections: CONNECTIONS }
      // What is asked first is read from the disk.
      await askOften({ ...call, seconds: 1 })
      const { aSecond, latency } = await askOften({ ...call, seconds })
      rows.push([what, name, whole(aSecond), whole(latency.p50), whole(latency.p99)])
      if (latency.p99 > P99_AIM) missed.push(`${what}: ${name} p99 ${whole(latency.p99)} ms`)
    }
  console.log(`\nWhat waits, ${EXCEPTIONS} exceptions a client, ${CONNECTIONS} connections (aim: p99 ${P99_AIM} ms)`)
  console.log(table(['', 'of', 'a second', 'p50 ms', 'p99 ms'], rows))
  return missed
}

/** Of each client some open orders for which nothing was found, and as many that a full carrier made dearer. */
async function addExceptions(owner: pg.Client): Promise<void> {
  for (const client of CLIENT_CODES) {
    await owner.query("select set_config('app.clients', $1::text[]::text, false)", [[client]])
    await owner.query(
      `insert into consignments (client_code, order_number, attempt, number, at, by_name, state, despatch_day, rule_book_version,
         parcels, consignment, usage_seen, why, carrier, client_method_id, cost, passed_over)
       select client_code, order_number, 1, 1, now(), 'bench', case when n % 2 = 0 then 'exception' else 'allocated' end, current_date,
         1, 1, '{"parcels": [], "skus": []}', '{}',
         case when n % 2 = 0 then 'Closest match: Method ' || n % $3 || ' – Parcel weight ' || 30 + n % 9 || ' kg is over the limit of 30 kg' else '' end,
         case when n % 2 = 1 then 'DPD' end, case when n % 2 = 1 then 'M1' end, case when n % 2 = 1 then 4.57 end,
         case when n % 2 = 1 then jsonb_build_object('clientMethodID', 'M' || n % $3, 'carrier', 'EVRI', 'carrierName', 'Evri',
           'methodDescription', 'Standard', 'cost', '4.15') end
       from (
         select client_code, order_number, row_number() over (order by order_number) as n from orders
         where client_code = $1 and status = 'N' limit 2 * $2::int
       ) o
       on conflict do nothing`,
      [client, EXCEPTIONS, CAUSES],
    )
  }
}
