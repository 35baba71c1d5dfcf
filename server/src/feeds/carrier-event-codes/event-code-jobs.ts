import { readDeliveryState } from '@despatch/domain/deliveries/parcels/read-delivery-state'
import type { FastifyBaseLogger } from 'fastify'
import { seeEveryClient } from '../../administration/clients/queries.ts'
import type { Database } from '../../database/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { mergeCarrierAliases } from './merge-carrier-aliases.ts'
import { lockDeliveries, applyDeliveryStates } from '../../deliveries/parcels/apply-delivery-states.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'

/** Events changed in one transaction. */
const PIECE = 5000

type EventCodeWorkerOptions = { database: Database; jobs: Jobs; log: Pick<FastifyBaseLogger, 'warn'> }
type EventCodeJob = { carrier: string; code: string; was?: { state: string; reason: string }; by?: string }

/**
 * Starts the worker that applies a code's changed meaning to stored events and updates their parcels. Repeating a job
 * changes nothing more.
 */
export async function startEventCodeWorker({ database, jobs, log }: EventCodeWorkerOptions): Promise<void> {
  await mergeAliasesAtStart({ database, jobs })
  await jobs.work('event-code', 1, async ({ data, signal }) => {
    try {
      for (const client of await database.transaction(seeEveryClient))
        for (let after: EventPosition | undefined = START; after && !signal.aborted;)
          after = await applyToPiece(database, client, data, after)
    } catch (error) {
      // Another server has taken the job over, or this one stops.
      if (signal.aborted) return
      log.warn({ err: error, ...data }, 'events did not get the meaning of their code')
      throw error
    }
  })
}

/** Merges carrier aliases once at start, for codes defined before carriers could be read under other spellings. */
export function mergeAliasesAtStart({
  database,
  jobs,
}: {
  database: Database
  jobs: Pick<Jobs, 'send'>
}): Promise<unknown> {
  return database.transaction(async (transaction) =>
    mergeCarrierAliases(transaction, { clients: await seeEveryClient(transaction), now: new Date(), jobs }),
  )
}

/**
 * Applies a code's meaning to one piece of a client's events. The deliveries lock makes sure that feeds which read the
 * table before the change have written their events.
 * @returns the position of the next piece; undefined after the last
 */
function applyToPiece(
  database: Database,
  client: string,
  key: EventCodeJob,
  after: EventPosition,
): Promise<EventPosition | undefined> {
  return retryOnDeadlock(() =>
    database.copying([client], async (connection) => {
      await lockDeliveries(connection, client)
      const { rows: piece } = key.was
        ? await connection.query<EventPosition>(KNOWN_BEFORE, [
            client,
            key.carrier,
            key.code,
            PIECE,
            key.was.state,
            after.trackingNumber,
            after.eventKey,
          ])
        : await connection.query<EventPosition>(UNKNOWN, [client, key.carrier, key.code, PIECE])
      if (piece.length === 0) return undefined
      const { rows: events } = await connection.query<{ changedBy: string }>(SET_MEANING, [
        client,
        key.carrier,
        key.code,
        piece.map(({ trackingNumber }) => trackingNumber),
        piece.map(({ eventKey }) => eventKey),
        key.was?.reason ?? '',
        key.was ? (readDeliveryState(key.code) ?? 'unknown') : null,
        key.by ?? 'Despatch',
      ])
      const [first] = events
      if (first)
        await applyDeliveryStates(connection, { client, now: new Date(), byName: first.changedBy }, [
          ...new Set(piece.map(({ trackingNumber }) => trackingNumber)),
        ])
      // No row means that the code was deleted before its unknown events were changed.
      return first && piece.length === PIECE ? piece.at(-1) : undefined
    }),
  )
}

/** Keyset position of an event. */
type EventPosition = { trackingNumber: string; eventKey: string }
const START: EventPosition = { trackingNumber: '', eventKey: '00000000-0000-0000-0000-000000000000' }

const KEY = 'tracking_number as "trackingNumber", event_key::text as "eventKey"'

/** Uses the index of unknown events. Changed events are no longer unknown, so the next query skips them. */
const UNKNOWN = `
select ${KEY} from delivery_events
where client_code = $1 and carrier = $2 and code = $3 and state = 'unknown' limit $4`

/** There is no index on known codes, so this walks through the client's events once. */
const KNOWN_BEFORE = `
select ${KEY} from delivery_events
where client_code = $1 and carrier = $2 and code = $3 and state = $5 and (tracking_number, event_key) > ($6, $7::uuid)
order by tracking_number, event_key limit $4`

/**
 * $7 is the meaning of a deleted code, if the job has one. An event's own reason takes precedence over its code's
 * reason, as when events are fed.
 */
const SET_MEANING = `
update delivery_events e set state = m.state, reason = case when e.reason in ('', $6) then m.reason else e.reason end
from (
  select state, reason, changed_by from carrier_event_codes where carrier = $2 and code = $3
  union all
  select $7::text, '', $8::text
  where $7::text is not null and not exists (select from carrier_event_codes where carrier = $2 and code = $3)
) m, unnest($4::text[], $5::uuid[]) as n (tracking_number, event_key)
where e.client_code = $1 and e.tracking_number = n.tracking_number and e.event_key = n.event_key
returning m.changed_by as "changedBy"`
