import { readDeliveryState } from '@despatch/domain/deliveries/parcels/read-delivery-state'
import type { FastifyBaseLogger } from 'fastify'
import { seeEveryClient } from '../../administration/clients/queries.ts'
import { changeRowsInPlace, LOOK_UP_BY_KEY } from '../../database/by-key.ts'
import type { Database } from '../../database/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { mergeCarrierAliases } from './merge-carrier-aliases.ts'
import { lockDeliveries, applyDeliveryStates } from '../../deliveries/parcels/settle-parcels.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'

/** Events that get their meaning in one transaction. */
const PIECE = 5000

type Given = { database: Database; jobs: Jobs; log: Pick<FastifyBaseLogger, 'warn'> }
type Key = { carrier: string; code: string; was?: { state: string; reason: string }; by?: string }

/**
 * Gives the events that were kept as unknown, or as what their code meant before, the meaning that someone has given it, and
 * their parcels the state that follows. Done twice, or cut short and done again, it comes to the same.
 */
export async function doEventCodes({ database, jobs, log }: Given): Promise<void> {
  await carryOver({ database, jobs })
  await jobs.work('event-code', 1, async ({ data, signal }) => {
    try {
      for (const client of await database.transaction(seeEveryClient))
        for (let after: Place | undefined = START; after && !signal.aborted;)
          after = await takeOn(database, client, data, after)
    } catch (error) {
      // Another server has it by now, or this one stops.
      if (signal.aborted) return
      log.warn({ err: error, ...data }, 'events did not get the meaning of their code')
      throw error
    }
  })
}

/** Carries over what was said of carriers' codes before carriers were read; later it is done as it is said. */
export function carryOver({ database, jobs }: { database: Database; jobs: Pick<Jobs, 'send'> }): Promise<unknown> {
  return database.transaction(async (transaction) =>
    mergeCarrierAliases(transaction, { clients: await seeEveryClient(transaction), now: new Date(), jobs }),
  )
}

/**
 * Gives a piece of a client's events their meaning. Gives where the next begins; undefined after the last. Feeds that
 * read the table before the code was in it have written what they read when the deliveries are this transaction's.
 */
function takeOn(database: Database, client: string, key: Key, after: Place): Promise<Place | undefined> {
  return retryOnDeadlock(() =>
    database.copying([client], async (connection) => {
      await connection.query(LOOK_UP_BY_KEY)
      await lockDeliveries(connection, client)
      const { rows: piece } = key.was
        ? await connection.query<Place>(KNOWN_BEFORE, [
            client,
            key.carrier,
            key.code,
            PIECE,
            key.was.state,
            after.trackingNumber,
            after.eventKey,
          ])
        : await connection.query<Place>(UNKNOWN, [client, key.carrier, key.code, PIECE])
      if (piece.length === 0) return undefined
      const places = piece.map(({ place }) => place)
      const { rows: events } = await changeRowsInPlace<{ changedBy: string }>(connection, SET_MEANING, [
        client,
        key.carrier,
        key.code,
        places,
        key.was?.reason ?? '',
        key.was ? (readDeliveryState(key.code) ?? 'unknown') : null,
        key.by ?? 'Despatch',
      ])
      const [first] = events
      if (first)
        await applyDeliveryStates(connection, { client, now: new Date(), byName: first.changedBy }, [
          ...new Set(piece.map(({ trackingNumber }) => trackingNumber)),
        ])
      // Nobody knows a code that was deleted before its unknown events took it on.
      return first && piece.length === PIECE ? piece.at(-1) : undefined
    }),
  )
}

/** Where an event is. */
type Place = { trackingNumber: string; eventKey: string; place: string }
const START: Place = { trackingNumber: '', eventKey: '00000000-0000-0000-0000-000000000000', place: '' }

const PLACE = 'tracking_number as "trackingNumber", event_key::text as "eventKey", ctid as place'

/** Found by the index of those that are unknown: what has its meaning is not found again. */
const UNKNOWN = `
select ${PLACE} from delivery_events
where client_code = $1 and carrier = $2 and code between $3 and $3 and state = 'unknown' order by code limit $4`

/** No index has codes that are known: the events of a client are gone through once. */
const KNOWN_BEFORE = `
select ${PLACE} from delivery_events
where client_code = $1 and carrier = $2 and code = $3 and state = $5 and (tracking_number, event_key) > ($6, $7::uuid)
order by tracking_number, event_key limit $4`

/**
 * Written where they stand (`database/by-key`). A code that was deleted means $6, where it is known what it meant. The reason that came with an event goes before that of its code, as where
 * events are taken in.
 */
const SET_MEANING = `
update delivery_events e set state = m.state, reason = case when e.reason in ('', $5) then m.reason else e.reason end
from (
  select state, reason, changed_by from carrier_event_codes where carrier = $2 and code = $3
  union all
  select $6::text, '', $7::text
  where $6::text is not null and not exists (select from carrier_event_codes where carrier = $2 and code = $3)
) m
where e.client_code = $1 and e.ctid = any ($4::tid[])
returning m.changed_by as "changedBy"`
