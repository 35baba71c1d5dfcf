import type pg from 'pg'
import { CLIENT_CODES } from './datasets/dataset.ts'
import { forgetOrders } from './datasets/forget-orders.ts'
import type { Measured } from './load/load.ts'
import { databaseTime, processorTime } from './load/processor-time.ts'
import { runLoad, type Server } from './load/processes.ts'
import { signIn } from './load/sign-in.ts'
import { median, table, whole } from './table.ts'
import type { Kind, Load, Side } from './load/workload.ts'

const CONNECTIONS = [1, 16, 64]
const WARM_UP_SECONDS = 3
/** Aims: at least this share of the floor's requests per second. */
const AIMS: Partial<Record<Kind, number>> = { list: 0.5, detail: 0.5, create: 0.3 }
/** Aims against the lean floor, at 16 connections. */
const LEAN_AIMS: Partial<Record<Kind, number>> = {
  list: 0.6,
  detail: 0.35,
  create: 0.35,
  timeline: 0.5,
  'parcel-status': 0.5,
  exceptions: 0.5,
  'by-email': 0.5,
  'by-name': 0.5,
}
const P99_AIM = 50
/** The exceptions of a month count late parcels. */
const P99_AIMS: Partial<Record<Kind, number>> = { exceptions: 150 }

export type Target = Record<Side, Server> & { owner: pg.Client; seconds: number; rounds: number }

/** Measures one kind of request on both sides alternately, and prints the results. Returns the missed aims. */
export async function compare(kind: Kind, target: Target): Promise<string[]> {
  const base = await baseOf(kind, target)
  const p99Aim = P99_AIMS[kind] ?? P99_AIM
  const sides: Side[] = kind === 'total' ? ['product'] : ['product', 'floor', 'lean']
  const rows: string[][] = []
  const missed: string[] = []
  for (const side of sides) {
    await runLoad({
      ...base,
      ...on(side, target),
      connections: 16,
      seconds: WARM_UP_SECONDS,
      seed: 1,
      run: `${base.run}w${side}`,
    })
  }
  for (const connections of CONNECTIONS) {
    const measured: Record<Side, Measured[]> = { product: [], floor: [], lean: [] }
    for (let round = 0; round < target.rounds; round++) {
      for (const side of round % 2 ? sides.toReversed() : sides) {
        const run = `${base.run}c${connections}r${round}${side}`
        const load = { ...base, ...on(side, target), connections, seed: 100 + round, run }
        const result = await timed(load, target)
        if (kind === 'create') await checkCreated(target.owner, load, result)
        if (result.errors || result.wrong) missed.push(`${kind} (${side}): ${result.sample ?? 'errors'}`)
        measured[side].push(result)
      }
    }
    const of = (side: Side, figure: (one: Measured) => number) => median(measured[side].map(figure))
    const ratioTo = (side: Side) =>
      of('product', (one) => one.requestsPerSecond) / of(side, (one) => one.requestsPerSecond)
    const ratios = { floor: ratioTo('floor'), lean: ratioTo('lean') }
    for (const side of sides)
      rows.push(rowOf(side, connections, measured[side], side === 'product' ? ratios : undefined))
    missed.push(...missedAims(kind, connections, ratios))
    const p99 = of('product', (one) => one.p99)
    if (connections === 16 && p99 >= p99Aim) missed.push(`${kind} at 16: p99 ${p99.toFixed(1)} ms`)
  }
  print(kind, rows)
  if (kind === 'create') await forgetCreated(target.owner)
  return missed
}

type Ratios = Record<'floor' | 'lean', number>

/** The aims that these ratios miss. With 64 simultaneous requests, p99 counts instead. */
function missedAims(kind: Kind, connections: number, ratios: Ratios): string[] {
  const aims = [
    { name: 'floor', aim: connections === 64 ? undefined : AIMS[kind], ratio: ratios.floor },
    { name: 'lean floor', aim: connections === 16 ? LEAN_AIMS[kind] : undefined, ratio: ratios.lean },
  ]
  return aims.flatMap(({ name, aim, ratio }) =>
    aim !== undefined && ratio < aim ? [`${kind} at ${connections}: ${ratio.toFixed(2)} of the ${name}`] : [],
  )
}

const HEAD = [
  '',
  'connections',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'server ms',
  'database ms',
  'errors',
  'wrong',
  'of floor',
  'of lean',
]

function print(kind: Kind, rows: string[][]): void {
  const of = (name: string, aim: number | undefined) => (aim === undefined ? '' : `${aim} of the ${name}, `)
  const p99 = P99_AIMS[kind] ?? P99_AIM
  console.log(
    `\n${kind} (aim: ${of('floor', AIMS[kind])}${of('lean floor', LEAN_AIMS[kind])}p99 under ${p99} ms at 16 connections)`,
  )
  console.log(table(HEAD, rows))
}

/**
 * Runs a load and adds its processor time, which depends less on other work of the machine than requests per second.
 */
async function timed(load: Load, { owner, [load.side]: server }: Target): Promise<Measured> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const times = () => Promise.all([processorTime(server.pid), databaseTime(rows[0]?.pid ?? 0)])
  const before = await times()
  const result = await runLoad(load)
  const after = await times()
  const [serverTime, inDatabase] = after.map((time, index) => (time - (before[index] ?? 0)) / result.answers)
  return { ...result, serverTime, databaseTime: inDatabase }
}

function on(side: Side, target: Target) {
  return { side, url: target[side].url }
}

function rowOf(side: Side, connections: number, runs: Measured[], ratios: Ratios | undefined): string[] {
  const shown = (ratio: number | undefined) => (ratio === undefined || !Number.isFinite(ratio) ? '' : ratio.toFixed(2))
  const of = (figure: (one: Measured) => number) => median(runs.map(figure))
  const sum = (figure: (one: Measured) => number) => String(runs.reduce((total, one) => total + figure(one), 0))
  return [
    side,
    String(connections),
    whole(of((one) => one.requestsPerSecond)),
    of((one) => one.p50).toFixed(2),
    of((one) => one.p99).toFixed(2),
    of((one) => one.serverTime ?? Number.NaN).toFixed(2),
    of((one) => one.databaseTime ?? Number.NaN).toFixed(2),
    sum((one) => one.errors),
    sum((one) => one.wrong),
    shown(ratios?.floor),
    shown(ratios?.lean),
  ]
}

/** Settings that all loads of a kind share: signed-in clients, and the existing orders. */
export async function baseOf(
  kind: Kind,
  { product, owner, seconds }: Pick<Target, 'product' | 'owner' | 'seconds'>,
): Promise<Omit<Load, 'side' | 'url' | 'connections'>> {
  const { rows } = await owner.query<{ client_code: string; orders: number }>(
    'select client_code, (last_number - 100000)::int as orders from order_counters',
  )
  const orders = new Map(rows.map((row) => [row.client_code, row.orders]))
  const { rows: range } = await owner.query<{ first: string; days: number }>(
    "select min(ordered_at)::date::text as first, max(ordered_at)::date - min(ordered_at)::date as days from orders where source = 'feed'",
  )
  const clients: Load['clients'] = []
  for (const code of CLIENT_CODES) {
    clients.push({ code, token: await signIn(product, code), orders: orders.get(code) ?? 1 })
  }
  const [{ first, days } = { first: '', days: 0 }] = range
  return { kind, seconds, seed: 0, run: Date.now().toString(36), clients, firstDay: first, days }
}

/**
 * Checks that every answered order is in the database with all its lines, and that at most the requests open at the end
 * created more.
 */
async function checkCreated(owner: pg.Client, load: Load, result: Measured): Promise<void> {
  const { rows } = await owner.query<{ orders: number; whole: number }>(
    `select count(*)::int as orders,
            count(*) filter (where exists (select from order_lines l where l.client_code = o.client_code and l.order_number = o.order_number)
                               and exists (select from order_history h where h.client_code = o.client_code and h.order_number = o.order_number))::int as whole
     from orders o where client_code = any ($1) and order_number like $2`,
    [CLIENT_CODES, `BENCH-${load.run}-%`],
  )
  const { orders = 0, whole: complete = 0 } = rows[0] ?? {}
  const answered = result.answers - result.errors
  if (orders < answered || orders > answered + load.connections || complete !== orders) {
    result.wrong++
    result.sample ??= `${answered} orders were answered, ${orders} are there, ${complete} of them whole`
  }
}

async function forgetCreated(owner: pg.Client): Promise<void> {
  await forgetOrders(owner, CLIENT_CODES, 'BENCH-')
  await owner.query('truncate audit')
  await owner.query('vacuum (analyze)')
}
