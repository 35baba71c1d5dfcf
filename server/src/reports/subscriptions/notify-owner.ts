import { formatDayRange } from '@despatch/domain/calendar/day'
import { THE_OPERATOR } from '@despatch/domain/administration/roles/role-types'
import { REPORTS, reportNamed } from '@despatch/domain/reports/report-names'
import { sql } from 'kysely'
import { writeAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { mailAddressOf } from '../../sign-in/password/password-link.ts'
import type { SendingContext, Sending, Subscription } from './sending-queries.ts'

export const titleOf = (report: string): string => REPORTS[reportNamed(report) ?? 'key-metrics'].title

/** Emails the owner about a failed sending or left-out recipients; failures are also audited. */
export async function notifyOwner(
  transaction: Transaction,
  { subscription, sending }: { subscription: Subscription; sending: Sending },
  context: SendingContext,
): Promise<void> {
  const title = titleOf(subscription.report)
  if (sending.reason)
    await writeAudit(transaction, {
      context: { now: context.now, requestId: '' },
      clientCode: subscription.client_codes.length === 1 ? (subscription.client_codes[0] ?? '') : '',
      userId: null,
      byName: 'Despatch',
      act: 'report-mail.failed',
      object: title,
    })
  const owner = await transaction.row(
    db
      .selectFrom('users')
      .select(['username', 'email'])
      .where('user_id', '=', subscription.owner_id)
      .where('active', '=', true),
  )
  const to = owner && mailAddressOf(owner)
  if (!to) return
  const names = await transaction.rows(
    sql<{ username: string; is_internal: boolean }>`
      select u.username, r.is_internal from users u join roles r using (role_id)
      where u.user_id = any (${sending.left_out}::bigint[]) order by lower(u.username)`.compile(db),
  )
  const gone = sending.left_out.length - names.length
  const leftOut = [
    ...names.map((one) => (one.is_internal && !subscription.owner_is_internal ? THE_OPERATOR : one.username)),
    ...(gone > 0 ? [`${gone} deleted`] : []),
  ].join(', ')
  const text = `Hello,

${title}, ${formatDayRange(sending.start_date, sending.end_date)}: ${sending.reason || 'it was not sent to everyone.'}
${leftOut && `\nNot sent to (no access): ${leftOut}\n`}
See all email reports and send one again under My exports:
${context.services.publicUrl}/#my-exports
`
  const subject = sending.reason ? `${title} could not be sent` : `${title} was not sent to everyone`
  await queueMail(transaction, { to, subject, text }, context)
}
