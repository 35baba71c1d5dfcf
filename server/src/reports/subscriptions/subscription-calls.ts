import type { subscriptions as routes } from '@despatch/contract/reports/subscriptions'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Act } from '@despatch/domain/administration/user-activity/acts'
import { parseClock, nextSending } from '@despatch/domain/reports/subscription-times'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { exportedReportOf } from '../../exports/exports.ts'
import type { Context } from '../../http/context.ts'
import { retryMailsNow } from '../../mail/waiting-mails.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { beginSending, readPendingRecipients } from './begin-sendings.ts'
import { listSubscriptions, readSubscription } from './list-subscriptions.ts'
import { type Reader, findReportReaders } from '../../administration/users/report-readers.ts'
import { endSubscription, mailsOf, stopMails, type Subscription } from './sending-queries.ts'
import { titleOf } from './notify-owner.ts'

export async function list(context: Context): Promise<RouteAnswer<typeof routes.list>> {
  return { subscriptions: await listSubscriptions(context) }
}

/** Users who may receive a report. Client users do not see staff. */
export async function recipients(
  context: Context,
  { query }: RouteChecked<typeof routes.recipients>,
): Promise<RouteAnswer<typeof routes.recipients>> {
  const users = await readersOf(context, query.report, context.clients)
  return { users: users.map(({ userId, name }) => ({ userId, name })) }
}

/** Users who may receive a report of some clients. Throws an AppError if the caller may not open it. */
export async function readersOf(context: Context, name: string, clients: readonly string[]): Promise<Reader[]> {
  const { permission } = exportedReportOf(context, name)
  const which = context.caller.isInternal ? sql<boolean>`true` : sql<boolean>`not r.is_internal`
  const readers = await findReportReaders(context.transaction, which, { permission, clients })
  return readers.filter(({ address, userId }) => address !== undefined || userId === context.caller.userId)
}

/** Limit by owner and by client; ended subscriptions do not count. The list has room for them. */
const MAX_LIVE = 50

/**
 * Creates a subscription. Throws an AppError: 404 for a report without files, 403 if the caller may not open it, 400
 * for recipients who may not see it or too many subscriptions.
 */
export async function add(
  context: Context,
  { body }: RouteChecked<typeof routes.add>,
): Promise<RouteAnswer<typeof routes.add>> {
  const { transaction, caller, clients, now } = context
  const allowed = (await readersOf(context, body.report, clients)).map(({ userId }) => userId)
  const wanted = [...new Set(body.recipients)]
  if (wanted.some((user) => !allowed.includes(user))) throw recipientProblem()
  await refuseTooMany(context)
  const schedule = { weekday: body.weekday ?? null, atMinute: parseClock(body.at) }
  const added = await transaction.writeRow(
    db
      .insertInto('report_subscriptions')
      .values({
        owner_id: caller.userId,
        owner_name: caller.username,
        owner_is_internal: caller.isInternal,
        client_codes: clients.filter((code) => code !== ''),
        report: body.report,
        format: body.format,
        period: body.period,
        weekday: schedule.weekday,
        at_minute: schedule.atMinute,
        created_at: now,
        next_at: nextSending(schedule, now),
      })
      .returning('subscription_id'),
  )
  const id = added?.subscription_id ?? 0
  await transaction.write(
    db
      .insertInto('report_recipients')
      .values(wanted.map((user_id) => ({ subscription_id: id, user_id, stopped_at: null }))),
  )
  await auditSubscription(context, 'report-mail.added', body.report)
  return readSubscription(context, id)
}

/**
 * Throws an AppError (400) if the caller or a client has too many subscriptions. Locks until the end of the
 * transaction.
 */
async function refuseTooMany({ transaction, caller, clients }: Context): Promise<void> {
  await transaction.rows(sql`select pg_advisory_xact_lock(hashtextextended('reports by mail', 0))`.compile(db))
  const full = await transaction.row(
    sql<{ client: string }>`
      with live as (select owner_id, client_codes from report_subscriptions where ended_at is null)
      select '' as client from live where owner_id = ${caller.userId} having count(*) >= ${MAX_LIVE}
      union all
      (select c.code from live, unnest(live.client_codes) as c (code) where c.code = any (${clients}::text[])
        group by c.code having count(*) >= ${MAX_LIVE} order by c.code)
      limit 1`.compile(db),
  )
  if (!full) return
  const whose = full.client === '' ? 'You have set up' : `For ${full.client} there are`
  const message = `${whose} ${MAX_LIVE} email reports, the maximum. End one of them first.`
  throw refuseFields([{ path: 'report', message }])
}

export const recipientProblem = () =>
  refuseFields([{ path: 'recipients', message: 'Choose people who may see this report and have an email address' }])

/** Stops a report's emails for the caller. Throws an AppError (404) if the caller is no recipient. */
export async function stop(
  context: Context,
  { body }: RouteChecked<typeof routes.stop>,
): Promise<Record<string, never>> {
  const { transaction, caller, now } = context
  const { report } = await readSubscription(context, body.subscriptionId)
  if (!(await stopMails(transaction, { ...body, userId: caller.userId }, now)))
    throw new AppError('not_found', 'You no longer get these emails.')
  return auditSubscription(context, 'report-mail.stopped', report)
}

/** Ends a subscription for all recipients. Throws an AppError (404) if the caller may not change it. */
export async function end(context: Context, { body }: RouteChecked<typeof routes.end>): Promise<Record<string, never>> {
  const subscription = await lockSubscription(context, body.subscriptionId)
  await endSubscription(context.transaction, subscription, 'It was ended.', context.now)
  return auditSubscription(context, 'report-mail.ended', subscription.report)
}

/**
 * Repeats a failed last sending for recipients who did not receive it. Throws an AppError (404) if nothing failed or
 * waits, or all have received it. Waiting emails are retried at once.
 */
export async function sendAgain(
  context: Context,
  { body }: RouteChecked<typeof routes.sendAgain>,
): Promise<Record<string, never>> {
  const { transaction, now } = context
  const subscription = await lockSubscription(context, body.subscriptionId)
  const last = await transaction.row(
    db
      .selectFrom('report_sendings')
      .selectAll()
      .where('subscription_id', '=', subscription.subscription_id)
      .orderBy('sending_id', 'desc')
      .limit(1),
  )
  const nothing = new AppError('not_found', 'There is nothing to send again. Reload the list.')
  if (!last || subscription.ended_at) throw nothing
  if (last.status === 'Sent') {
    if ((await retryMailsNow(transaction, mailsOf(sql`${last.sending_id}`), context)) === 0) throw nothing
    return auditSubscription(context, 'report-mail.again', subscription.report)
  }
  if (last.status !== 'Failed') throw nothing
  const againOf = last.again_of ?? last.sending_id
  if ((await readPendingRecipients(transaction, subscription, againOf)).length === 0) throw nothing
  const period = { startDate: last.start_date, endDate: last.end_date }
  await beginSending(transaction, subscription, { ...period, dueAt: now, againOf }, context)
  return auditSubscription(context, 'report-mail.again', subscription.report)
}

/** Locks a subscription. Throws an AppError (404) if the caller may not change it. */
export async function lockSubscription(context: Context, id: number): Promise<Subscription> {
  const { mayChange } = await readSubscription(context, id)
  const row = await context.transaction.row(
    db.selectFrom('report_subscriptions').selectAll().where('subscription_id', '=', id).forUpdate(),
  )
  if (!mayChange || !row) throw new AppError('not_found', 'Email report not found, or you can’t change it.')
  return row
}

export async function auditSubscription(context: Context, act: Act, report: string): Promise<Record<string, never>> {
  await audit(context, { clientCode: context.clients[0] ?? '', act, object: titleOf(report) })
  return {}
}
