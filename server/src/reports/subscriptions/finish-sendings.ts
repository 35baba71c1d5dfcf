import { formatDayRange } from '@despatch/domain/calendar/day'
import { THE_OPERATOR } from '@despatch/domain/administration/roles/role-types'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { type Reader, findReportReaders } from '../../administration/users/report-readers.ts'
import type { SendingContext, Sending, Subscription } from './sending-queries.ts'
import { stopAddress } from './stop-link.ts'
import { notifyOwner, titleOf } from './notify-owner.ts'

type SentFile = { user_id: number; export_id: string; status: string | null; error: string; stopped_at: Date | null }

const BATCH_SIZE = 20
const FILE_FAILED = 'A file couldn’t be created.'

/**
 * Emails links to the finished files of a batch of sendings after an id, to recipients who may see the report now.
 * Returns the last id of the batch, or undefined if no sending is left.
 */
export async function mailFinishedFiles(
  transaction: Transaction,
  context: SendingContext,
  after: number,
): Promise<number | undefined> {
  const open = await transaction.rows(
    sql<Sending>`
      select * from report_sendings where status = 'Making' and sending_id > ${after}
      order by sending_id limit ${BATCH_SIZE} for update skip locked`.compile(db),
  )
  for (const sending of open) await mailSending(transaction, sending, context)
  return open.length === BATCH_SIZE ? open.at(-1)?.sending_id : undefined
}

async function mailSending(transaction: Transaction, sending: Sending, context: SendingContext): Promise<void> {
  const subscription = await transaction.row(
    db.selectFrom('report_subscriptions').selectAll().where('subscription_id', '=', sending.subscription_id),
  )
  if (!subscription) return
  const files = await transaction.rows(filesOf(sending))
  const isUnderWay = files.some(({ status }) => status === 'NotStarted' || status === 'Running')
  if (isUnderWay) return
  const report = context.services.reports.find((one) => one.report === subscription.report)
  const ids = files.map(({ user_id }) => user_id)
  const readers = report
    ? await findReportReaders(transaction, sql<boolean>`u.user_id = any (${ids}::bigint[])`, {
        permission: report.permission,
        clients: subscription.client_codes,
      })
    : []
  const leftOut = [...sending.left_out]
  let hasFailed = false
  let withoutAddress = 0
  for (const file of files) {
    const reader = readers.find(({ userId }) => userId === file.user_id)
    if (file.stopped_at) continue
    if (!reader) leftOut.push(file.user_id)
    else if (file.status !== 'Succeeded') hasFailed = true
    else if (reader.address === undefined) withoutAddress++
    else await mailFile(transaction, { subscription, sending, file, to: reader.address, reader }, context)
  }
  const reason = hasFailed
    ? FILE_FAILED
    : withoutAddress > 0
      ? `${withoutAddress} of the recipients ${withoutAddress === 1 ? 'has' : 'have'} no email address.`
      : ''
  const done = { status: reason ? ('Failed' as const) : ('Sent' as const), reason, left_out: leftOut }
  await transaction.write(db.updateTable('report_sendings').set(done).where('sending_id', '=', sending.sending_id))
  if (reason || leftOut.length > 0)
    await notifyOwner(transaction, { subscription, sending: { ...sending, ...done } }, context)
}

/** Files of a sending; the status is null if the queue lost the file or it expired. */
const filesOf = ({ sending_id, subscription_id }: Sending) =>
  sql<SentFile>`
    select f.user_id, f.export_id, f.error, r.stopped_at,
      case when j.status not in ('NotStarted', 'Running') or exists (
        select from jobs.job where name = 'file-export' and id = f.export_id and state < 'completed') then j.status end as status
    from report_sent_files f
    left join export_jobs j on j.export_id = f.export_id
    left join report_recipients r on r.subscription_id = ${subscription_id} and r.user_id = f.user_id
    where f.sending_id = ${sending_id} order by f.user_id`.compile(db)

async function mailFile(
  transaction: Transaction,
  {
    subscription,
    sending,
    file,
    to,
    reader,
  }: { subscription: Subscription; sending: Sending; file: SentFile; to: string; reader: Reader },
  context: SendingContext,
): Promise<void> {
  const { publicUrl, secrets } = context.services
  const title = titleOf(subscription.report)
  const days = formatDayRange(sending.start_date, sending.end_date)
  const recipient = { subscriptionId: subscription.subscription_id, userId: file.user_id }
  // Client users do not see staff names.
  const by = subscription.owner_is_internal && !reader.isInternal ? THE_OPERATOR : subscription.owner_name
  const text = `Hello,

${title}, ${days}, is ready. Sign in and download it under My exports within 24 hours:
${publicUrl}/#my-exports

${by} set this up for you. Unsubscribe:
${stopAddress(publicUrl, secrets, recipient)}
`
  await queueMail(transaction, { to, subject: `${title}, ${days}`, text }, { ...context, about: file.export_id })
  await transaction.write(
    db
      .updateTable('report_sent_files')
      .set({ mailed_at: context.now })
      .where('sending_id', '=', sending.sending_id)
      .where('user_id', '=', file.user_id),
  )
}

const NOT_TAKEN = 'The mail server accepted no email for a day.'
const SEALED = 'The portal’s key changed before the email was sent, so it couldn’t be sent.'

/**
 * Records a sending whose emails were not accepted by a mail server or could not be unsealed, and notifies its owner
 * once. Returns false if there is none. Recipients who stopped the emails or have received the report since are
 * ignored.
 */
export async function recordFailedMails(transaction: Transaction, context: SendingContext): Promise<boolean> {
  const gone = await transaction.writeRow(
    sql<{ about: string; is_sealed: boolean }>`
      delete from mails_given_up where about = (select about from mails_given_up limit 1 for update skip locked)
      returning about, is_sealed`.compile(db),
  )
  if (!gone) return false
  const why = gone.is_sealed ? SEALED : NOT_TAKEN
  const sending = await transaction.writeRow(
    sql<Sending & { reason_before: string }>`
      with unsent as (
        update report_sent_files set mailed_at = null where export_id = ${gone.about} returning sending_id, user_id
      ), missed as (
        select s.sending_id, s.reason as reason_before from unsent u join report_sendings s using (sending_id)
        join report_recipients r on r.subscription_id = s.subscription_id and r.user_id = u.user_id and r.stopped_at is null
        where not exists (
          select from report_sent_files f join report_sendings other using (sending_id)
          where coalesce(other.again_of, other.sending_id) = coalesce(s.again_of, s.sending_id)
            and f.user_id = u.user_id and f.mailed_at is not null and f.export_id <> ${gone.about}
        )
        for update of s
      )
      update report_sendings s set status = 'Failed',
        reason = case when position(${why}::text in s.reason) > 0 then s.reason else trim(s.reason || ' ' || ${why}::text) end
      from missed where s.sending_id = missed.sending_id returning s.*, missed.reason_before`.compile(db),
  )
  // The owner was already notified of another email of this sending.
  if (!sending || sending.reason_before.includes(why)) return true
  const subscription = await transaction.row(
    db.selectFrom('report_subscriptions').selectAll().where('subscription_id', '=', sending.subscription_id),
  )
  if (subscription) await notifyOwner(transaction, { subscription, sending }, context)
  return true
}
