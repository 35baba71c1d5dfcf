import { migrate } from '@despatch/server/database/migrate/migrate'
import type pg from 'pg'
import { CLIENT_CODES } from './datasets/dataset.ts'
import { insertRuleBooks } from './datasets/rule-books.ts'
import { sendFeed } from './feeds/send-feed.ts'
import { repeatCall } from './load/repeat-call.ts'
import { type Server, startProduct } from './load/processes.ts'
import { signIn } from './load/sign-in.ts'
import { fillSkus, withOwner } from './skus.ts'
import { median, table, whole } from './table.ts'

const COUNTED = 100_000
const FEED_AIM_S = 10
const [CLIENT = '', COUNTER = '', REFUSER = ''] = CLIENT_CODES
/** Connections that compete for the last pieces. */
const AT_ONCE = 64
const UNTIL = '2099-12-31'
/** Part of this run's order numbers, because orders of earlier runs still exist. */
const RUN = Date.now().toString(36).toUpperCase()
/** The ledger's triggers that run when an order is created. */
const LEDGER = [
  ['order_lines', 'note_promised_new'],
  ['order_lines', 'redraw_of_new'],
  ['orders', 'note_promised'],
] as const

type On = { product: Server; owner: pg.Client; seconds: number; rounds: number }
type Line = { name: string; measured: string; aim: string; isMissed: boolean }

/**
 * Measures stock over 100,000 SKUs of 20 clients: its list, reservations, a feed with counts of 100,000 SKUs, orders
 * with and without the ledger, and competing for the last 500 pieces. Prints the results. Returns the missed aims.
 */
export async function measureStock(data: string, options: Pick<On, 'seconds' | 'rounds'>): Promise<string[]> {
  await withOwner(data, async (owner, ownerUrl) => {
    await migrate({ ownerUrl })
    await fillSkus(owner)
    await owner.query("select set_config('app.clients', array_agg(client_code)::text, false) from clients")
    const { rowCount: hasBooks } = await owner.query('select from rule_book_heads limit 1')
    if (hasBooks) return
    await owner.query('begin')
    await insertRuleBooks(owner)
    await owner.query('commit')
  })
  const product = await startProduct(data, undefined)
  const lines: Line[] = []
  try {
    await withOwner(data, async (owner) => {
      const on: On = { product, owner, ...options }
      await owner.query("select set_config('app.clients', array_agg(client_code)::text, false) from clients")
      await owner.query('vacuum (analyze) skus, stock_balances')
      lines.push(
        ...(await measureCounts(on)),
        ...(await measureCalls(on)),
        await measureOrders(on),
        await measureLast(on),
      )
    })
  } finally {
    await product.stop()
  }
  console.log('\nStock: 100,000 SKUs of 20 clients')
  console.log(
    table(
      ['', 'measured', 'aim'],
      lines.map(({ name, measured, aim }) => [name, measured, aim]),
    ),
  )
  return lines.filter(({ isMissed }) => isMissed).map(({ name, measured }) => `stock: ${name}: ${measured}`)
}

/** Feeds counts of new SKUs, counts of the same SKUs a day later, and the same file again. */
async function measureCounts({ product }: On): Promise<Line[]> {
  const token = await signIn(product, COUNTER)
  // SKUs and days of this run, because counts of earlier runs still exist.
  const [first, later] = [new Date(), new Date(Date.now() + 1)].map((at) => at.toISOString())
  const fed: [string, string][] = [
    ['first', first ?? ''],
    ['later', later ?? ''],
    ['again', later ?? ''],
  ]
  const lines: Line[] = []
  for (const [which, day] of fed) {
    const rows = Array.from({ length: COUNTED }, (_, n) => `COUNTED-${RUN}-${n},${(n * 7) % 500},${day}`)
    const file = [Buffer.from(`SKU,stockOnHand,asOf\n${rows.join('\n')}\n`)]
    const began = performance.now()
    await sendFeed(product, { feed: 'stock', token, client: COUNTER, file })
    const took = (performance.now() - began) / 1000
    const name = `a count of ${whole(COUNTED)} SKUs, ${which}`
    lines.push({ name, measured: `${took.toFixed(1)} s`, aim: `${FEED_AIM_S} s`, isMissed: took > FEED_AIM_S })
  }
  return lines
}

const reservation = (sku: string) => ({
  sku,
  type: 'SELLABLE',
  pieces: 1,
  purpose: 'promotion',
  until: UNTIL,
})

/** The list at 16 connections; a single reservation, and 16 at once on one SKU. */
async function measureCalls({ product, owner, seconds }: On): Promise<Line[]> {
  const token = await signIn(product, CLIENT)
  await owner.query(
    `update stock_balances set on_hand = 1000000 where client_code = $1 and sku_code in ('SKU-000001', 'SKU-000002')`,
    [CLIENT],
  )
  const cases = [
    { name: 'list and total', path: 'stock', body: { limit: 50 }, connections: 16, aim: 50 },
    { name: 'what is short, and its total', path: 'stock', body: { only: 'short' }, connections: 16, aim: 50 },
    { name: 'a reservation alone', path: 'reservations', body: reservation('SKU-000001'), connections: 1, aim: 20 },
    {
      name: 'reservations of one SKU',
      path: 'reservations',
      body: reservation('SKU-000002'),
      connections: 16,
      aim: 60,
    },
  ]
  const lines: Line[] = []
  for (const { name, path, body, connections, aim } of cases) {
    const { aSecond, latency, serverMs, databaseMs } = await repeatCall({
      product,
      owner,
      token,
      client: CLIENT,
      path: `/api/sku/${path}`,
      body,
      connections,
      seconds,
    })
    lines.push({
      name: `${name}, ${connections} connection${connections === 1 ? '' : 's'}, p99 (${whole(aSecond)} a second; processor ${serverMs.toFixed(1)} + ${databaseMs.toFixed(1)} ms)`,
      measured: `${whole(latency.p99)} ms`,
      aim: `${aim} ms`,
      isMissed: latency.p99 > aim,
    })
  }
  return lines
}

const order = (orderNo: string, SKUs: readonly string[]) => ({
  orderNo,
  customerFirstName: 'Chris',
  customerLastName: 'Name',
  email: 'chris@example.com',
  phone: '',
  addressLine1: '1 Station Road',
  addressLine3: 'Leeds',
  postCode: 'LS1 1UR',
  items: SKUs.map((SKU) => ({ SKU, quantity: 1 })),
})

type Caller = { product: Server; token: string; client: string }
const post = ({ product, token, client }: Caller, path: string, body: object) =>
  fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', access_token: token, client },
    body: JSON.stringify(body),
  })

/**
 * Creates orders of two lines, one after the other, with and without the ledger alternately. Returns the median of
 * each.
 */
async function measureOrders({ product, owner, seconds, rounds }: On): Promise<Line> {
  const caller = { product, token: await signIn(product, CLIENT), client: CLIENT }
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] }
  let running = 0
  const run = async (which: 'with' | 'without', isCounted: boolean) => {
    const set = which === 'with' ? 'enable' : 'disable'
    for (const [on, trigger] of LEDGER) await owner.query(`alter table ${on} ${set} trigger ${trigger}`)
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      running++
      const SKUs = [running, running + 1].map((n) => `SKU-${String(1 + (n % 5000)).padStart(6, '0')}`)
      const began = performance.now()
      const answer = await post(caller, '/api/orders/create', order(`BENCH-${RUN}-${running}`, SKUs))
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`An order was answered ${answer.status}`)
      if (isCounted) times[which].push(performance.now() - began)
    }
  }
  await run('without', false)
  for (let round = 0; round < rounds; round++) {
    await run('with', true)
    await run('without', true)
  }
  await run('with', false)
  const [withLedger, without] = [median(times.with), median(times.without)]
  const more = withLedger / without - 1
  return {
    name: `creating an order, p50 with the ledger (without: ${without.toFixed(2)} ms)`,
    measured: `${withLedger.toFixed(2)} ms, ${(more * 100).toFixed(0)} % more`,
    aim: '10 % more',
    isMissed: more > 0.1,
  }
}

/**
 * Makes 1,000 reservations and 200 orders of one piece, 64 at once, on a SKU with 500 pieces, for a client that refuses
 * shortages.
 */
async function measureLast({ product, owner }: On): Promise<Line> {
  const caller = { product, token: await signIn(product, REFUSER), client: REFUSER }
  const sku = 'SKU-000007'
  await owner.query(
    `insert into client_settings (client_code, settings) values ($1, '{"refuseShort": true}')
     on conflict (client_code) do update set settings = excluded.settings`,
    [REFUSER],
  )
  const { rows: taken } = await owner.query<{ pieces: number }>(
    `select coalesce(sum(reserved + promised), 0)::int as pieces from stock_known
     where client_code = $1 and sku_code = $2 and code = 'SELLABLE'`,
    [REFUSER, sku],
  )
  const onHand = 500 + (taken[0]?.pieces ?? 0)
  await sendFeed(product, {
    feed: 'stock',
    token: caller.token,
    client: REFUSER,
    file: [Buffer.from(`SKU,stockOnHand,asOf\n${sku},${onHand},${new Date().toISOString()}\n`)],
  })
  const began = performance.now()
  const sends = Array.from(
    { length: 1200 },
    (_, n) => () =>
      n % 6 === 0
        ? post(caller, '/api/orders/create', order(`LAST-${RUN}-${n}`, [sku]))
        : post(caller, '/api/sku/reservations', reservation(sku)),
  )
  const statuses: number[] = []
  const lane = async () => {
    for (let send = sends.pop(); send; send = sends.pop()) {
      const answer = await send()
      await answer.arrayBuffer()
      // A busy server refuses with 503 or 429, and the caller tries again.
      if (answer.status === 503 || answer.status === 429) sends.push(send)
      else statuses.push(answer.status)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  const took = (performance.now() - began) / 1000
  const went = statuses.filter((status) => status === 200).length
  const others = statuses.filter((status) => status !== 200 && status !== 422).length
  const { rows } = (await (await post(caller, '/api/sku/stock', { sku })).json()) as {
    rows: { available_stock: number }[]
  }
  const left = rows[0]?.available_stock
  return {
    name: `1,000 reservations and 200 orders, 64 at once, on 500 left, ${took.toFixed(1)} s`,
    measured: `${went} went, ${left} left, ${others} failed otherwise`,
    aim: '500 went, 0 left',
    isMissed: went !== 500 || left !== 0 || others > 0,
  }
}
