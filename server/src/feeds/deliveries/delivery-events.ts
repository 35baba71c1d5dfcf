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
import { carriersOf, OTHER_CARRIER, unknownCarrier } from './carriers-of.ts'
import { holdEventCodes } from '../carrier-event-codes/event-code-lock.ts'
import { type Conflict, type FedEvent, keepEvents } from './keep-events.ts'
import type { RowFeed, RowFeedContext, RowsWritten } from '../rows/run-row-feed.ts'
import { applyEvents, lockPartOfDeliveries, deliveryShard } from '../../deliveries/parcels/settle-parcels.ts'
import { eventName, type EventCodeKey, type WaitingEvent, waitingEventCheck } from './waiting-event.ts'

/** A parcel is written once for all its events of a transaction: the more of a file in one, the fewer times. */
const CHUNK = 25_000

/**
 * The feed of carriers' delivery events. domain.md: 'Carrier events are kept raw and normalised'; a code that nobody knows
 * is kept and counted, and so is the event of a parcel that is not known yet: when its despatch comes, the parcel takes its
 * state from it.
 */
export const deliveryEvents: RowFeed<WaitingEvent> = {
  feed: 'delivery-events',
  check: waitingEventCheck,
  chunk: CHUNK,
  shardOf: ({ trackingNumber }) => deliveryShard(trackingNumber),
  write: writeEvents,
}

async function writeEvents(
  connection: pg.PoolClient,
  rows: readonly WaitingEvent[],
  context: RowFeedContext,
): Promise<RowsWritten> {
  const [first] = rows
  if (first) await lockPartOfDeliveries(connection, context.client, deliveryShard(first.trackingNumber))
  await holdEventCodes(connection)
  const carrierOf = await carriersOf(connection, context.client)
  const said = new Set<EventCodeKey>()
  for (const event of rows) said.add(event.said)
  const meanings = await readMeanings(connection, said, carrierOf)
  const noted = new Map<string, number>()
  const events = new Map<string, FedEvent>()
  const conflicting: Conflict[] = []
  const damaged: FeedRefusal[] = []
  for (const event of rows) {
    const { trackingNumber, key, at } = event
    const { carrier, isUnknown, state, reason, original } = meanings.get(event.said) as Meaning
    if (original !== undefined) {
      const value = `${event.said.code}: there is ${original}`
      damaged.push({ line: event.line, column: context.columnOf('code'), reason: REWRITTEN, value })
      continue
    }
    if (isUnknown) note(noted, unknownCarrier(carrier))
    if (event.wrongDigit) note(noted, wrongCheckDigitText(event.wrongDigit))
    if (state === 'unknown') note(noted, `Unknown code: ${carrier} ${event.said.code}`)
    const name = eventName(trackingNumber, key)
    const before = events.get(name)
    // Of two with one reference that say different things the first is the event, as where they come in two files.
    if (before && !saysTheSame(before.event, event)) conflicting.push({ event, code: before.event.said.code })
    else if (!before) events.set(name, { trackingNumber, carrier, state, reason, at, event })
  }
  const kept = await keepEvents(connection, context, events)
  const settled = await applyEvents(connection, context, kept.created)
  note(noted, 'Events of parcels that are not known yet', settled.eventsWithoutParcel)
  note(noted, OTHER_CARRIER, settled.eventsOfOtherCarrier)
  note(noted, 'Parcels with a new state', settled.parcelsChanged)
  note(noted, 'Orders delivered', settled.ordersDelivered)
  await countCodes(connection, context, kept.created)
  const refused = [...damaged, ...[...conflicting, ...kept.conflicting].map((one) => otherEvent(one, context))]
  const unchanged = rows.length - kept.created.length - refused.length
  return { created: kept.created.length, changed: 0, unchanged, refused, noted }
}

const otherEvent = ({ event: { line, said }, code }: Conflict, { columnOf }: RowFeedContext): FeedRefusal => ({
  line,
  column: columnOf('code'),
  reason: OTHER_EVENT,
  value: said.code === code ? code : `${said.code}: there is ${code}`,
})
const OTHER_EVENT = 'An event with this reference is there already and says something else: the first stands'

const saysTheSame = (one: WaitingEvent, other: WaitingEvent) =>
  one.said.code === other.said.code &&
  one.at === other.at &&
  one.description === other.description &&
  one.location === other.location

/** `original` is the carrier's code that a spreadsheet has taken the zeros in front from. */
type Meaning = EventMeaning & ResolvedCarrier & { original?: string | undefined }

/** Whose events are, and what they mean. A file has few codes: each is looked up once, with each reason that comes with it. */
async function readMeanings(
  connection: pg.PoolClient,
  said: ReadonlySet<EventCodeKey>,
  carrierOf: (told: string) => ResolvedCarrier,
): Promise<ReadonlyMap<EventCodeKey, Meaning>> {
  const read = new Map([...said].map((one) => [one, carrierOf(one.carrier)]))
  const table = await readEventCodes(connection, [...new Set([...read.values()].map(({ carrier }) => carrier))])
  return new Map(
    [...read].map(([one, whose]) => {
      const meaning = normaliseEvent({ ...one, carrier: whose.carrier }, table)
      const original = meaning.state === 'unknown' ? withItsZeros(one.code, whose.carrier, table) : undefined
      return [one, { ...whose, ...meaning, original }]
    }),
  )
}

const MAX_ZEROS = 4

/** The known code of a carrier that another is without the zeros in front. */
function withItsZeros(code: string, carrier: string, table: EventCodeTable): string | undefined {
  if (!/^[1-9]\d*$/.test(code)) return undefined
  const codes = Array.from({ length: MAX_ZEROS }, (_, zeros) => `${'0'.repeat(zeros + 1)}${code}`)
  return codes.find((one) => table.has(eventCodeKey(carrier, one)))
}

function note(noted: Map<string, number>, words: string, count = 1): void {
  if (count > 0) noted.set(words, (noted.get(words) ?? 0) + count)
}

/**
 * The table of the codes of those carriers. It is read with each chunk, and anyone who changes it waits for the transactions
 * that have read it (`holdEventCodes`): no event is written by a table that was changed before.
 */
async function readEventCodes(connection: pg.PoolClient, carriers: readonly string[]): Promise<EventCodeTable> {
  const known = await connection.query<{ carrier: string; code: string; state: DeliveryState; reason: string }>(
    'select carrier, code, state, reason from carrier_event_codes where carrier = any ($1::text[])',
    [carriers],
  )
  return new Map(known.rows.map(({ carrier, code, ...meaning }) => [eventCodeKey(carrier, code), meaning]))
}

/** The last statement of a chunk, in the order of keys: all chunks of a client write the same few rows. */
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
  for (const [{ code }, counted] of countSaid(created)) {
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

/** How many events say the same, and what the last of them says beside it. */
function countSaid(events: readonly FedEvent[]) {
  const counts = new Map<EventCodeKey, { carrier: string; events: number; description: string }>()
  for (const { carrier, event } of events) {
    const { said, description } = event
    const counted = counts.get(said)
    if (!counted) counts.set(said, { carrier, events: 1, description })
    else {
      counted.events++
      counted.description = description || counted.description
    }
  }
  return counts
}
