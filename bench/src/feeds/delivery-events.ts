import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { feeds } from '@despatch/contract/feeds/feeds'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Server, withPeakMemory } from '../load/processes.ts'
import { databaseTime, processorTime } from '../load/processor-time.ts'
import { sendFeed } from './send-feed.ts'
import { signIn } from '../load/sign-in.ts'
import { table, whole } from '../table.ts'

const CLIENT = 'B01'
const PREFIX = 'EVENTS'
const EVENTS_A_SECOND_AIM = 50_000
/** Megabytes that the larger file may take more: a chunk more or less in progress. */
const MEMORY_SLACK_MB = 60
/** States of each parcel, hours apart; the last delivers it and its order. */
export const STEPS = ['pending', 'in_transit', 'delivery_delayed', 'out_for_delivery', 'delivered']
/** Parcels whose events are together in the file, as a carrier reports them. */
const WAVE = 5_000

type Answer = RouteAnswer<(typeof feeds)['deliveryEvents']>
type Parcels = { readonly prefix: string; readonly parcels: number }
type File = Parcels & { title: string; isNew: boolean }

/**
 * Sends a file of delivery events, one four times as long, and the first again, into a table with events of all orders;
 * every parcel and order changes. Prints speed, peak memory and the floor: a plain COPY of the same rows into the same
 * table with its indexes. Returns the missed aims.
 */
export async function measureDeliveryEvents(product: Server, owner: pg.Client, events: number): Promise<string[]> {
  const token = await signIn(product, CLIENT)
  await owner.query("select set_config('app.clients', $1::text[]::text, false)", [[CLIENT]])
  const parcels = Math.ceil(events / STEPS.length)
  const files: File[] = [
    { title: 'file', prefix: `${PREFIX}A`, parcels, isNew: true },
    { title: 'four times as long', prefix: `${PREFIX}B`, parcels: parcels * 4, isNew: true },
    { title: 'the first again', prefix: `${PREFIX}A`, parcels, isNew: false },
  ]
  const rows: string[][] = []
  const missed: string[] = []
  const peaks: number[] = []
  await forget(owner)
  try {
    for (const { prefix, parcels: count } of files.filter(({ isNew }) => isNew)) await makeParcels(owner, prefix, count)
    for (const file of files) {
      const lines = file.parcels * STEPS.length
      const timer = await startTimer(product, owner)
      const { result, peak } = await withPeakMemory(product.pid, () =>
        sendFeed<Answer>(product, { feed: 'delivery-events', token, client: CLIENT, file: eventsCsv(file) }),
      )
      const { speed, times } = await timer.end(lines)
      const { summary } = result
      const delivered = whole(summary.noted['Orders delivered'] ?? 0)
      rows.push([file.title, whole(lines), whole(speed), ...times, delivered, whole(peak)])
      peaks.push(peak)
      const taken = file.isNew ? summary.created : summary.unchanged
      if (taken !== lines) missed.push(`delivery-events: of ${lines} ${JSON.stringify(result)}`.slice(0, 1000))
      if (file.isNew && speed < EVENTS_A_SECOND_AIM)
        missed.push(`delivery-events (${file.title}): ${whole(speed)} events/s`)
    }
    const [small = 0, large = 0] = peaks
    if (large > small + MEMORY_SLACK_MB)
      missed.push(`delivery-events: ${whole(small)} MB for the file, ${whole(large)} MB for four times as much`)
    const timer = await startTimer(product, owner)
    await copyFloor(owner, { prefix: `${PREFIX}F`, parcels })
    const floor = await timer.end(parcels * STEPS.length)
    rows.push(['floor: COPY', whole(parcels * STEPS.length), whole(floor.speed), '', floor.times[1] ?? '', '', ''])
  } finally {
    await forget(owner)
  }
  console.log(`\ndelivery events (aim: ${whole(EVENTS_A_SECOND_AIM)} events/s, in constant memory)`)
  console.log(table(['', 'events', 'events/s', 'µs server', 'µs database', 'orders delivered', 'most MB'], rows))
  return missed
}

/** Measures events per second, and processor time per event in server and database, which depends less on other work. */
async function startTimer(product: Server, owner: pg.Client) {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const processors = () => Promise.all([processorTime(product.pid), databaseTime(rows[0]?.pid ?? 0)])
  const before = await processors()
  const began = performance.now()
  return {
    async end(events: number) {
      const seconds = (performance.now() - began) / 1000
      const after = await processors()
      const times = after.map((time, index) => (((time - (before[index] ?? 0)) * 1000) / events).toFixed(1))
      return { speed: events / seconds, times }
    },
  }
}

/** Inserts despatched orders with one parcel each. */
export async function makeParcels(owner: pg.Client, prefix: string, count: number): Promise<void> {
  await owner.query(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country,
       quantity, item_count, total_value, currency_code, created_at, created_by)
     select $1, $2 || n, 'D', 'feed', now() - interval '3 days', 'STANDARD', current_date - 2, 'GB', 1, 1, 1, 'GBP', now(), 'bench'
     from generate_series(0, $3::int - 1) n`,
    [CLIENT, prefix, count],
  )
  await owner.query(
    `insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
     select $1, $2 || n, 'DPD', $2 || n, now() - interval '2 days', now() - interval '3 days', current_date + 1
     from generate_series(0, $3::int - 1) n`,
    [CLIENT, prefix, count],
  )
  await owner.query('vacuum (analyze) orders, parcels')
}

/** Time of the first events; fixed, so that a file sent again is the same. */
const FIRST_EVENT_AT = Date.now() - 40 * 3_600_000

type Event = { number: string; step: number; at: string }

function* eventsOf({ prefix, parcels }: Parcels): Generator<Event> {
  for (let wave = 0; wave < parcels; wave += WAVE)
    for (const step of STEPS.keys())
      for (let parcel = wave; parcel < Math.min(wave + WAVE, parcels); parcel++)
        yield {
          number: `${prefix}${parcel}`,
          step,
          at: new Date(FIRST_EVENT_AT + step * 7_200_000 + (parcel % 7_000) * 1000).toISOString(),
        }
}

/** A file with five events for each parcel, in waves of parcels. */
export function* eventsCsv(file: Parcels): Generator<Buffer> {
  yield* pieces(
    'trackingNumber,carrier,code,occurredAt,description,location\n',
    file,
    ({ number, step, at }) => `${number},DPD,${STEPS[step]},${at},"What the carrier said, ${step}",Hinckley\n`,
  )
}

function* pieces(beginning: string, file: Parcels, line: (event: Event) => string): Generator<Buffer> {
  let text = beginning
  for (const event of eventsOf(file)) {
    text += line(event)
    if (text.length < 65_536) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

async function copyFloor(owner: pg.Client, file: Parcels): Promise<void> {
  let nr = 0
  const rows = pieces('', file, ({ number, step, at }) => {
    const key = (nr++).toString(16).padStart(32, '0')
    return `${CLIENT}\t${number}\t${key}\tDPD\t${STEPS[step]}\tin_transit\t\t${at}\t${at}\tWhat the carrier said, ${step}\tHinckley\n`
  })
  const columns =
    'client_code, tracking_number, event_key, carrier, code, state, reason, occurred_at, received_at, description, location'
  await pipeline(
    Readable.from(rows, { objectMode: true, highWaterMark: 4 }),
    owner.query(copyFrom(`copy delivery_events (${columns}) from stdin`)),
  )
}

async function forget(owner: pg.Client): Promise<void> {
  await forgetEvents(owner, PREFIX)
  await owner.query('vacuum (analyze)')
}

/** Deletes orders and parcels created for events, and the events. */
export async function forgetEvents(owner: pg.Client, prefix: string): Promise<void> {
  await owner.query("select set_config('app.clients', $1::text[]::text, false)", [[CLIENT]])
  for (const [table, key] of [
    ['delivery_events', 'tracking_number'],
    ['parcels', 'tracking_number'],
    ['order_history', 'order_number'],
    ['orders', 'order_number'],
  ])
    await owner.query(`delete from ${table} where client_code = $1 and starts_with(${key}, $2)`, [CLIENT, prefix])
}
