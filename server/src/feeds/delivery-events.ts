import { hash } from 'node:crypto'
import { type DeliveryEventRow, deliveryEventRowCheck } from '@despatch/domain/feeds/check-delivery-event-row'
import {
  eventCodeKey,
  type EventCodeTable,
  type EventMeaning,
  normaliseEvent,
} from '@despatch/domain/feeds/normalise-event'
import type { DeliveryState } from '@despatch/domain/parcels/delivery-state'
import type pg from 'pg'
import { copyCell, copyInto } from './copy-text.ts'
import type { RowFeed, RowFeedContext, RowsWritten } from './run-row-feed.ts'
import { applyEvents, lockDeliveries } from './settle-parcels.ts'

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
  returning carrier, code
)
select carrier, code, count(*)::int as events from made group by carrier, code`

async function writeEvents(
  connection: pg.PoolClient,
  rows: readonly DeliveryEventRow[],
  context: RowFeedContext,
): Promise<RowsWritten> {
  await lockDeliveries(connection, context.client)
  const table = await readEventCodes(connection, rows)
  const noted = new Map<string, number>()
  const events = rows.map((row) => {
    const meaning = normaliseEvent(row, table)
    if (meaning.state === 'unknown') note(noted, `Unknown code: ${row.carrier} ${row.code}`)
    return { ...meaning, trackingNumber: row.trackingNumber, at: row.occurredAt.getTime() }
  })
  await connection.query(TABLES)
  await copyInto(
    connection,
    'fed_events (tracking_number, event_key, carrier, code, state, reason, occurred_at, description, location)',
    rows.map((row, index) => eventCells(row, events[index] as EventMeaning)).join(''),
  )
  const made = await connection.query<Made>(INSERT_EVENTS, [context.client, context.now])
  const settled = await applyEvents(connection, context, events)
  note(noted, 'Events of parcels that are not known yet', settled.eventsWithoutParcel)
  note(noted, 'Parcels with a new state', settled.parcelsChanged)
  note(noted, 'Orders delivered', settled.ordersDelivered)
  await countCodes(connection, context, made.rows, rows)
  const created = made.rows.reduce((sum, { events: count }) => sum + count, 0)
  return { created, changed: 0, unchanged: rows.length - created, refused: [], noted }
}

function note(noted: Map<string, number>, words: string, count = 1): void {
  if (count > 0) noted.set(words, (noted.get(words) ?? 0) + count)
}

/**
 * The table of the codes of those carriers. It is read with each chunk, and whoever changes it waits for the transactions
 * that have read it: no event is written by a table that was changed before.
 */
async function readEventCodes(connection: pg.PoolClient, rows: readonly DeliveryEventRow[]): Promise<EventCodeTable> {
  const carriers = [...new Set(rows.map(({ carrier }) => carrier))]
  const known = await connection.query<{ carrier: string; code: string; state: DeliveryState; reason: string }>(
    'select carrier, code, state, reason from carrier_event_codes where carrier = any ($1::text[])',
    [carriers],
  )
  return new Map(known.rows.map(({ carrier, code, ...meaning }) => [eventCodeKey(carrier, code), meaning]))
}

function eventCells(row: DeliveryEventRow, { state, reason }: EventMeaning): string {
  const cells = [row.trackingNumber, eventKey(row), row.carrier, row.code, state, reason]
  const rest = [row.occurredAt.toISOString(), row.description, row.location]
  return `${cells.map(copyCell).join('\t')}\t${rest.map(copyCell).join('\t')}\n`
}

/** The same event sent twice is one: it is told by its carrier's own reference, or else by all that it says. */
function eventKey({ carrier, code, occurredAt, description, location, reason, reference }: DeliveryEventRow): string {
  const said =
    reference === ''
      ? ['said', carrier, code, occurredAt.toISOString(), description, location, reason]
      : ['reference', carrier, reference]
  return hash('sha256', said.join('\n')).slice(0, 32)
}

type Made = { carrier: string; code: string; events: number }

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
