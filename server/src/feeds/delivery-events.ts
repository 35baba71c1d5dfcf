import { hash } from 'node:crypto'
import { type DeliveryEventRow, deliveryEventRowCheck } from '@despatch/domain/feeds/check-delivery-event-row'
import { eventCodeKey, type EventCodeTable, normaliseEvent } from '@despatch/domain/feeds/normalise-event'
import type { DeliveryState } from '@despatch/domain/parcels/delivery-state'
import type pg from 'pg'
import { copyCell, copyInto } from './copy-text.ts'
import { holdEventCodes } from './event-code-lock.ts'
import type { RowFeed, RowFeedContext, RowsWritten } from './run-row-feed.ts'
import { applyEvents, lockDeliveries, type ParcelEvent } from './settle-parcels.ts'

/**
 * The feed of carriers' delivery events. domain.md: 'Carrier events are kept raw and normalised'; a code that nobody knows
 * is kept and counted, and so is the event of a parcel that is not known yet: when its despatch comes, the parcel takes its
 * state from it.
 */
export const deliveryEvents: RowFeed<DeliveryEventRow> = {
  feed: 'delivery-events',
  check: deliveryEventRowCheck,
  write: writeEvents,
}

const TABLES = `
discard plans;
create temp table fed_events (
  tracking_number text collate "C" not null, event_key uuid not null, carrier text collate "C" not null,
  code text collate "C" not null, state text collate "C" not null, reason text not null, occurred_at timestamptz not null,
  description text not null, location text not null
) on commit drop`

const INSERT_EVENTS = `
with made as (
  insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, reason, occurred_at,
    received_at, description, location)
  select $1, tracking_number, event_key, carrier, code, state, reason, occurred_at, $2, description, location
  from fed_events order by tracking_number, event_key
  on conflict do nothing
  returning carrier, code, tracking_number, event_key
)
select carrier, code, count(*)::int as events,
  case when (select count(*) from made) < $3 then array_agg(tracking_number || '\n' || replace(event_key::text, '-', '')) end as keys
from made group by carrier, code`

async function writeEvents(
  connection: pg.PoolClient,
  rows: readonly DeliveryEventRow[],
  context: RowFeedContext,
): Promise<RowsWritten> {
  await lockDeliveries(connection, context.client)
  await holdEventCodes(connection)
  const table = await readEventCodes(connection, rows)
  const noted = new Map<string, number>()
  const events = new Map<string, FedEvent>()
  for (const row of rows) {
    const meaning = normaliseEvent(row, table)
    if (meaning.state === 'unknown') note(noted, `Unknown code: ${row.carrier} ${row.code}`)
    const key = eventKey(row)
    const own = `${row.trackingNumber}\n${key}`
    // Of two with one reference that say different things the first is the event, as where they come in two files.
    if (!events.has(own))
      events.set(own, { ...meaning, trackingNumber: row.trackingNumber, at: row.occurredAt.getTime(), row, key })
  }
  await connection.query(TABLES)
  await copyInto(
    connection,
    'fed_events (tracking_number, event_key, carrier, code, state, reason, occurred_at, description, location)',
    [...events.values()].map(eventCells).join(''),
  )
  const made = await connection.query<Made>(INSERT_EVENTS, [context.client, context.now, events.size])
  const settled = await applyEvents(connection, context, newOf(events, made.rows))
  note(noted, 'Events of parcels that are not known yet', settled.eventsWithoutParcel)
  note(noted, 'Parcels with a new state', settled.parcelsChanged)
  note(noted, 'Orders delivered', settled.ordersDelivered)
  await countCodes(connection, context, made.rows, rows)
  const created = made.rows.reduce((sum, { events: count }) => sum + count, 0)
  return { created, changed: 0, unchanged: rows.length - created, refused: [], noted }
}

type FedEvent = ParcelEvent & { row: DeliveryEventRow; key: string }

/** Those that were not there before: an event that was has done what it does, by what its code meant then. */
function newOf(events: ReadonlyMap<string, FedEvent>, made: readonly Made[]): FedEvent[] {
  if (made.reduce((sum, { events: count }) => sum + count, 0) === events.size) return [...events.values()]
  return made.flatMap(({ keys }) => keys ?? []).flatMap((own) => events.get(own) ?? [])
}

function note(noted: Map<string, number>, words: string, count = 1): void {
  if (count > 0) noted.set(words, (noted.get(words) ?? 0) + count)
}

/**
 * The table of the codes of those carriers. It is read with each chunk, and whoever changes it waits for the transactions
 * that have read it (`holdEventCodes`): no event is written by a table that was changed before.
 */
async function readEventCodes(connection: pg.PoolClient, rows: readonly DeliveryEventRow[]): Promise<EventCodeTable> {
  const carriers = [...new Set(rows.map(({ carrier }) => carrier))]
  const known = await connection.query<{ carrier: string; code: string; state: DeliveryState; reason: string }>(
    'select carrier, code, state, reason from carrier_event_codes where carrier = any ($1::text[])',
    [carriers],
  )
  return new Map(known.rows.map(({ carrier, code, ...meaning }) => [eventCodeKey(carrier, code), meaning]))
}

function eventCells({ row, key, state, reason }: FedEvent): string {
  const cells = [row.trackingNumber, key, row.carrier, row.code, state, reason]
  const rest = [row.occurredAt.toISOString(), row.description, row.location]
  return `${cells.map(copyCell).join('\t')}\t${rest.map(copyCell).join('\t')}\n`
}

/** The same event sent twice is one: it is told by its carrier's own reference, or else by all that it says. */
function eventKey({ carrier, code, occurredAt, description, location, reason, reference }: DeliveryEventRow): string {
  const said =
    reference === ''
      ? ['said', carrier, code, occurredAt.getTime(), description, location, reason]
      : ['reference', carrier, reference]
  return hash('sha256', said.join('\n')).slice(0, 32)
}

/** New events of a code; `keys` are theirs, where some of all that came were there already. */
type Made = { carrier: string; code: string; events: number; keys: string[] | null }

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
  made: readonly Made[],
  rows: readonly DeliveryEventRow[],
): Promise<void> {
  if (made.length === 0) return
  const said = new Map<string, string>()
  for (const { carrier, code, description } of rows)
    if (description !== '') said.set(eventCodeKey(carrier, code), description)
  await connection.query(COUNT_CODES, [
    client,
    now,
    made.map(({ carrier }) => carrier),
    made.map(({ code }) => code),
    made.map(({ events }) => events),
    made.map(({ carrier, code }) => said.get(eventCodeKey(carrier, code)) ?? ''),
  ])
}
