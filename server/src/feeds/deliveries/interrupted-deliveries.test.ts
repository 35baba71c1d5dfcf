import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../../demo/seeded-random.ts'
import { csv, type FeedPortal, openFeedPortal, smallChunks } from '../../testing/feed-portal.ts'
import { startServerProcess } from '../../testing/server-process.ts'

/** Random points at which the file is broken off and the server killed; `npm run test:interrupted` uses 20. */
const POINTS = Number(process.env['INTERRUPTED_POINTS'] ?? 1)
/** Enough orders for two transactions in each file with one point, and three or more with many. */
const ORDERS =
  POINTS > 1 ? { despatches: 4_200, 'delivery-events': 2_100 } : { despatches: 210, 'delivery-events': 110 }
const STEPS = POINTS > 1 ? 24 : 12
/** Detects hangs: a killed server takes half a minute to restart on a busy machine. */
const PATIENCE = 120_000 + POINTS * 60_000
const random = seededRandom(Number(process.env['INTERRUPTED_SEED'] ?? 11))

if (POINTS === 1) smallChunks()
let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

type FeedName = 'despatches' | 'delivery-events'
type Held = Record<string, number>

/** Orders before despatch; for delivery events, with two parcels each. */
async function known(prefix: string, feed: FeedName): Promise<void> {
  const status = feed === 'despatches' ? 'R' : 'D'
  await on.rows(`insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date,
      country, quantity, item_count, total_value, currency_code, created_at, created_by)
    select $1, '${prefix}' || n, '${status}', 'feed', now(), 'STANDARD', '2026-03-02', 'GB', 1, 1, 1, 'GBP', now(), 'test'
    from generate_series(0, ${ORDERS[feed] - 1}) n`)
  if (feed === 'delivery-events')
    await on.rows(`insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
      select $1, '${prefix}' || n || 'P' || m, '${prefix}', '${prefix}' || n, now(), now(), '2026-03-05'
      from generate_series(0, ${ORDERS[feed] - 1}) n, generate_series(0, 1) m`)
  await on.portal.testDatabase.asOwner('analyze orders, parcels, order_history')
}

/** Each order is picked and despatched in two parcels of two SKUs. */
function despatches(prefix: string): string {
  const rows = Array.from({ length: ORDERS.despatches }, (_, number) => [
    [`${prefix}${number}`, '', '', '', '', 'Picking'],
    ...[0, 1].flatMap((parcel) =>
      [0, 1].map((sku) => [`${prefix}${number}`, `${prefix}${number}P${parcel}`, prefix, `SKU${sku}`, '2', '']),
    ),
  ])
  return csv(rows.flat(), 'orderNumber,trackingNumber,carrier,SKU,quantity,status')
}

/** Hourly events of each parcel; the last one delivers most. Events of one order are far apart. */
function events(prefix: string): string {
  const codeOf = (step: number, number: number) =>
    step < STEPS - 2
      ? 'in_transit'
      : step === STEPS - 2
        ? 'out_for_delivery'
        : number % 10 === 0
          ? 'PHOTO'
          : 'delivered'
  const rows = Array.from({ length: STEPS }, (_, step) =>
    Array.from({ length: ORDERS['delivery-events'] }, (_order, number) =>
      [0, 1].map((parcel) => [
        `${prefix}${number}P${parcel}`,
        prefix,
        codeOf(step, number),
        `2026-03-03 ${String(step).padStart(2, '0')}:${10 + (number % 50)}`,
      ]),
    ).flat(),
  ).flat()
  return csv(rows, 'trackingNumber,carrier,code,occurredAt')
}

/** Saved data of a prefix; `wrong` counts inconsistencies. */
async function savedData(prefix: string): Promise<Held> {
  const [row] = await on.rows(`
    with mine as (select * from orders where client_code = $1 and starts_with(order_number, '${prefix}')),
    sent as (select * from parcels where client_code = $1 and starts_with(order_number, '${prefix}'))
    select
      (select count(*) from sent)::int as parcels,
      (select count(*) from sent where delivered_at is not null)::int as delivered,
      (select coalesce(sum(quantity), 0) from parcel_contents where client_code = $1 and starts_with(tracking_number, '${prefix}'))::int as pieces,
      (select count(*) from parcel_contents where client_code = $1 and starts_with(tracking_number, '${prefix}'))::int as contents,
      (select count(*) from delivery_events where client_code = $1 and starts_with(tracking_number, '${prefix}'))::int as events,
      (select coalesce(sum(events), 0) from event_code_counts where client_code = $1 and carrier = '${prefix}')::int as counted,
      (select count(*) from mine where status = 'D')::int as despatched,
      (select count(*) from mine where status = 'V')::int as ended,
      (select count(*) from order_history where client_code = $1 and starts_with(order_number, '${prefix}'))::int as history,
      (select count(*) from mine o where o.version - 1 <> (select count(*) from order_history h where h.client_code = $1 and h.order_number = o.order_number))::int
      + (select count(*) from mine o where (o.status in ('D', 'V')) <> exists (select from sent p where p.order_number = o.order_number))::int
      + (select count(*) from mine o where (o.status = 'V') <> (
          exists (select from sent p where p.order_number = o.order_number)
          and not exists (select from sent p where p.order_number = o.order_number and p.delivered_at is null)))::int
      + (select count(*) from sent p where p.state_at is distinct from (select max(e.occurred_at) from delivery_events e
          where e.client_code = $1 and e.tracking_number = p.tracking_number and e.state <> 'unknown'))::int as wrong`)
  return row as Held
}

const FILES = { despatches, 'delivery-events': events }
/** The field of {@link savedData} that each row adds to. */
const ROW_OF = { despatches: 'contents', 'delivery-events': 'events' } as const

/** Resolves when the first rows of a file are written. */
async function waitForFirstRow(prefix: string, feed: FeedName): Promise<void> {
  const [table, name] = feed === 'despatches' ? ['parcels', 'order_number'] : ['delivery_events', 'tracking_number']
  const seen = `select from ${table} where client_code = $1 and starts_with(${name}, '${prefix}') limit 1`
  while ((await on.rows(seen)).length === 0) await sleep(2)
}

const figure = (count: number) => count.toLocaleString('en-GB')

describe.each<FeedName>(['despatches', 'delivery-events'])('%s', (feed) => {
  const short = feed === 'despatches' ? 'W' : 'X'
  let whole: Held
  let rows: number
  let took: number

  beforeAll(async () => {
    const prefix = `${short}0X`
    await known(prefix, feed)
    const file = FILES[feed](prefix)
    rows = file.trim().split('\n').length - 1
    const began = performance.now()
    const { summary } = await on.feedRows(feed, file)
    took = performance.now() - began
    expect(summary).toMatchObject({ read: rows, unchanged: 0, refused: 0 })
    whole = await savedData(prefix)
    expect(whole['wrong']).toBe(0)
    expect(whole[ROW_OF[feed]]).toBe(feed === 'despatches' ? ORDERS.despatches * 4 : rows)
  }, PATIENCE)

  /** Sends the file again after an interruption, and returns what had been saved and what this added. */
  async function finish(prefix: string, file: string, happened: string): Promise<void> {
    const part = await savedData(prefix)
    expect(part['wrong'], happened).toBe(0)
    const { summary } = await on.feedRows(feed, file)
    const savedRows = part[ROW_OF[feed]] ?? 0
    process.stdout.write(
      `${feed}, ${happened}: ${figure(savedRows)} kept; sent again ${figure(summary.created)} created, ` +
        `${figure(summary.changed)} changed, ${figure(summary.unchanged)} unchanged, ${figure(summary.refused)} refused\n`,
    )
    expect(summary).toMatchObject({ read: rows, refused: 0 })
    expect(summary.created, happened).toBe((whole[ROW_OF[feed]] ?? 0) - savedRows)
    expect(await savedData(prefix), happened).toEqual(whole)
  }

  test(
    'over a connection that is cut, sent again, are all there and none twice',
    async () => {
      for (let point = 0; point < POINTS; point++) {
        const prefix = `${short}C${point}X`
        await known(prefix, feed)
        const file = FILES[feed](prefix)
        const bytes = random.whole(0, file.length - 1)
        await on.breakOff(Buffer.from(file), bytes, feed)
        await finish(prefix, file, `cut after ${figure(bytes)} of ${figure(file.length)} bytes`)
      }
    },
    PATIENCE,
  )

  test(
    'to a server that is killed, sent again, are all there and none twice',
    async () => {
      for (let point = 0; point < POINTS; point++) {
        const prefix = `${short}K${point}X`
        await known(prefix, feed)
        const file = FILES[feed](prefix)
        const server = await startServerProcess(on.portal.testDatabase)
        const sending = request(`${server.url}/api/feeds/${feed}`, {
          method: 'POST',
          headers: { access_token: on.me.token, client: on.me.client, 'content-type': 'text/csv' },
        })
        const began = performance.now()
        const answered = new Promise<number | undefined>((resolve) => {
          sending.once('response', () => resolve(performance.now() - began))
          sending.once('error', () => resolve(undefined))
        })
        sending.end(file)
        // A server that has just started is slower than a running one.
        const ms = random.whole(0, Math.round(took * 2))
        if (POINTS > 1) await sleep(ms)
        else await Promise.race([answered, waitForFirstRow(prefix, feed)])
        await server.kill()
        const after = await answered
        // Kill the next server before it finishes.
        if (after !== undefined) took = Math.min(took, after / 2)
        const end = after === undefined ? '' : ', once it had answered'
        await finish(prefix, file, `killed after ${POINTS > 1 ? `${figure(ms)} ms` : 'its first transaction'}${end}`)
      }
    },
    PATIENCE,
  )

  test(
    'over two connections at once, one of which is cut, are all there and none twice',
    async () => {
      const prefix = `${short}TX`
      await known(prefix, feed)
      const file = FILES[feed](prefix)
      const [fed] = await Promise.all([
        on.feedRows(feed, file),
        on.feedRows(feed, file),
        on.breakOff(Buffer.from(file), random.whole(0, file.length - 1), feed),
      ])
      expect(fed).toMatchObject({ status: 200, refused: [] })
      expect(await savedData(prefix)).toEqual(whole)
    },
    PATIENCE,
  )
})
