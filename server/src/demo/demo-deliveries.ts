import { createHash } from 'node:crypto'
import { addDays, type Day, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { promisedDate } from '@despatch/domain/deliveries/parcels/promised-date'
import type { Insertable } from 'kysely'
import type { PlainRow } from './insert-rows.ts'
import type { Tables } from '../database/tables.ts'
import type { DemoOrders } from './demo-orders.ts'
import { EVENT_CODES, type Scan } from './carriers/event-codes.ts'
import type { DemoVersion } from './rule-books.ts'
import type { Random } from './seeded-random.ts'
import { trackingNumber } from './carriers/tracking-numbers.ts'

type Parcel = Insertable<Tables['parcels']>
type Event = Insertable<Tables['delivery_events']>
type Consignment = PlainRow<'consignments'>
export type DemoDeliveries = {
  parcels: Parcel[]
  contents: Insertable<Tables['parcel_contents']>[]
  events: Event[]
  counts: Insertable<Tables['event_code_counts']>[]
}

/** Ranges in which every piece has a serial number. */
export const SERIAL_NUMBERED_RANGES: ReadonlySet<string> = new Set(['LAN', 'CAS', 'KNF', 'STV', 'TNT', 'SLB'])
const PLACES = ['Coventry', 'Warrington', 'Daventry', 'Glasgow', 'Bristol', 'Leeds', 'Croydon', 'Norwich']

/** Makes parcels of despatched orders, their contents, and the carriers' events up to now. */
export function makeDeliveries(
  random: Random,
  made: DemoOrders,
  consignments: readonly Consignment[],
  { books, now }: { books: ReadonlyMap<string, readonly DemoVersion[]>; now: Date },
): DemoDeliveries {
  const deliveries: DemoDeliveries = { parcels: [], contents: [], events: [], counts: [] }
  const linesOf = Map.groupBy(made.lines, keyOf)
  const stepsOf = Map.groupBy(made.history, keyOf)
  const active = Map.groupBy(
    consignments.filter(({ ended_at, carrier }) => !ended_at && carrier),
    keyOf,
  )
  const methods = methodsOf(books)
  for (const order of made.orders) {
    const steps = stepsOf.get(keyOf(order)) ?? []
    const despatched = steps.find(({ status }) => status === 'D')
    if (!despatched) continue
    const delivered = steps.find(({ status }) => status === 'V')
    const at = new Date(String(despatched.at))
    const own: Parcel[] = []
    for (const consignment of active.get(keyOf(order)) ?? []) {
      const carrier = consignment.carrier ?? ''
      const method = methods.get(`${order.client_code} ${consignment.client_method_id}`)
      const boxes = (consignment.consignment as unknown as { parcels: { weight: number }[] }).parcels
      for (const { weight } of boxes)
        own.push({
          client_code: order.client_code,
          tracking_number: trackingNumber(random, carrier),
          carrier,
          order_number: order.order_number,
          carrier_service: method?.carrierService ?? '',
          client_method_id: consignment.client_method_id ?? '',
          despatched_at: at.toISOString(),
          ordered_at: order.ordered_at,
          promised_date: promisedDate(dayOf(at), order.dispatch_service, method),
          weight: (weight / 1000).toFixed(3),
        })
    }
    const scans = scansOf(random, {
      at,
      promised: own[0]?.promised_date ?? dayOf(at),
      delivered: delivered && new Date(String(delivered.at)),
      now,
    })
    for (const parcel of own) addParcel(random, deliveries, parcel, scans)
    addContents(random, deliveries, own, linesOf.get(keyOf(order)) ?? [])
  }
  deliveries.counts = countsOf(deliveries.events)
  return deliveries
}

const keyOf = ({ client_code, order_number }: { client_code: string; order_number: string }) =>
  `${client_code} ${order_number}`

type MethodFacts = { carrierService: string; transitDays: number }

function methodsOf(books: ReadonlyMap<string, readonly DemoVersion[]>): Map<string, MethodFacts> {
  return new Map(
    [...books].flatMap(([client, versions]) =>
      versions.flatMap(({ items }) =>
        items.flatMap((item) => (item.kind === 'method' ? [[`${client} ${item.key}`, item.content] as const] : [])),
      ),
    ),
  )
}

type Scans = { at: Date; scan: Scan; place: string }[]

/** The scans of a parcel, from its collection to now. */
function scansOf(
  random: Random,
  { at, promised, delivered, now }: { at: Date; promised: Day; delivered: Date | undefined; now: Date },
): Scans {
  const from = random.of(PLACES)
  const scans: Scans = [
    { at: later(at, random, 0.5, 3), scan: 'collected', place: from },
    { at: later(at, random, 6, 11), scan: 'hub', place: random.of(PLACES) },
  ]
  const last = delivered ? dayOf(delivered) : promised
  if (last > promised || !delivered) {
    if (random.happens(0.7)) scans.push({ at: hourOf(promised, random, 14, 19), scan: 'delayed', place: from })
    else scans.push({ at: hourOf(promised, random, 10, 17), scan: 'carded', place: '' })
  }
  if (delivered) {
    scans.push(
      { at: hourOf(last, random, 5, 7.5), scan: 'out', place: from },
      { at: delivered, scan: 'delivered', place: '' },
    )
    if (random.happens(0.1)) scans.push({ at: new Date(delivered.getTime() + 40_000), scan: 'photo', place: '' })
  } else {
    // It was never delivered: it is held, comes back, or has no further scan.
    const end = random.of(['held', 'returning', 'none', 'none'] as const)
    if (end !== 'none') scans.push({ at: hourOf(addDays(promised, 2), random, 9, 17), scan: end, place: from })
  }
  return scans.filter((scan) => scan.at <= now).toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

function addParcel(random: Random, made: DemoDeliveries, parcel: Parcel, scans: Scans): void {
  const codes = EVENT_CODES[parcel.carrier]
  if (!codes) throw new Error(`The demo has no event codes of ${parcel.carrier}`)
  let newest: Event | undefined
  let delivered: Date | undefined
  for (const { at, scan, place } of scans) {
    const [code, state, description, reason = ''] = codes[scan]
    const event = {
      client_code: parcel.client_code,
      tracking_number: parcel.tracking_number,
      event_key: uuidOf(`${parcel.tracking_number} ${code} ${at.toISOString()}`),
      carrier: parcel.carrier,
      code,
      state,
      reason,
      occurred_at: at.toISOString(),
      received_at: new Date(at.getTime() + random.whole(60, 1800) * 1000).toISOString(),
      description,
      location: place,
    }
    made.events.push(event)
    if (state !== 'unknown') newest = event
    if (state === 'delivered') delivered = at
  }
  made.parcels.push({
    ...parcel,
    state: newest?.state ?? 'pending',
    reason: newest?.reason ?? '',
    state_at: newest?.occurred_at ?? null,
    delivered_at: delivered?.toISOString() ?? null,
    delivered_on: delivered ? dayOf(delivered) : null,
  })
}

/** Distributes the lines of an order over its parcels. */
function addContents(
  random: Random,
  made: DemoDeliveries,
  parcels: readonly Parcel[],
  lines: DemoOrders['lines'],
): void {
  for (const [index, line] of lines.entries()) {
    const parcel = parcels[index % parcels.length]
    if (!parcel) return
    const row = {
      client_code: parcel.client_code,
      tracking_number: parcel.tracking_number,
      sku_code: line.sku_code,
    }
    if (!SERIAL_NUMBERED_RANGES.has(line.sku_code.split('-')[1] ?? ''))
      made.contents.push({ ...row, serial_number: '', quantity: line.quantity })
    else
      for (let piece = 0; piece < line.quantity; piece++)
        made.contents.push({ ...row, serial_number: `SN${random.whole(10_000_000, 99_999_999)}`, quantity: 1 })
  }
}

/** How often each carrier code occurred, by client. */
function countsOf(events: readonly Event[]): DemoDeliveries['counts'] {
  const groups = Map.groupBy(events, ({ client_code, carrier, code }) => `${client_code} ${carrier} ${code}`)
  return [...groups.values()].flatMap((all) => {
    const times = all.map(({ occurred_at }) => String(occurred_at)).toSorted()
    const [first] = all
    if (!first) return []
    const { client_code, carrier, code, description } = first
    const [firstAt = '', lastAt = ''] = [times[0], times.at(-1)]
    return [{ client_code, carrier, code, events: all.length, first_at: firstAt, last_at: lastAt, description }]
  })
}

/** A UUID derived from a text. */
export function uuidOf(text: string): string {
  const hex = createHash('md5').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function hourOf(day: Day, random: Random, from: number, to: number): Date {
  return later(startOfDay(day), random, from, to)
}

function later(than: Date, random: Random, fromHours: number, toHours: number): Date {
  return new Date(than.getTime() + Math.floor((fromHours + random.next() * (toHours - fromHours)) * 3600) * 1000)
}
