import type { subscriptions as routes } from '@despatch/contract/reports/subscriptions'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Act } from '@despatch/domain/administration/user-activity/acts'
import { minutesOf, nextSending } from '@despatch/domain/reports/subscription-times'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { exportedReportOf } from '../../exports/exports.ts'
import type { Context } from '../../http/context.ts'
import { retryMailsNow } from '../../mail/waiting-mails.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { beginSending, wantedOf } from './begin-sendings.ts'
import { listSubscriptions, readSubscription } from './list-subscriptions.ts'
import { type Reader, findReportReaders } from '../../administration/users/report-readers.ts'
import { endSubscription, mailsOf, stopMails, type Subscription } from './sending-queries.ts'
import { titleOf } from './tell-owner.ts'

/** What is sent by mail of the clients of the call, of reports that the caller may open. */
export async function list(context: Context): Promise<RouteAnswer<typeof routes.list>> {
  return { subscriptions: await listSubscriptions(context) }
}

/** Who may get a report. A client user is not told who of the operator's people may. */
export async function recipients(
  context: Context,
  { query }: RouteChecked<typeof routes.recipients>,
): Promise<RouteAnswer<typeof routes.recipients>> {
  const users = await readersOf(context, query.report, context.clients)
  return { users: users.map(({ userId, name }) => ({ userId, name })) }
}

/** Users who may get a report of some clients. Throws an AppError for one that the caller may not open. */
export async function readersOf(context: Context, name: string, clients: readonly string[]): Promise<Reader[]> {
  const { permission } = exportedReportOf(context, name)
  const which = context.caller.isInternal ? sql<boolean>`true` : sql<boolean>`not r.is_internal`
  const readers = await findReportReaders(context.transaction, which, { permission, clients })
  return readers.filter(({ address, userId }) => address !== undefined || userId === context.caller.userId)
}

/** Of one who set them up, and of one client; what ended does not count. The list has room for them. */
const MAX_LIVE = 50

/**
 * Sends a report by mail from now on. Throws an AppError: 404 for a report that no file is made of, 403 for one that the
 * caller may not open, 400 for recipients who may not see it, and where there are too many.
 */
export async function add(
  context: Context,
  { body }: RouteChecked<typeof routes.add>,
): Promise<RouteAnswer<typeof routes.add>> {
  const { transaction, caller, clients, now } = context
  const allowed = (await readersOf(context, body.report, clients)).map(({ userId }) => userId)
  const wanted = [...new Set(body.recipients)]
  if (wanted.some((user) => !allowed.includes(user))) throw mayNotGet()
  await refuseTooMany(context)
  const schedule = { weekday: body.weekday ?? null, atMinute: minutesOf(body.at) }
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
  await noted(context, 'report-mail.added', body.report)
  return readSubscription(context, id)
}

/** Throws an AppError (400) where the caller, or one of the clients, has as many as there may be; until the end nobody adds one. */
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
  const message = `${whose} ${MAX_LIVE} reports by mail, the most there may be: end one of them first.`
  throw refuseFields([{ path: 'report', message }])
}

export const mayNotGet = () =>
  refuseFields([{ path: 'recipients', message: 'Choose people who may see this report and have an email address' }])

/** Stops the mails of a report to the caller. Throws an AppError (404) where they get none. */
export async function stop(
  context: Context,
  { body }: RouteChecked<typeof routes.stop>,
): Promise<Record<string, never>> {
  const { transaction, caller, now } = context
  const { report } = await readSubscription(context, body.subscriptionId)
  if (!(await stopMails(transaction, { ...body, userId: caller.userId }, now)))
    throw new AppError('not_found', 'You do not get these mails any more.')
  return noted(context, 'report-mail.stopped', report)
}

/** Ends the mails of a report to everyone. Throws an AppError (404) where the caller may not. */
export async function end(context: Context, { body }: RouteChecked<typeof routes.end>): Promise<Record<string, never>> {
  const subscription = await changeable(context, body.subscriptionId)
  await endSubscription(context.transaction, subscription, 'It was ended.', context.now)
  return noted(context, 'report-mail.ended', subscription.report)
}

/**
 * Sends a report of the same days again of which the last sending failed, to those who have not had it. Throws an AppError
 * (404) where none failed and none waits, or everyone has had it. What is made and waits for the mail server is tried at once.
 */
export async function sendAgain(
  context: Context,
  { body }: RouteChecked<typeof routes.sendAgain>,
): Promise<Record<string, never>> {
  const { transaction, now } = context
  const subscription = await changeable(context, body.subscriptionId)
  const last = await transaction.row(
    db
      .selectFrom('report_sendings')
      .selectAll()
      .where('subscription_id', '=', subscription.subscription_id)
      .orderBy('sending_id', 'desc')
      .limit(1),
  )
  const nothing = new AppError('not_found', 'There is nothing to send again. Refresh the list.')
  if (!last || subscription.ended_at) throw nothing
  if (last.status === 'Sent') {
    if ((await retryMailsNow(transaction, mailsOf(sql`${last.sending_id}`), context)) === 0) throw nothing
    return noted(context, 'report-mail.again', subscription.report)
  }
  if (last.status !== 'Failed') throw nothing
  const againOf = last.again_of ?? last.sending_id
  if ((await wantedOf(transaction, subscription, againOf)).length === 0) throw nothing
  const period = { startDate: last.start_date, endDate: last.end_date }
  await beginSending(transaction, subscription, { ...period, dueAt: now, againOf }, context)
  return noted(context, 'report-mail.again', subscription.report)
}

/** A report by mail, held. Throws an AppError (404) where the caller may not change it. */
export async function changeable(context: Context, id: number): Promise<Subscription> {
  const { mayChange } = await readSubscription(context, id)
  const row = await context.transaction.row(
    db.selectFrom('report_subscriptions').selectAll().where('subscription_id', '=', id).forUpdate(),
  )
  if (!mayChange || !row) throw new AppError('not_found', 'There is no such report by mail that you may change.')
  return row
}

export async function noted(context: Context, act: Act, report: string): Promise<Record<string, never>> {
  await audit(context, { clientCode: context.clients[0] ?? '', act, object: titleOf(report) })
  return {}
}
