import type pg from 'pg'
import { copyCell, copyInto } from '../../files/copy-text.ts'
import type { ParcelEvent } from '../../deliveries/parcels/apply-delivery-states.ts'
import { eventId, type ReportedCode, type PendingEvent } from './pending-event.ts'

/** An event of a file with its meaning. */
export type FedEvent = ParcelEvent & { readonly event: PendingEvent }

/** Columns of events: first those that differ for each, then those that many share. */
const COLUMNS = 'tracking_number, event_key, occurred_at, description, location, code, carrier, state, reason'

const TABLE = `
create temp table fed_events (
  tracking_number text collate "C" not null, event_key uuid not null, code text collate "C" not null,
  occurred_at timestamptz not null, description text not null, location text not null,
  carrier text collate "C" not null, state text collate "C" not null, reason text not null
) on commit drop`

const INSERT = `
insert into delivery_events (client_code, received_at, ${COLUMNS})
select $1, $2, ${COLUMNS} from fed_events`

const INSERT_NEW = `${INSERT} on conflict do nothing
returning tracking_number as "trackingNumber", replace(event_key::text, '-', '') as key`

/** Stored events that contradict the file. Events without a reference are identified by all fields, so they cannot. */
const CONTRADICTING = `
select f.tracking_number as "trackingNumber", replace(f.event_key::text, '-', '') as key, d.code
from fed_events f
join delivery_events d on d.client_code = $1 and d.tracking_number = f.tracking_number and d.event_key = f.event_key
where (d.code, date_trunc('second', d.occurred_at), d.description, d.location)
  is distinct from (f.code, date_trunc('second', f.occurred_at), f.description, f.location)`

type EventIdRow = { trackingNumber: string; key: string }

/** An event that contradicts a stored one with code `code`. */
export type EventConflict = { readonly event: PendingEvent; readonly code: string }

const UNIQUE_VIOLATION = '23505'

/**
 * Saves a client's events; stored ones stay unchanged. Returns the new ones, and the contradicting ones. The caller
 * holds the lock on their part of the deliveries (`lockDeliveryShard`).
 *
 * Most files have only new events, so it inserts all first, and looks up each only after a conflict.
 */
export async function saveEvents(
  connection: pg.PoolClient,
  { client, now }: { client: string; now: Date },
  events: ReadonlyMap<string, FedEvent>,
): Promise<{ created: readonly FedEvent[]; conflicting: readonly EventConflict[] }> {
  await connection.query(TABLE)
  const all = [...events.values()]
  await copyInto(connection, `fed_events (${COLUMNS})`, copyText(all))
  await connection.query('savepoint all_new')
  try {
    await connection.query(INSERT, [client, now])
    return { created: all, conflicting: [] }
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
    await connection.query('rollback to all_new')
  }
  const { rows: contradicting } = await connection.query<EventIdRow & { code: string }>(CONTRADICTING, [client])
  const { rows } = await connection.query<EventIdRow>(INSERT_NEW, [client, now])
  const created = rows.flatMap(({ trackingNumber, key }) => events.get(eventId(trackingNumber, key)) ?? [])
  const conflicting = contradicting.flatMap(({ trackingNumber, key, code }) => {
    const fed = events.get(eventId(trackingNumber, key))
    return fed ? [{ event: fed.event, code }] : []
  })
  return { created, conflicting }
}

/** Formats events for COPY. */
function copyText(events: readonly FedEvent[]): string {
  const endByCode = new Map<ReportedCode, string>()
  const cells: string[] = []
  for (const { event, carrier, state, reason } of events) {
    const { trackingNumber, key, at, description, location, reported } = event
    let sharedCells = endByCode.get(reported)
    if (sharedCells === undefined) {
      sharedCells = `\t${[reported.code, carrier, state, reason].map(copyCell).join('\t')}\n`
      endByCode.set(reported, sharedCells)
    }
    // Join once at the end: strings built piece by piece would stay in memory as pieces.
    const occurredAt = new Date(at).toISOString()
    cells.push(copyCell(trackingNumber), '\t', key, '\t', occurredAt, '\t', copyCell(description), '\t')
    cells.push(copyCell(location), sharedCells)
  }
  return cells.join('')
}
