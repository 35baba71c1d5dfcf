import type { Random } from '@despatch/server/demo/seeded-random'
import { ASSIGNABLE_STATES } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import type pg from 'pg'
import { BENCH_SKUS, CLIENT_CODES } from '../datasets/dataset.ts'

/** A user at work for a client. `ask` returns the body of the answer, undefined if the server refused, and throws if it was killed. */
export type Writer = {
  readonly random: Random
  readonly client: string
  readonly owner: pg.Pool
  /** Begins the numbers that this writer makes, so that no two writers make the same. */
  readonly prefix: string
  ask(call: string, body: string | object, as?: 'staff'): Promise<Record<string, unknown> | undefined>
}

const CARRIERS = ['DPD', 'EVRI', 'RMG', 'YODEL']
/** Carriers' codes that have no meaning until a writer maps them, and later maps them differently. */
const OWN_CODES = Array.from({ length: 12 }, (_, index) => `X${index}`)
const CODES = ['pending', 'in_transit', 'out_for_delivery', 'delivery_failed', 'delivered', 'returned', ...OWN_CODES]
const DAY_MS = 86_400_000

const lines = (header: string, rows: readonly (readonly (string | number)[])[]) =>
  [header, ...rows.map((row) => row.join(','))].join('\n')
const ago = (random: Random, days: number) => new Date(Date.now() - random.next() * days * DAY_MS)
const times = <Made>(count: number, make: (index: number) => Made) =>
  Array.from({ length: count }, (_, index) => make(index))
export const pickClient = (random: Random): string =>
  // The largest client gets half of the work.
  random.happens(0.5) ? 'B01' : random.of(CLIENT_CODES)

const orderNumbers = async (
  { owner, client, random }: Writer,
  statuses: string[],
  count: number,
): Promise<string[]> => {
  const { rows } = await owner.query<{ order_number: string }>(
    `select order_number from (
       (select order_number from orders where client_code = $1 and status = any ($2) and order_number >= $3 order by order_number limit $4)
       union all
       (select order_number from orders where client_code = $1 and status = any ($2) and starts_with(order_number, 'MIX') limit $4)
     ) found order by random() limit $4`,
    [client, statuses, `${client}-${100_000 + random.whole(0, 30_000)}`, count],
  )
  return rows.map(({ order_number }) => order_number)
}

/** Orders of the last three months, many of them to be allocated; a file in six is taken back. */
async function feedOrders({ ask, random, prefix }: Writer): Promise<void> {
  const file = `MIX-${prefix}-${random.whole(0, 1e9)}`
  const rows = times(random.whole(1, 400), (order) => {
    const at = random.happens(0.6) ? new Date() : ago(random, 90)
    return [
      `${file}-${order}`,
      random.of(BENCH_SKUS).code,
      random.whole(1, 4),
      at.toISOString(),
      'Ada',
      '1 High Street',
      'LS1 1UR',
      'GB',
    ]
  })
  const answer = await ask(
    `POST /api/feeds/orders?fileName=${file}`,
    lines('orderNumber,SKU,quantity,orderDate,customerFirstName,addressLine1,postCode,country', rows),
  )
  if (!answer || !random.happens(0.17)) return
  const found = (await ask('GET /api/feeds/runs?feed=orders', '')) as
    | { runs: { run: number; fileName: string }[] }
    | undefined
  const run = found?.runs.find(({ fileName }) => fileName === file)?.run
  if (run !== undefined) await ask(`POST /api/feeds/runs/${run}/take-back`, {})
}

/** Parcels of orders of any age, some of which were despatched before. */
async function feedDespatches(writer: Writer): Promise<void> {
  const { ask, random, prefix } = writer
  const orders = await orderNumbers(writer, ['N', 'R', 'P', 'K', 'D'], random.whole(1, 300))
  const rows = orders.map((order) => {
    const at = ago(random, 45)
    const promised = new Date(at.getTime() + random.whole(1, 4) * DAY_MS).toISOString().slice(0, 10)
    return [
      order,
      `MIX${prefix}${random.whole(0, 1e9)}`,
      random.of(CARRIERS),
      random.of(['Next Day', 'Standard']),
      at.toISOString(),
      promised,
    ]
  })
  await ask(
    'POST /api/feeds/despatches',
    lines('orderNumber,trackingNumber,carrier,carrierService,despatchedAt,promisedDate', rows),
  )
}

/** Events of parcels of any age, out of order, some with unknown codes; part of the file is sometimes sent again. */
async function feedEvents({ ask, owner, client, random }: Writer): Promise<void> {
  const { rows: parcels } = await owner.query<{ number: string; carrier: string; at: Date }>(
    `select tracking_number as number, carrier, despatched_at as at from (
       (select * from parcels where client_code = $1 and tracking_number >= $2 order by tracking_number limit $3)
       union all
       (select * from parcels where client_code = $1 and starts_with(tracking_number, 'MIX') limit $3)
     ) found order by random() limit $3`,
    [client, `${client}${100_000 + random.whole(0, 30_000)}`, random.whole(1, 250)],
  )
  const rows = parcels.flatMap(({ number, carrier, at }) =>
    times(random.whole(1, 5), () => [
      number,
      carrier,
      random.of(CODES),
      new Date(Math.min(Date.now(), at.getTime() + random.next() * 8 * DAY_MS)).toISOString(),
    ]),
  )
  const header = 'trackingNumber,carrier,code,occurredAt'
  await ask('POST /api/feeds/delivery-events', lines(header, rows))
  if (random.happens(0.3)) await ask('POST /api/feeds/delivery-events', lines(header, rows.slice(0, rows.length / 2)))
}

/** Maps a code, maps it differently or forgets it: every parcel that had it changes. */
async function mapCode({ ask, owner, random }: Writer): Promise<void> {
  const [carrier, code] = [random.of(CARRIERS), random.of(OWN_CODES)]
  const { rows } = await owner.query<{ version: number }>(
    'select version from carrier_event_codes where carrier = $1 and code = $2',
    [carrier, code],
  )
  const [version = 0] = rows.map((row) => row.version)
  if (version > 0 && random.happens(0.2))
    await ask(`DELETE /api/feeds/event-codes?carrier=${carrier}&code=${code}&version=${version}`, '', 'staff')
  else
    await ask(
      'PUT /api/feeds/event-codes',
      { carrier, code, state: random.of(ASSIGNABLE_STATES), reason: '', description: '', version },
      'staff',
    )
}

async function feedReturns(writer: Writer): Promise<void> {
  const { ask, random, prefix } = writer
  const orders = await orderNumbers(writer, ['D', 'V'], random.whole(1, 150))
  const rows = orders.flatMap((order) =>
    times(random.whole(1, 2), () => [
      `RT${prefix}${random.whole(0, 1e9)}`,
      order,
      random.of(BENCH_SKUS).code,
      random.whole(1, 2),
      random.of(['Announced', 'Received', 'Refunded']),
      ago(random, 30).toISOString(),
    ]),
  )
  await ask('POST /api/feeds/returns', lines('returnReference,orderNumber,SKU,quantity,event,occurredAt', rows))
}

/** Releases, suspends or cancels orders, and undoes half of these commands. */
async function command(writer: Writer): Promise<void> {
  const { ask, random, client } = writer
  const orders = await orderNumbers(writer, ['N', 'R', 'S'], random.whole(1, 120))
  if (orders.length === 0) return
  const act = random.of(['release', 'suspend', 'cancel'])
  const named = orders.map((orderNumber) => ({ clientCode: client, orderNumber }))
  const done = await ask(`POST /api/orders/${act}`, { orders: named })
  if (done && random.happens(0.5)) await ask(`POST /api/orders/commands/${String(done['commandId'])}/undo`, {})
}

async function erase(writer: Writer): Promise<void> {
  const { ask, client, random } = writer
  const [orderNumber] = await orderNumbers(writer, ['V', 'C'], 1)
  if (orderNumber === undefined) return
  const requestReference = `DSR-${random.whole(0, 1e9)}`
  await ask('POST /api/personal-data/erase', {
    orders: [{ clientCode: client, orderNumber }],
    requestReference,
    reason: 'request',
  })
}

/** What a writer does, in `share` of a hundred turns. */
export type Act = { readonly title: string; readonly share: number; readonly act: (writer: Writer) => Promise<void> }

export const ACTS: readonly Act[] = [
  { title: 'orders fed', share: 14, act: feedOrders },
  { title: 'despatches fed', share: 16, act: feedDespatches },
  { title: 'events fed', share: 30, act: feedEvents },
  { title: 'codes mapped', share: 8, act: mapCode },
  { title: 'returns fed', share: 12, act: feedReturns },
  { title: 'commands', share: 14, act: command },
  { title: 'erasures', share: 6, act: erase },
]
