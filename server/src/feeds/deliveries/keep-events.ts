import type pg from 'pg'
import { copyCell, copyInto } from '../../files/copy-text.ts'
import type { ParcelEvent } from '../../deliveries/parcels/settle-parcels.ts'
import { eventName, type EventCodeKey, type WaitingEvent } from './waiting-event.ts'

/** An event of a file, with what it means. */
export type FedEvent = ParcelEvent & { readonly event: WaitingEvent }

/** The columns of an event: those that events have each for itself, and those that many have alike. */
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

const NEW_ONES = `${INSERT} on conflict do nothing
returning tracking_number as "trackingNumber", replace(event_key::text, '-', '') as key`

/** Of those that were there before; what has no reference of its own is told by all that it says, and can say nothing else. */
const SAYING_ELSE = `
select f.tracking_number as "trackingNumber", replace(f.event_key::text, '-', '') as key, d.code
from fed_events f cross join lateral (
  select * from delivery_events d
  where d.client_code = $1 and d.tracking_number = f.tracking_number and d.event_key between f.event_key and f.event_key
  order by d.event_key limit 1
) d
where (d.code, date_trunc('second', d.occurred_at), d.description, d.location)
  is distinct from (f.code, date_trunc('second', f.occurred_at), f.description, f.location)`

type Named = { trackingNumber: string; key: string }

/** An event that is there already and says something else; `code` is the one that is there. */
export type Conflict = { readonly event: WaitingEvent; readonly code: string }

const UNIQUE_VIOLATION = '23505'

/**
 * Keeps events of a client; those that are there already stay as they are. Gives those that were not, and those of the
 * others that say something else now. The part of the deliveries that they are in is the caller's own (`lockPartOfDeliveries`).
 *
 * Most files hold nothing that was there before, and are spared the look-up of every event: only where one is met, all are
 * looked up.
 */
export async function keepEvents(
  connection: pg.PoolClient,
  { client, now }: { client: string; now: Date },
  events: ReadonlyMap<string, FedEvent>,
): Promise<{ created: readonly FedEvent[]; conflicting: readonly Conflict[] }> {
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
  const { rows: said } = await connection.query<Named & { code: string }>(SAYING_ELSE, [client])
  const { rows } = await connection.query<Named>(NEW_ONES, [client, now])
  const created = rows.flatMap(({ trackingNumber, key }) => events.get(eventName(trackingNumber, key)) ?? [])
  const conflicting = said.flatMap(({ trackingNumber, key, code }) => {
    const fed = events.get(eventName(trackingNumber, key))
    return fed ? [{ event: fed.event, code }] : []
  })
  return { created, conflicting }
}

/** Events as COPY takes them. */
function copyText(events: readonly FedEvent[]): string {
  const alike = new Map<EventCodeKey, string>()
  const cells: string[] = []
  for (const { event, carrier, state, reason } of events) {
    const { trackingNumber, key, at, description, location, said } = event
    let end = alike.get(said)
    if (end === undefined) {
      end = `\t${[said.code, carrier, state, reason].map(copyCell).join('\t')}\n`
      alike.set(said, end)
    }
    // Joined once for all: each put together for itself would be held as its pieces until then.
    const occurredAt = new Date(at).toISOString()
    cells.push(copyCell(trackingNumber), '\t', key, '\t', occurredAt, '\t', copyCell(description), '\t')
    cells.push(copyCell(location), end)
  }
  return cells.join('')
}
