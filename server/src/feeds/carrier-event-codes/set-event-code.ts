import type { feeds as routes } from '@despatch/contract/feeds/feeds'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import { DATA_ADDED, DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { readDeliveryState } from '@despatch/domain/deliveries/parcels/read-delivery-state'
import type { EventMeaning } from '@despatch/domain/feeds/carrier-event-codes/normalise-event'
import { formatCount } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { audit } from '../../audit/write-audit.ts'
import { seeEveryClient } from '../../administration/clients/queries.ts'
import { db } from '../../database/sql.ts'
import { mergeCarrierAliases, queueEventCode } from './merge-carrier-aliases.ts'
import { lockEventCodes } from './event-code-lock.ts'
import { changedMeanwhile, codeLabel, codeToChange, refuseClientUsers } from './event-code-queries.ts'

/**
 * Sets the meaning of a carrier's code for every client. A job (`event-code-jobs`) applies it to stored events that
 * were unknown or had the old meaning, and to their parcels and orders. A meaning under another spelling of the carrier
 * is copied to the carrier's own code.
 * @throws AppError (403) for client users; (409) if the meaning changed since the caller read it
 */
export async function setEventCode(
  context: Context,
  { body: { version, ...body } }: RouteChecked<typeof routes.setEventCode>,
): Promise<RouteAnswer<typeof routes.setEventCode>> {
  const { transaction, caller, now } = context
  refuseClientUsers(caller)
  const { carrier, code, ...is } = body
  await lockEventCodes(transaction)
  const known = await codeToChange(transaction, body)
  if ((known?.version ?? 0) !== version) throw changedMeanwhile(body)
  const changed = { ...is, changed_at: now, changed_by: caller.username }
  const saved = await transaction.writeRow(
    known
      ? db
          .updateTable('carrier_event_codes')
          .set({ ...changed, version: version + 1 })
          .where('carrier', '=', carrier)
          .where('code', '=', code)
          .returning('version')
      : db
          .insertInto('carrier_event_codes')
          .values({ carrier, code, ...changed })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version'),
  )
  // Another call added it at the same moment.
  if (!saved) throw changedMeanwhile(body)
  const was = known && { state: known.state, reason: known.reason, description: known.description }
  await audit(context, {
    clientCode: null,
    act: 'feed.event-code-set',
    object: codeLabel(body),
    ...(was ? changedFields(was, is) : { after: is }),
  })
  const affected = known ? await queueChangedMeaning(context, body, known) : await queueUnknownEvents(context, body)
  return {
    message: `${known ? DATA_UPDATED : DATA_ADDED}${affectedText(affected)}`,
    code: { version: saved.version, state: is.state },
  }
}

/**
 * Queues jobs for events that were unknown, or that had the state which the code is the name of, under every spelling
 * of the carrier.
 * @returns the number of unknown events
 */
async function queueUnknownEvents(
  context: Context,
  { carrier, code }: { carrier: string; code: string },
): Promise<number> {
  const { transaction, now, services } = context
  const clients = await seeEveryClient(transaction)
  const named = readDeliveryState(code)
  if (named) await queueEventCode(transaction, services.jobs, { carrier, code, was: { state: named, reason: '' } })
  const affected = await countUnknownEvents(context, clients, { carrier, code })
  if (affected > 0) await queueEventCode(transaction, services.jobs, { carrier, code })
  let all = affected
  for (const carried of await mergeCarrierAliases(transaction, { clients, now, jobs: services.jobs }))
    all += await countUnknownEvents(context, clients, carried)
  return all
}

/** Queues a job for events with the old meaning. Returns the number of events with this code. */
async function queueChangedMeaning(
  { transaction, services }: Context,
  { carrier, code, state, reason }: { carrier: string; code: string } & EventMeaning,
  was: EventMeaning,
): Promise<number> {
  if (was.state === state && was.reason === reason) return 0
  const { state: stateBefore, reason: reasonBefore } = was
  await queueEventCode(transaction, services.jobs, { carrier, code, was: { state: stateBefore, reason: reasonBefore } })
  const clients = await seeEveryClient(transaction)
  const came = await transaction.row(
    sql<{ events: number }>`select coalesce(sum(events), 0)::int as events from event_code_counts
      where client_code = any (${clients}::text[]) and carrier = ${carrier} and code = ${code}`.compile(db),
  )
  return came?.events ?? 0
}

const MAX_COUNTED = 100_000

/** Counts all clients' unknown events with a code, up to {@link MAX_COUNTED}. */
async function countUnknownEvents(
  { transaction }: Context,
  clients: readonly string[],
  { carrier, code }: { carrier: string; code: string },
): Promise<number> {
  const row = await transaction.row(
    sql<{ events: number }>`
      select count(*)::int as events from (
        select from delivery_events
        where client_code = any (${clients}::text[]) and carrier = ${carrier} and code = ${code} and state = 'unknown'
        limit ${MAX_COUNTED + 1}
      ) kept`.compile(db),
  )
  return row?.events ?? 0
}

function affectedText(affected: number): string {
  if (affected === 0) return ''
  if (affected === 1) return ' Its earlier event will be updated shortly.'
  const events = affected > MAX_COUNTED ? `More than ${formatCount(MAX_COUNTED)}` : `The ${formatCount(affected)}`
  return ` ${events} earlier events will be updated shortly.`
}
