import type { ReportSubscription } from '@despatch/contract/reports/subscriptions'
import { mayCall } from '@despatch/contract/route/may-call'
import { THE_OPERATOR } from '@despatch/domain/administration/roles/role-types'
import type { ReportName } from '@despatch/domain/reports/report-names'
import { clockText } from '@despatch/domain/reports/subscription-times'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { type WaitingMails, waitingMails, waitingState } from '../../mail/waiting-mails.ts'
import { AppError } from '../../process/app-error.ts'
import { mailsOf, type Sending, type Subscription } from './sending-queries.ts'
import { titleOf } from './notify-owner.ts'

const MAX_LISTED = 200
const SHOWN_ENDED = '30 days'

type Person = { name: string | null; is_internal: boolean | null }
type Row = Subscription & {
  owner: Person
  recipients: (Person & { user_id: number; has_stopped: boolean })[]
  last: LastSending | null
}
type LastSending = Pick<Sending, 'status' | 'reason' | 'start_date' | 'end_date'> & {
  due_at: string
  left_out: Person[]
  waiting: WaitingMails | null
}

const person = (id: string) => sql`
  (select jsonb_build_object('name', max(u.username), 'is_internal', bool_or(r.is_internal))
   from users u join roles r using (role_id) where u.user_id = ${sql.raw(id)})`

/** Subscriptions of the call's clients to reports that the caller may open: active ones and those that ended lately. */
export async function listSubscriptions(
  { transaction, services, caller, now }: Context,
  id?: number,
): Promise<ReportSubscription[]> {
  const may = services.reports.filter(({ permission }) => mayCall(permission, caller.permissions))
  const rows = await transaction.rows(
    sql<Row>`
      select s.*, ${person('s.owner_id')} as owner,
        (select coalesce(jsonb_agg(${person('m.user_id')} || jsonb_build_object(
            'user_id', m.user_id, 'has_stopped', m.stopped_at is not null) order by m.user_id), '[]')
          from report_recipients m where m.subscription_id = s.subscription_id) as recipients,
        (select jsonb_build_object('status', l.status, 'reason', l.reason, 'start_date', l.start_date, 'end_date', l.end_date,
            'due_at', l.due_at, 'waiting', ${waitingMails(mailsOf(sql`l.sending_id`))}, 'left_out', (select coalesce(jsonb_agg(${person('o.id')}), '[]') from unnest(l.left_out) as o (id)))
          from report_sendings l where l.subscription_id = s.subscription_id order by l.sending_id desc limit 1) as last
      from report_subscriptions s
      where s.report = any (${may.map(({ report }) => report)}::text[])
        and (s.ended_at is null or s.ended_at > ${now}::timestamptz - ${SHOWN_ENDED}::interval)
        and (${id ?? null}::bigint is null or s.subscription_id = ${id ?? null})
      order by s.ended_at is not null, s.owner_id <> ${caller.userId}, s.subscription_id desc limit ${MAX_LISTED}`.compile(
      db,
    ),
  )
  // Client users do not see staff names.
  const nameOf = ({ name, is_internal }: Person) =>
    is_internal && !caller.isInternal ? THE_OPERATOR : (name ?? 'Deleted user')
  const mayChange = ({ owner_id }: Row) => owner_id === caller.userId || caller.isInternal
  return rows.map((row) => ({
    subscriptionId: row.subscription_id,
    report: row.report as ReportName,
    title: titleOf(row.report),
    clients: row.client_codes,
    format: row.format,
    period: row.period,
    weekday: row.weekday,
    at: clockText(row.at_minute),
    owner: nameOf({ name: row.owner.name ?? row.owner_name, is_internal: row.owner_is_internal }),
    mayChange: mayChange(row),
    isForMe: row.recipients.some(({ user_id, has_stopped }) => user_id === caller.userId && !has_stopped),
    recipients: row.recipients.map((one) => ({
      userId: mayChange(row) ? one.user_id : null,
      name: nameOf(one),
      hasStopped: one.has_stopped,
    })),
    nextAt: row.ended_at ? null : row.next_at.toISOString(),
    endedWhy: row.ended_why,
    last: row.last && {
      dueAt: new Date(row.last.due_at).toISOString(),
      startDate: row.last.start_date,
      endDate: row.last.end_date,
      ...sendingStatus(row.last),
      leftOut: row.last.left_out.map((one) => nameOf(one)),
    },
  }))
}

/** Once all files are made, the state of the emails decides: sent, or waiting with a reason. */
function sendingStatus({ status, reason, waiting }: LastSending) {
  if (status !== 'Sent' || !waiting) return { status, reason, nextTryAt: null }
  const state = waitingState(waiting)
  return state ? { status: 'Waiting' as const, ...state } : { status: 'Making' as const, reason, nextTryAt: null }
}

/** Reads a subscription. Throws an AppError (404) if the caller may not see it. */
export async function readSubscription(context: Context, id: number): Promise<ReportSubscription> {
  const [found] = await listSubscriptions(context, id)
  if (!found) throw new AppError('not_found', 'Email report not found.')
  return found
}
