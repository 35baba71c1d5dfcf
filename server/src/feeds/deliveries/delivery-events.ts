import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { ResolvedCarrier } from '@despatch/domain/routing/active-dates/carrier-reader'
import {
  eventCodeKey,
  type EventCodeTable,
  type EventMeaning,
  normaliseEvent,
} from '@despatch/domain/feeds/carrier-event-codes/normalise-event'
import { wrongCheckDigitText } from '@despatch/domain/deliveries/parcels/check-digit'
import type { DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import type pg from 'pg'
import { REWRITTEN } from '../../stock/rewritten-codes.ts'
import { loadCarrierReader, OTHER_CARRIER, unknownCarrierNote } from './load-carrier-reader.ts'
import { lockEventCodesShared } from '../carrier-event-codes/event-code-lock.ts'
import { type EventConflict, type FedEvent, saveEvents } from './save-events.ts'
import type { RowFeed, RowFeedContext, RowsWritten } from '../rows/run-row-feed.ts'
import { applyEvents, lockDeliveryShard, deliveryShard } from '../../deliveries/parcels/apply-delivery-states.ts'
import { eventId, type ReportedCode, type PendingEvent, pendingEventCheck } from './pending-event.ts'

/** Larger chunks write each parcel less often. */
const CHUNK = 25_000

/**
 * The feed of carriers' delivery events. Unknown codes are saved and counted, as are events of unknown parcels: when
 * the despatch arrives, the parcel takes its state from them. Source: domain.md, 'Carrier events are kept raw and
 * normalised'.
 */
export const deliveryEvents: RowFeed<PendingEvent> = {
  feed: 'delivery-events',
  check: pendingEventCheck,
  chunk: CHUNK,
  shardOf: ({ trackingNumber }) => deliveryShard(trackingNumber),
  write: writeEvents,
}

async function writeEvents(
  connection: pg.PoolClient,
  rows: readonly PendingEvent[],
  context: RowFeedContext,
): Promise<RowsWritten> {
  const [first] = rows
  if (first) await lockDeliveryShard(connection, context.client, deliveryShard(first.trackingNumber))
  await lockEventCodesShared(connection)
  const carrierOf = await loadCarrierReader(connection, context.client)
  const reported = new Set<ReportedCode>()
  for (const event of rows) reported.add(event.reported)
  const meanings = await readMeanings(connection, reported, carrierOf)
  const noted = new Map<string, number>()
  const events = new Map<string, FedEvent>()
  const conflicting: EventConflict[] = []
  const damaged: FeedRefusal[] = []
  for (const event of rows) {
    const { trackingNumber, key, at } = event
    const { carrier, isUnknown, state, reason, original } = meanings.get(event.reported) as Meaning
    if (original !== undefined) {
      const value = `${event.reported.code}: there is ${original}`
      damaged.push({ line: event.line, column: context.columnOf('code'), reason: REWRITTEN, value })
      continue
    }
    if (isUnknown) note(noted, unknownCarrierNote(carrier))
    if (event.wrongDigit) note(noted, wrongCheckDigitText(event.wrongDigit))
    if (state === 'unknown') note(noted, `Unknown code: ${carrier} ${event.reported.code}`)
    const name = eventId(trackingNumber, key)
    const before = events.get(name)
    // Of two events with one reference the first counts, as when they come in two files.
    if (before && !isSameEvent(before.event, event)) conflicting.push({ event, code: before.event.reported.code })
    else if (!before) events.set(name, { trackingNumber, carrier, state, reason, at, event })
  }
  const saved = await saveEvents(connection, context, events)
  const settled = await applyEvents(connection, context, saved.created)
  note(noted, 'Events of unknown parcels', settled.eventsWithoutParcel)
  note(noted, OTHER_CARRIER, settled.eventsOfOtherCarrier)
  note(noted, 'Parcels with a new state', settled.parcelsChanged)
  note(noted, 'Orders delivered', settled.ordersDelivered)
  await countCodes(connection, context, saved.created)
  const refused = [
    ...damaged,
    ...[...conflicting, ...saved.conflicting].map((conflict) => refuseContradiction(conflict, context)),
  ]
  const unchanged = rows.length - saved.created.length - refused.length
  return { created: saved.created.length, changed: 0, unchanged, refused, noted }
}

const refuseContradiction = (
  { event: { line, reported }, code }: EventConflict,
  { columnOf }: RowFeedContext,
): FeedRefusal => ({
  line,
  column: columnOf('code'),
  reason: OTHER_EVENT,
  value: reported.code === code ? code : `${reported.code}: there is ${code}`,
})
const OTHER_EVENT = 'An event with this reference already exists with other details. The first one applies'

const isSameEvent = (one: PendingEvent, other: PendingEvent) =>
  one.reported.code === other.reported.code &&
  one.at === other.at &&
  one.description === other.description &&
  one.location === other.location

/** `original` is the carrier's code if a spreadsheet removed its leading zeros. */
type Meaning = EventMeaning & ResolvedCarrier & { original?: string | undefined }

/** Finds carrier and meaning of reported codes. A file has few, so each is looked up once. */
async function readMeanings(
  connection: pg.PoolClient,
  reported: ReadonlySet<ReportedCode>,
  carrierOf: (told: string) => ResolvedCarrier,
): Promise<ReadonlyMap<ReportedCode, Meaning>> {
  const read = new Map([...reported].map((report) => [report, carrierOf(report.carrier)]))
  const table = await readEventCodes(connection, [...new Set([...read.values()].map(({ carrier }) => carrier))])
  return new Map(
    [...read].map(([report, carrierRead]) => {
      const meaning = normaliseEvent({ ...report, carrier: carrierRead.carrier }, table)
      const original =
        meaning.state === 'unknown' ? findCodeWithZeros(report.code, carrierRead.carrier, table) : undefined
      return [report, { ...carrierRead, ...meaning, original }]
    }),
  )
}

const MAX_ZEROS = 4

/** Finds a known code of the carrier that has leading zeros before this one. */
function findCodeWithZeros(code: string, carrier: string, table: EventCodeTable): string | undefined {
  if (!/^[1-9]\d*$/.test(code)) return undefined
  const codes = Array.from({ length: MAX_ZEROS }, (_, zeros) => `${'0'.repeat(zeros + 1)}${code}`)
  return codes.find((candidate) => table.has(eventCodeKey(carrier, candidate)))
}

function note(noted: Map<string, number>, words: string, count = 1): void {
  if (count > 0) noted.set(words, (noted.get(words) ?? 0) + count)
}

/**
 * Reads the codes of some carriers, with each chunk. Changes of the table wait for transactions that have read it
 * (`lockEventCodesShared`), so no event is written with an outdated meaning.
 */
async function readEventCodes(connection: pg.PoolClient, carriers: readonly string[]): Promise<EventCodeTable> {
  const known = await connection.query<{ carrier: string; code: string; state: DeliveryState; reason: string }>(
    'select carrier, code, state, reason from carrier_event_codes where carrier = any ($1::text[])',
    [carriers],
  )
  return new Map(known.rows.map(({ carrier, code, ...meaning }) => [eventCodeKey(carrier, code), meaning]))
}

/** The last statement of a chunk, in key order: all chunks of a client update the same few rows. */
const COUNT_CODES = `
insert into event_code_counts as c (client_code, carrier, code, events, first_at, last_at, description)
select $1, m.carrier, m.code, m.events, $2, $2, m.description
from unnest($3::text[], $4::text[], $5::int[], $6::text[]) as m (carrier, code, events, description)
order by m.carrier collate "C", m.code collate "C"
on conflict (client_code, carrier, code) do update set
  events = c.events + excluded.events, last_at = greatest(c.last_at, excluded.last_at),
  first_at = least(c.first_at, excluded.first_at),
  description = case when excluded.description = '' then c.description else excluded.description end`

async function countCodes(
  connection: pg.PoolClient,
  { client, now }: RowFeedContext,
  created: readonly FedEvent[],
): Promise<void> {
  if (created.length === 0) return
  const codes = new Map<string, { carrier: string; code: string; events: number; description: string }>()
  for (const [{ code }, counted] of countByCode(created)) {
    const codeKey = eventCodeKey(counted.carrier, code)
    const before = codes.get(codeKey) ?? { carrier: counted.carrier, code, events: 0, description: '' }
    before.events += counted.events
    before.description = counted.description || before.description
    codes.set(codeKey, before)
  }
  const all = [...codes.values()]
  await connection.query(COUNT_CODES, [
    client,
    now,
    all.map(({ carrier }) => carrier),
    all.map(({ code }) => code),
    all.map(({ events }) => events),
    all.map(({ description }) => description),
  ])
}

/** Counts events by reported code, with the description of the last one. */
function countByCode(events: readonly FedEvent[]) {
  const counts = new Map<ReportedCode, { carrier: string; events: number; description: string }>()
  for (const { carrier, event } of events) {
    const { reported, description } = event
    const counted = counts.get(reported)
    if (!counted) counts.set(reported, { carrier, events: 1, description })
    else {
      counted.events++
      counted.description = description || counted.description
    }
  }
  return counts
}
