import type { cutOffs as routes } from '@despatch/contract/routing/cut-offs/cut-offs'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { minuteText, readMinute } from '@despatch/domain/routing/cut-offs/cut-off'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { loadDespatchTimes } from './load-despatch-times.ts'

/** Sets how fast a client's orders leave. Throws an AppError: 404 for another's client, 409 if someone saved before. */
export async function saveDespatchTimes(
  context: Context,
  { body: { version, ...body } }: RouteChecked<typeof routes.saveTimes>,
): Promise<RouteAnswer<typeof routes.saveTimes>> {
  const { transaction, clients } = context
  const { client, pickMinutes, isSameDay } = body
  const promisedBy = body.promisedBy === null ? null : (readMinute(body.promisedBy) ?? null)
  if (!clients.includes(client)) throw new AppError('not_found', noDataAvailable(client))
  const [before] = await loadDespatchTimes(transaction, [client])
  const set = {
    pick_minutes: pickMinutes,
    is_same_day: isSameDay,
    promised_by: promisedBy,
  }
  const saved = await transaction.writeRow(
    db
      .insertInto('client_despatch_times')
      .values({ client_code: client, ...set })
      .onConflict((conflict) => {
        const update = conflict
          .column('client_code')
          .doUpdateSet((is) => ({ ...set, version: is('client_despatch_times.version', '+', 1) }))
        return version === undefined ? update : update.where('client_despatch_times.version', '=', version)
      })
      .returning('version'),
  )
  if (!saved) throw new AppError('version_conflict', 'Someone else saved these times. Reload, then try again.')
  const times = { ...body, promisedBy: promisedBy === null ? null : minuteText(promisedBy) }
  const { version: _version, ...was } = before ?? { ...times, version: 0 }
  await audit(context, {
    clientCode: client,
    act: 'client.despatch-times-set',
    object: `client ${client}`,
    ...changedFields(was, times),
  })
  return { message: DATA_UPDATED, version: saved.version }
}
