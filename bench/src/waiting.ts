import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { CLIENT_CODES } from './datasets/dataset.ts'
import { STAFF } from './datasets/fill.ts'
import { repeatCall } from './load/repeat-call.ts'
import type { Server } from './load/processes.ts'
import { signIn } from './load/sign-in.ts'
import { table, whole } from './table.ts'

const CONNECTIONS = [1, 4, 16]
const P99_AIM = 50
/** One in this many open orders has a routing exception, and as many cost more because a carrier was full. */
const ONE_IN = 10
const CAUSES = 8
/** In the worst state, one in this many orders is open again. */
const OPENED = 10

/** Only for users who see prices. */
const PASSED_OVER = '/api/orders/rate/passed-over'
const CALLS = [
  ['causes of exceptions', '/api/exception/causes'],
  ['orders passed over', PASSED_OVER],
  ['counts of open orders', '/api/orders/counts'],
] as const

type Target = { product: Server; owner: pg.Client; seconds: number }

/**
 * Measures the counts of open work, of one client and of all: with the orders of the last days open, and with a tenth
 * of all orders. Prints the results. Returns the missed aims.
 */
export async function measureWaiting(target: Target): Promise<string[]> {
  const { owner } = target
  const missed: string[] = []
  for (const name of ['of the last days', 'a tenth of all'] as const) {
    if (name === 'a tenth of all') await reopenOrders(owner)
    await allocate(owner)
    missed.push(...(await measureState(target, `${name}, ${await stateOf(owner)}`)))
  }
  return missed
}

async function measureState({ product, owner, seconds }: Target, state: string): Promise<string[]> {
  const [client = ''] = CLIENT_CODES
  const askers = [
    { name: 'one client', client, token: await signIn(product, client) },
    { name: 'all clients', client: 'All_client', token: await signIn(product, STAFF) },
  ]
  const rows: string[][] = []
  const missed: string[] = []
  for (const connections of CONNECTIONS)
    for (const [what, path] of CALLS)
      for (const { name, ...by } of path === PASSED_OVER ? askers.slice(1) : askers) {
        const call = { product, owner, ...by, path, connections }
        // The first call reads from disk.
        await repeatCall({ ...call, seconds: 1 })
        const { aSecond, latency, serverMs, databaseMs } = await repeatCall({ ...call, seconds })
        rows.push([
          what,
          name,
          whole(connections),
          whole(aSecond),
          whole(latency.p50),
          whole(latency.p99),
          serverMs.toFixed(2),
          databaseMs.toFixed(2),
        ])
        if (latency.p99 > P99_AIM)
          missed.push(`${what}, ${state}: ${name} at ${connections} connections p99 ${whole(latency.p99)} ms`)
      }
  console.log(`\nWhat waits: open orders ${state} (aim: p99 ${P99_AIM} ms)`)
  console.log(table(['', 'of', 'connections', 'a second', 'p50 ms', 'p99 ms', 'server ms', 'database ms'], rows))
  return missed
}

/** Describes the number of open orders, in words. */
async function stateOf(owner: pg.Client): Promise<string> {
  await owner.query("select set_config('app.clients', $1::text[]::text, false)", [CLIENT_CODES])
  const { rows } = await owner.query<{ total: string; open: string; exceptions: string; dearer: string }>(`
    select (select count(*) from orders) as total, (select count(*) from orders where status in ('N', 'R', 'S')) as open,
      (select count(*) from consignments where client_method_id is null and ended_at is null) as exceptions,
      (select count(*) from consignments where passed_over is not null and ended_at is null) as dearer`)
  const { total, open: opened, exceptions, dearer } = rows[0] ?? {}
  return `${whole(Number(opened))} of ${whole(Number(total))}, ${whole(Number(exceptions))} exceptions, ${whole(Number(dearer))} dearer`
}

/** Sets a tenth of all orders back to New, with despatch days around today. */
async function reopenOrders(owner: pg.Client): Promise<void> {
  for (const client of CLIENT_CODES)
    await inClient(
      owner,
      client,
      `update orders set status = 'N', despatch_date = current_date + right(order_number, 1)::int - 3
       where client_code = $1 and status = 'V' and substr(reverse(order_number), 2, 1)::int % $2 = 0`,
      [OPENED],
    )
}

/** Gives each open order without a consignment one: most have a carrier, some an exception, some a dearer method. */
async function allocate(owner: pg.Client): Promise<void> {
  for (const client of CLIENT_CODES)
    await inClient(
      owner,
      client,
      `insert into consignments (client_code, order_number, attempt, number, at, by_name, state, despatch_day, rule_book_version,
         parcels, consignment, usage_seen, why, carrier, client_method_id, cost, passed_over)
       select client_code, order_number, 1, 1, now(), 'bench', case when n % $2 = 0 then 'exception' else 'allocated' end,
         despatch_date, 1, 1, '{"parcels": [], "skus": []}', '{}',
         case when n % $2 = 0 then 'Closest match: Method ' || n / $2 % $3 || ' – Parcel weight ' || 30 + n % 9 || ' kg is over the limit of 30 kg' else '' end,
         case when n % $2 > 0 then 'C' || n % 6 end, case when n % $2 > 0 then 'M' || n % 12 end, case when n % $2 > 0 then 4.57 end,
         case when n % $2 = 1 then jsonb_build_object('clientMethodID', 'M' || n / $2 % $3, 'carrier', 'EVRI', 'carrierName', 'Evri',
           'methodDescription', 'Standard', 'cost', '4.15') end
       from (
         select client_code, order_number, despatch_date, row_number() over (order by order_number)::int as n from orders o
         where client_code = $1 and status in ('N', 'R') and not exists (
           select from consignments c where c.client_code = o.client_code and c.order_number = o.order_number
         )
       ) o`,
      [ONE_IN, CAUSES],
    )
  for (const client of CLIENT_CODES)
    await inClient(
      owner,
      client,
      `update orders o set lacks = case when exists (
           select from consignments c where c.client_code = o.client_code and c.order_number = o.order_number
             and c.ended_at is null and c.client_method_id is null
         ) then 128 else 0 end
       where client_code = $1 and status in ('N', 'R', 'S') and lacks is null`,
    )
  await owner.query('vacuum (analyze) orders, consignments')
  await waitUntilFolded(owner)
}

async function inClient(
  owner: pg.Client,
  client: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<void> {
  await owner.query("select set_config('app.clients', $1::text[]::text, false)", [[client]])
  await owner.query(statement, [client, ...values])
}

/** Waits until the server has folded all deltas. */
async function waitUntilFolded(owner: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query('select from work_deltas union all select from work_order_deltas limit 1')
    if (rows.length === 0) return
    await sleep(500)
  }
}
