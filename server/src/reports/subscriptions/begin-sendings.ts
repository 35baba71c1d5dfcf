import { dayOf } from '@despatch/domain/calendar/day'
import type { Period } from '@despatch/domain/reports/periods'
import { nextSending, periodBackFrom } from '@despatch/domain/reports/subscription-times'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { queueExport } from '../../exports/exports.ts'
import { findReportReaders } from '../../administration/users/report-readers.ts'
import { endSubscription, type Given, type Sending, type Subscription } from './sending-queries.ts'
import { tellOwner } from './tell-owner.ts'

/**
 * Begins the sending that has been due longest; false when none is due. What is due is held until it is told when it is due
 * next, so that of several servers one begins it. Sendings that were missed while no server ran are made up for once.
 */
export async function beginNext(transaction: Transaction, given: Given): Promise<boolean> {
  const due = await transaction.row(
    sql<Subscription>`
      select * from report_subscriptions where ended_at is null and next_at <= ${given.now}
      order by next_at limit 1 for update skip locked`.compile(db),
  )
  if (!due) return false
  const next = nextSending({ weekday: due.weekday, atMinute: due.at_minute }, given.now)
  await transaction.write(
    db.updateTable('report_subscriptions').set({ next_at: next }).where('subscription_id', '=', due.subscription_id),
  )
  await beginSending(transaction, due, { dueAt: due.next_at, ...periodBackFrom(dayOf(due.next_at), due.period) }, given)
  return true
}

/**
 * Asks for a file for each recipient who may see the report now and, where it is sent again, has not had it. Ends the subscription where its owner or a client is gone,
 * or the owner may not see the report any more.
 */
export async function beginSending(
  transaction: Transaction,
  subscription: Subscription,
  { dueAt, startDate, endDate, againOf = null }: Period & { dueAt: Date; againOf?: number | null },
  given: Given,
): Promise<void> {
  const { subscription_id: id, client_codes: clients } = subscription
  const report = given.services.reports.find((one) => one.report === subscription.report)
  const wanted = await wantedOf(transaction, subscription, againOf)
  const asked = [...wanted, subscription.owner_id]
  const readers = report
    ? await findReportReaders(transaction, sql<boolean>`u.user_id = any (${asked}::bigint[])`, {
        permission: report.permission,
        clients,
      })
    : []
  const readerIds = new Set(readers.map(({ userId }) => userId))
  const leftOut = wanted.filter((user) => !readerIds.has(user))
  const ended = readerIds.has(subscription.owner_id) ? '' : await whyOver(transaction, subscription)
  const reason = ended || (leftOut.length === wanted.length ? 'Nobody who gets it may see the report.' : '')
  const checked = report?.choice.safeParse({ startDate, endDate })
  const fault = reason || (checked?.success ? '' : 'The report cannot be made for these days.')
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
  if (ended) await endSubscription(transaction, subscription, ended, given.now)
  if (fault) return tellOwner(transaction, { subscription, sending }, given)
  for (const userId of wanted.filter((user) => readerIds.has(user)))
    await askForFile(transaction, { subscription, sending, userId, input: checked?.data as object }, given)
}

/** Who gets it: all who have not stopped it, without those who had a mail of the sending that is sent again. */
export async function wantedOf(
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

async function askForFile(
  transaction: Transaction,
  {
    subscription,
    sending,
    userId,
    input,
  }: { subscription: Subscription; sending: Sending; userId: number; input: object },
  given: Given,
): Promise<void> {
  const { report, format, client_codes: clients, subscription_id: id } = subscription
  const asked = { owner: `subscription ${id}`, userId, clients, report, format, input }
  const exportId = await queueExport(transaction, asked, given)
  await transaction.write(
    db.insertInto('report_sent_files').values({ sending_id: sending.sending_id, user_id: userId, export_id: exportId }),
  )
}

/** Why a subscription is over whose owner may not see its report. */
async function whyOver(transaction: Transaction, { client_codes, owner_id }: Subscription): Promise<string> {
  const gone = await transaction.row(
    sql<{ clients: string | null; has_owner: boolean }>`
      select (select string_agg(code, ', ') from unnest(${client_codes}::text[]) as w (code)
          where code <> '' and not exists (select from clients c where c.client_code = code and c.active)) as clients,
        exists (select from users where user_id = ${owner_id} and active) as has_owner`.compile(db),
  )
  if (gone?.clients) return `No longer an active client: ${gone.clients}.`
  return gone?.has_owner ? 'Its owner may not see the report any more.' : 'Its owner has left.'
}
