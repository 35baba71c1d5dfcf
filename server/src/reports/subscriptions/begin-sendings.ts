import { dayOf } from '@despatch/domain/calendar/day'
import type { Period } from '@despatch/domain/reports/periods'
import { nextSending, periodBackFrom } from '@despatch/domain/reports/subscription-times'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { queueExport } from '../../exports/exports.ts'
import { findReportReaders } from '../../administration/users/report-readers.ts'
import { endSubscription, type SendingContext, type Sending, type Subscription } from './sending-queries.ts'
import { notifyOwner } from './notify-owner.ts'

/**
 * Begins the sending that has been due longest; returns false if none is due. The row is locked until its next due time
 * is set, so that only one server begins it. Missed sendings are made up for once.
 */
export async function beginNext(transaction: Transaction, context: SendingContext): Promise<boolean> {
  const due = await transaction.row(
    sql<Subscription>`
      select * from report_subscriptions where ended_at is null and next_at <= ${context.now}
      order by next_at limit 1 for update skip locked`.compile(db),
  )
  if (!due) return false
  const next = nextSending({ weekday: due.weekday, atMinute: due.at_minute }, context.now)
  await transaction.write(
    db.updateTable('report_subscriptions').set({ next_at: next }).where('subscription_id', '=', due.subscription_id),
  )
  await beginSending(
    transaction,
    due,
    { dueAt: due.next_at, ...periodBackFrom(dayOf(due.next_at), due.period) },
    context,
  )
  return true
}

/**
 * Requests a file for each recipient who may see the report now and, when sending again, did not receive it. Ends the
 * subscription if its owner or a client is gone, or the owner may no longer see the report.
 */
export async function beginSending(
  transaction: Transaction,
  subscription: Subscription,
  { dueAt, startDate, endDate, againOf = null }: Period & { dueAt: Date; againOf?: number | null },
  context: SendingContext,
): Promise<void> {
  const { subscription_id: id, client_codes: clients } = subscription
  const report = context.services.reports.find((one) => one.report === subscription.report)
  const recipients = await readPendingRecipients(transaction, subscription, againOf)
  const asked = [...recipients, subscription.owner_id]
  const readers = report
    ? await findReportReaders(transaction, sql<boolean>`u.user_id = any (${asked}::bigint[])`, {
        permission: report.permission,
        clients,
      })
    : []
  const readerIds = new Set(readers.map(({ userId }) => userId))
  const leftOut = recipients.filter((user) => !readerIds.has(user))
  const ended = readerIds.has(subscription.owner_id) ? '' : await endReason(transaction, subscription)
  const reason = ended || (leftOut.length === recipients.length ? 'No recipient has access to the report.' : '')
  const checked = report?.choice.safeParse({ startDate, endDate })
  const fault = reason || (checked?.success ? '' : 'The report can’t be created for these dates.')
  const sending = await transaction.writeRow(
    db
      .insertInto('report_sendings')
      .values({
        subscription_id: id,
        due_at: dueAt,
        start_date: startDate,
        end_date: endDate,
        status: fault ? 'Failed' : 'Making',
        reason: fault,
        left_out: leftOut,
        again_of: againOf,
      })
      .onConflict((same) => same.doNothing())
      .returningAll(),
  )
  if (!sending) return
  if (ended) await endSubscription(transaction, subscription, ended, context.now)
  if (fault) return notifyOwner(transaction, { subscription, sending }, context)
  for (const userId of recipients.filter((user) => readerIds.has(user)))
    await requestFile(transaction, { subscription, sending, userId, input: checked?.data as object }, context)
}

/** User ids of active recipients, without those who already received the sending that is repeated. */
export async function readPendingRecipients(
  transaction: Transaction,
  { subscription_id: id }: Subscription,
  againOf: number | null,
): Promise<number[]> {
  const rows = await transaction.rows(
    sql<{ user_id: number }>`
      select user_id from report_recipients r where subscription_id = ${id} and stopped_at is null and not exists (
        select from report_sent_files f join report_sendings s using (sending_id)
        where (s.sending_id = ${againOf} or s.again_of = ${againOf})
          and f.user_id = r.user_id and f.mailed_at is not null)`.compile(db),
  )
  return rows.map(({ user_id }) => user_id)
}

async function requestFile(
  transaction: Transaction,
  {
    subscription,
    sending,
    userId,
    input,
  }: { subscription: Subscription; sending: Sending; userId: number; input: object },
  context: SendingContext,
): Promise<void> {
  const { report, format, client_codes: clients, subscription_id: id } = subscription
  const asked = { owner: `subscription ${id}`, userId, clients, report, format, input }
  const exportId = await queueExport(transaction, asked, context)
  await transaction.write(
    db.insertInto('report_sent_files').values({ sending_id: sending.sending_id, user_id: userId, export_id: exportId }),
  )
}

/** Reason for ending a subscription whose owner may not see its report. */
async function endReason(transaction: Transaction, { client_codes, owner_id }: Subscription): Promise<string> {
  const gone = await transaction.row(
    sql<{ clients: string | null; has_owner: boolean }>`
      select (select string_agg(code, ', ') from unnest(${client_codes}::text[]) as w (code)
          where code <> '' and not exists (select from clients c where c.client_code = code and c.active)) as clients,
        exists (select from users where user_id = ${owner_id} and active) as has_owner`.compile(db),
  )
  if (gone?.clients) return `No longer an active client: ${gone.clients}.`
  return gone?.has_owner ? 'Its owner no longer has access to the report.' : 'Its owner has left.'
}
