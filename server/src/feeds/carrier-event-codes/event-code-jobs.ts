import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
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
type Key = { carrier: string; code: string }

/**
 * Gives the events that were kept as unknown the meaning that someone has given their code, and their parcels the state
 * that follows. Done twice, or cut short and done again, it comes to the same.
 */
export async function doEventCodes({ database, jobs, log }: Given): Promise<void> {
  await carryOver({ database, jobs })
  await jobs.work('event-code', 1, async ({ data, signal }) => {
    try {
      for (const client of await database.transaction(seeEveryClient))
        while (!signal.aborted && (await takeOn(database, client, data)) === PIECE);
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
 * Gives a piece of a client's events their meaning. Gives how many there were: less than a piece is the last. Feeds that
 * read the table before the code was in it have written what they read when the deliveries are this transaction's.
 */
function takeOn(database: Database, client: string, key: Key): Promise<number> {
  return retryOnDeadlock(() =>
    database.copying([client], async (connection) => {
      await connection.query(LOOK_UP_BY_KEY)
      await lockDeliveries(connection, client)
      const events = await setMeaning(connection, client, key)
      const [first] = events
      if (first)
        await applyDeliveryStates(connection, { client, now: new Date(), byName: first.changedBy }, [
          ...new Set(events.map(({ trackingNumber }) => trackingNumber)),
        ])
      return events.length
    }),
  )
}

/**
 * Found by the index of those that are unknown, and written where they stand (`database/by-key`). The reason that came with an event goes before that of its code, as where events are taken in.
 */
const SET_MEANING = `
update delivery_events e set state = m.state, reason = case when e.reason = '' then m.reason else e.reason end
from carrier_event_codes m
where m.carrier = $2 and m.code = $3 and e.ctid = any (array(
  select ctid from delivery_events
  where client_code = $1 and carrier = $2 and code between $3 and $3 and state = 'unknown' order by code limit $4
))
returning e.tracking_number as "trackingNumber", m.changed_by as "changedBy"`

async function setMeaning(connection: pg.ClientBase, client: string, { carrier, code }: Key) {
  type Event = { trackingNumber: string; changedBy: string }
  return (await changeRowsInPlace<Event>(connection, SET_MEANING, [client, carrier, code, PIECE])).rows
}
