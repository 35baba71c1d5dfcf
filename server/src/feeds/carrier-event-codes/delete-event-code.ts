import type { feeds as routes } from '@despatch/contract/feeds/feeds'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { lockEventCodes } from './event-code-lock.ts'
import { changedMeanwhile, codeLabel, codeToChange, refuseClientUsers } from './event-code-queries.ts'
import { queueEventCode } from './merge-carrier-aliases.ts'

/**
 * Deletes the meaning of a carrier's code. The code then means what its own name says, or is unknown. A job
 * (`event-code-jobs`) applies this to stored events, parcels and orders.
 * @throws AppError (403) for client users; (404) if the code has no meaning; (409) if someone changed it meanwhile
 */
export async function deleteEventCode(
  context: Context,
  { query: { version, ...key } }: RouteChecked<typeof routes.deleteEventCode>,
): Promise<RouteAnswer<typeof routes.deleteEventCode>> {
  const { transaction, caller, services } = context
  refuseClientUsers(caller)
  await lockEventCodes(transaction)
  const known = await codeToChange(transaction, key)
  if (!known) throw new AppError('not_found', `${codeLabel(key)} has no meaning. It may have been deleted.`)
  if (known.version !== version) throw changedMeanwhile(key)
  await transaction.write(
    db.deleteFrom('carrier_event_codes').where('carrier', '=', key.carrier).where('code', '=', key.code),
  )
  const was = { state: known.state, reason: known.reason }
  await queueEventCode(transaction, services.jobs, { ...key, was, by: caller.username })
  const before = { state: known.state, reason: known.reason, description: known.description }
  await audit(context, { clientCode: null, act: 'feed.event-code-deleted', object: codeLabel(key), before })
  return { message: DATA_DELETED }
}
