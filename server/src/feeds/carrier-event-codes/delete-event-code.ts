import type { feeds as routes } from '@despatch/contract/feeds/feeds'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { changeEventCodes } from './event-code-lock.ts'
import { changedMeanwhile, codeLabel, codeToChange, refuseClientUsers } from './event-code-queries.ts'
import { sendEventCode } from './merge-carrier-aliases.ts'

/**
 * Takes a carrier's code out of the table: from now on it means what its own name says, or is unknown, and its events are kept
 * and counted as such. Those that came with it before are read again in a job (`event-code-jobs`), with their parcels and
 * orders. Throws an AppError for client users (403), for a code that stands in no table
 * (404), and where someone changed it meanwhile (409).
 */
export async function deleteEventCode(
  context: Context,
  { query: { version, ...key } }: RouteChecked<typeof routes.deleteEventCode>,
): Promise<RouteAnswer<typeof routes.deleteEventCode>> {
  const { transaction, caller, services } = context
  refuseClientUsers(caller)
  await changeEventCodes(transaction)
  const known = await codeToChange(transaction, key)
  if (!known) throw new AppError('not_found', `Nobody has said what ${codeLabel(key)} means, or it was deleted.`)
  if (known.version !== version) throw changedMeanwhile(key)
  await transaction.write(
    db.deleteFrom('carrier_event_codes').where('carrier', '=', key.carrier).where('code', '=', key.code),
  )
  const was = { state: known.state, reason: known.reason }
  await sendEventCode(transaction, services.jobs, { ...key, was, by: caller.username })
  const before = { state: known.state, reason: known.reason, description: known.description }
  await audit(context, { clientCode: null, act: 'feed.event-code-deleted', object: codeLabel(key), before })
  return { message: DATA_DELETED }
}
