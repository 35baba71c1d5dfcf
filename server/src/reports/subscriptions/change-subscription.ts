import type { subscriptions as routes } from '@despatch/contract/reports/subscriptions'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { parseClock, nextSending } from '@despatch/domain/reports/subscription-times'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { readSubscription } from './list-subscriptions.ts'
import { lockSubscription, recipientProblem, auditSubscription, readersOf } from './subscription-calls.ts'

/**
 * Changes report, times and recipients of a subscription; its clients stay. Recipients who stopped the emails stay
 * stopped. Throws an AppError: 404 if the caller may not change it or it has ended, 400 for recipients who may not see
 * the report.
 */
export async function changeSubscription(
  context: Context,
  { body }: RouteChecked<typeof routes.change>,
): Promise<RouteAnswer<typeof routes.change>> {
  const { transaction, now } = context
  const { subscriptionId: id, report, format, period } = body
  const before = await lockSubscription(context, id)
  if (before.ended_at) throw new AppError('not_found', 'This email report has ended. Set it up again.')
  const recipients = await transaction.rows(
    db.selectFrom('report_recipients').select(['user_id', 'stopped_at']).where('subscription_id', '=', id),
  )
  const readers = await readersOf(context, report, before.client_codes)
  // Present recipients may stay: each sending checks who may see the report.
  const staying = report === before.report ? recipients.map(({ user_id }) => user_id) : []
  const allowed = new Set([...readers.map(({ userId }) => userId), ...staying])
  const wanted = [...new Set(body.recipients)]
  if (wanted.some((user) => !allowed.has(user))) throw recipientProblem()
  const stopped = new Set(recipients.filter(({ stopped_at }) => stopped_at).map(({ user_id }) => user_id))
  if (wanted.every((user) => stopped.has(user)))
    throw refuseFields([{ path: 'recipients', message: 'Choose someone who hasn’t unsubscribed' }])

  const schedule = { weekday: body.weekday ?? null, atMinute: parseClock(body.at) }
  const isSameTime = schedule.weekday === before.weekday && schedule.atMinute === before.at_minute
  await transaction.write(
    db
      .updateTable('report_subscriptions')
      .set({ report, format, period, weekday: schedule.weekday, at_minute: schedule.atMinute })
      .set(isSameTime ? {} : { next_at: nextSending(schedule, now) })
      .where('subscription_id', '=', id),
  )
  await transaction.write(
    db.deleteFrom('report_recipients').where('subscription_id', '=', id).where('user_id', 'not in', wanted),
  )
  await transaction.write(
    db
      .insertInto('report_recipients')
      .values(wanted.map((user_id) => ({ subscription_id: id, user_id, stopped_at: null })))
      .onConflict((same) => same.doNothing()),
  )
  await auditSubscription(context, 'report-mail.changed', report)
  return readSubscription(context, id)
}
