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
import { mergeCarrierAliases, sendEventCode } from './merge-carrier-aliases.ts'
import { changeEventCodes } from './event-code-lock.ts'
import { changedMeanwhile, codeLabel, codeToChange, refuseClientUsers } from './event-code-queries.ts'

/**
 * Says what a carrier's code means, for every client. Events that came with it take it on in a job (`event-code-jobs`): those
 * that were kept as unknown, and those that have what it meant before, with their parcels and orders. Said of another spelling of
 * a carrier than its code, it is carried over to that. Throws an AppError for client users (403), and where the code is not
 * as the caller knew it any more (409).
 */
export async function setEventCode(
  context: Context,
  { body: { version, ...body } }: RouteChecked<typeof routes.setEventCode>,
): Promise<RouteAnswer<typeof routes.setEventCode>> {
  const { transaction, caller, now } = context
  refuseClientUsers(caller)
  const { carrier, code, ...is } = body
  await changeEventCodes(transaction)
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
  // Someone added it in the same moment.
  if (!saved) throw changedMeanwhile(body)
  const was = known && { state: known.state, reason: known.reason, description: known.description }
  await audit(context, {
    clientCode: null,
    act: 'feed.event-code-set',
    object: codeLabel(body),
    ...(was ? changedFields(was, is) : { after: is }),
  })
  const kept = known ? await letChange(context, body, known) : await letTakeOn(context, body)
  return {
    message: `${known ? DATA_UPDATED : DATA_ADDED}${takenOn(kept)}`,
    code: { version: saved.version, state: is.state },
  }
}

/**
 * Has the events that were kept as unknown, or as the state that their code is the name of, take on what it means, by whichever spelling of the carrier they
 * are kept. Gives how many unknown ones
 * there are.
 */
async function letTakeOn(context: Context, { carrier, code }: { carrier: string; code: string }): Promise<number> {
  const { transaction, now, services } = context
  const clients = await seeEveryClient(transaction)
  const named = readDeliveryState(code)
  if (named) await sendEventCode(transaction, services.jobs, { carrier, code, was: { state: named, reason: '' } })
  const kept = await keptAsUnknown(context, clients, { carrier, code })
  if (kept > 0) await sendEventCode(transaction, services.jobs, { carrier, code })
  let all = kept
  for (const carried of await mergeCarrierAliases(transaction, { clients, now, jobs: services.jobs }))
    all += await keptAsUnknown(context, clients, carried)
  return all
}

/** Has the events of a code that meant something else change with it. Gives how many came with it. */
async function letChange(
  { transaction, services }: Context,
  { carrier, code, state, reason }: { carrier: string; code: string } & EventMeaning,
  was: EventMeaning,
): Promise<number> {
  if (was.state === state && was.reason === reason) return 0
  const { state: stateBefore, reason: reasonBefore } = was
  await sendEventCode(transaction, services.jobs, { carrier, code, was: { state: stateBefore, reason: reasonBefore } })
  const clients = await seeEveryClient(transaction)
  const came = await transaction.row(
    sql<{ events: number }>`select coalesce(sum(events), 0)::int as events from event_code_counts
      where client_code = any (${clients}::text[]) and carrier = ${carrier} and code = ${code}`.compile(db),
  )
  return came?.events ?? 0
}

const MAX_COUNTED = 100_000

/** How many events with a code are kept as unknown, of all clients; not counted beyond {@link MAX_COUNTED}. */
async function keptAsUnknown(
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

function takenOn(kept: number): string {
  if (kept === 0) return ''
  if (kept === 1) return ' The event that came with it takes its meaning on in a moment.'
  const events = kept > MAX_COUNTED ? `More than ${formatCount(MAX_COUNTED)}` : `The ${formatCount(kept)}`
  return ` ${events} events that came with it take its meaning on in a moment.`
}
