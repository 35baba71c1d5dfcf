import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { CLIENT_CODES } from '../datasets/dataset.ts'
import { forgetOrders } from '../datasets/forget-orders.ts'
import { eventsCsv, STEPS } from '../feeds/delivery-events.ts'
import { sendFeed } from '../feeds/send-feed.ts'
import { databaseTime, processorTime } from '../load/processor-time.ts'
import type { Server } from '../load/processes.ts'
import { signIn } from '../load/sign-in.ts'
import { median, table, whole } from '../table.ts'

const [CLIENT = ''] = CLIENT_CODES
const PREFIX = 'INTAKE'
/** The server folds every five seconds, and recounts days a few seconds after their last change. */
const FOLD_MS = 6000
/** Aim: figures add at most this share to the processor time of a feed. */
const AIM = 0.15
const FEEDS = ['orders', 'despatches', 'delivery-events'] as const

/** Triggers that figures need: days and regions of orders and parcels, marks of days, and counts of open work. */
const TRIGGERS = `select tgrelid::regclass::text as on_table, tgname as name from pg_trigger
  where not tgisinternal and tgrelid = any ('{orders,consignments,parcels,delivery_events}'::regclass[]) and tgfoid in (
    select oid from pg_proc where proname in ('mark_days', 'keep_order_days', 'keep_parcel_region', 'append_work',
      'append_work_changes', 'append_moved_consignments'))`
const WAITING = `select (select count(*) from stale_days) + (select count(*) from work_deltas)
  + (select count(*) from work_order_deltas) as waiting`

type Target = { product: Server; owner: pg.Client; rounds: number; feedLines: number }
type Way = 'with' | 'without'
type Trigger = { on_table: string; name: string }

/**
 * Feeds orders, their despatches and the events of their parcels, with and without the triggers of figures alternately.
 * Prints the processor time of server and database per row, including folding. Returns the missed aims.
 */
export async function measureIntake({ product, owner, rounds, feedLines }: Target): Promise<string[]> {
  const token = await signIn(product, CLIENT)
  const { rows: triggers } = await owner.query<Trigger>(TRIGGERS)
  const { rows: backends } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const processors = async () =>
    (await processorTime(product.pid)) + (await databaseTime(backends[0]?.pid ?? Number.NaN))
  await owner.query("select set_config('app.clients', $1::text[]::text, false)", [[CLIENT]])
  const parcels = Math.ceil(feedLines / STEPS.length)
  const times = new Map<string, number[]>()

  const run = async (way: Way, round: number) => {
    await setTriggers(owner, triggers, way)
    const files = filesOf(`${PREFIX}${way.toUpperCase()}${round}N`, parcels)
    for (const [feed, rows, file] of files) {
      const before = await processors()
      const sent = await sendFeed<{ summary: { created: number } }>(product, { feed, token, client: CLIENT, file })
      if (sent.summary.created !== rows) throw new Error(`Of ${rows} ${feed} ${JSON.stringify(sent)}`.slice(0, 1000))
      await waitUntilFolded(owner)
      const taken = ((await processors()) - before) / rows
      // The first round of each way warms up.
      if (round > 0) times.set(`${way} ${feed}`, [...(times.get(`${way} ${feed}`) ?? []), taken])
    }
  }
  try {
    for (let round = 0; round <= rounds; round++)
      for (const way of round % 2 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
        await run(way, round)
        await owner.query('vacuum (analyze) orders, parcels, delivery_events')
      }
  } finally {
    await setTriggers(owner, triggers, 'with')
    await forget(owner)
    // Without the triggers, counts and records differ.
    await owner.query("select set_config('app.clients', $1::text[]::text, false)", [CLIENT_CODES])
    await owner.query('select rebuild_work_counts()')
  }
  const measured = FEEDS.map((feed) => {
    const [cost, bare] = [median(times.get(`with ${feed}`) ?? []), median(times.get(`without ${feed}`) ?? [])]
    return { feed, cost, bare, more: cost / bare - 1 }
  })
  console.log(
    `\nIntake with the figures' ${triggers.length} triggers and without, ${whole(feedLines)} events of ${whole(parcels)} orders, ${rounds} rounds (aim: ${AIM * 100} % more)`,
  )
  console.log(
    table(
      ['', 'µs a row, without', 'with', 'more, %'],
      measured.map(({ feed, cost, bare, more }) => [
        feed,
        whole(bare * 1000),
        whole(cost * 1000),
        (more * 100).toFixed(1),
      ]),
    ),
  )
  return measured.flatMap(({ feed, more }) =>
    more > AIM ? [`intake: ${feed} ${(more * 100).toFixed(1)} % dearer with figures`] : [],
  )
}

async function setTriggers(owner: pg.Client, triggers: readonly Trigger[], way: Way): Promise<void> {
  const set = way === 'with' ? 'enable' : 'disable'
  for (const { on_table, name } of triggers) await owner.query(`alter table ${on_table} ${set} trigger ${name}`)
}

/** The feeds in the order in which they are sent, each with its number of rows. */
const filesOf = (prefix: string, parcels: number) =>
  [
    ['orders', parcels, linesOf(ORDERS, parcels, (n) => `${prefix}${n},SKU-00001,1,5.00,2026-03-02,Leeds,LS1 1UR,GB`)],
    [
      'despatches',
      parcels,
      linesOf(DESPATCHES, parcels, (n) => `${prefix}${n},${prefix}${n},DPD,2026-03-03 12:00,SKU-00001,1`),
    ],
    ['delivery-events', parcels * STEPS.length, eventsCsv({ prefix, parcels })],
  ] as const

const ORDERS = 'orderNumber,SKU,quantity,unitValue,orderDate,addressLine3,postCode,country'
const DESPATCHES = 'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity'

function* linesOf(header: string, count: number, line: (n: number) => string): Generator<Buffer> {
  yield Buffer.from(`${header}\n`)
  for (let from = 0; from < count; from += 1000) {
    const numbers = Array.from({ length: Math.min(1000, count - from) }, (_, index) => from + index)
    yield Buffer.from(numbers.map((n) => `${line(n)}\n`).join(''))
  }
}

/**
 * Waits until the server has folded all deltas, and equally long without any, so that both ways include its other work.
 */
async function waitUntilFolded(owner: pg.Client): Promise<void> {
  for (;;) {
    await sleep(FOLD_MS)
    const { rows } = await owner.query<{ waiting: string }>(WAITING)
    if (Number(rows[0]?.waiting) === 0) return
  }
}

async function forget(owner: pg.Client): Promise<void> {
  for (const name of ['delivery_events', 'parcel_contents', 'parcels'])
    await owner.query(`delete from ${name} where client_code = $1 and starts_with(tracking_number, $2)`, [
      CLIENT,
      PREFIX,
    ])
  await forgetOrders(owner, [CLIENT], PREFIX)
  await owner.query('vacuum (analyze)')
}
