import { REPORT_NAMES } from '@despatch/domain/reports/report-names'
import { RELATIVE_PERIODS, type RelativePeriod } from '@despatch/domain/reports/subscription-times'
import { z } from 'zod'
import { instant } from '../route/fields.ts'
import { routes } from '../route/route.ts'

const report = z.enum(REPORT_NAMES)
const period = z.enum(Object.keys(RELATIVE_PERIODS) as [RelativePeriod, ...RelativePeriod[]])
const format = z.enum(['xlsx', 'csv'])
/** Monday 0 to Sunday 6. */
const weekday = z.int().min(0).max(6)
const at = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the time as 07:30')
const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
export const MAX_RECIPIENTS = 20

/** Body for a new subscription, which covers the clients of the call. */
export const newSubscription = z.strictObject({
  report,
  format,
  period,
  /** Omitted for every day. */
  weekday: weekday.optional(),
  at,
  recipients: z.array(id).min(1, 'Choose who gets it').max(MAX_RECIPIENTS, `Choose ${MAX_RECIPIENTS} people at most`),
})

/** A report sent by email: recipients, next sending and last result. */
export const reportSubscription = z.strictObject({
  subscriptionId: id,
  report,
  title: z.string(),
  clients: z.array(z.string()),
  format,
  period,
  /** Null for every day. */
  weekday: weekday.nullable(),
  at: z.string(),
  owner: z.string(),
  /** True if the caller may change, end and resend it. */
  mayChange: z.boolean(),
  /** True if the caller is a recipient. */
  isForMe: z.boolean(),
  /** `userId` is null for callers who may not change the subscription. */
  recipients: z.array(z.strictObject({ userId: id.nullable(), name: z.string(), hasStopped: z.boolean() })),
  /** Null once the subscription has ended. */
  nextAt: instant.nullable(),
  endedWhy: z.string(),
  last: z
    .strictObject({
      dueAt: instant,
      startDate: z.string(),
      endDate: z.string(),
      /** 'Waiting': prepared but not yet accepted by the mail server. */
      status: z.enum(['Making', 'Waiting', 'Sent', 'Failed']),
      reason: z.string(),
      /** Next attempt for waiting emails; null if none is waiting. */
      nextTryAt: instant.nullable(),
      /** Recipients who may not see the report. */
      leftOut: z.array(z.string()),
    })
    .nullable(),
})
export type ReportSubscription = z.infer<typeof reportSubscription>

const one = z.strictObject({ subscriptionId: id })
const shared = { permission: 'session', access: 'clients' } as const

export const subscriptions = routes({
  list: {
    ...shared,
    method: 'GET',
    path: '/api/report-subscriptions',
    summary: 'Reports that are sent by mail, of the clients of the call: who gets what, and what became of it',
    answer: z.strictObject({ subscriptions: z.array(reportSubscription) }),
    errors: [],
    audited: false,
  },
  recipients: {
    ...shared,
    method: 'GET',
    path: '/api/report-subscriptions/recipients',
    summary: 'Users who may see a report of the clients of the call, and have an email address',
    query: z.strictObject({ report }),
    answer: z.strictObject({ users: z.array(z.strictObject({ userId: id, name: z.string() })) }),
    errors: ['not_found'],
    audited: false,
  },
  add: {
    ...shared,
    method: 'POST',
    path: '/api/report-subscriptions',
    summary: 'Send a report by mail, as a link to its file, every day or week',
    body: newSubscription,
    answer: reportSubscription,
    errors: ['not_found', 'idempotency_key_reused'],
    audited: 'report-mail.added',
    idempotent: true,
  },
  change: {
    ...shared,
    method: 'POST',
    path: '/api/report-subscriptions/change',
    summary: 'Change a report by mail: what is sent, when, and to whom; who has stopped its mails gets none again',
    body: newSubscription.extend({ subscriptionId: id }),
    answer: reportSubscription,
    errors: ['not_found'],
    audited: 'report-mail.changed',
  },
  sendAgain: {
    ...shared,
    method: 'POST',
    path: '/api/report-subscriptions/send-again',
    summary:
      'Send a report again of which the last sending failed; mails that wait for the mail server are tried at once',
    body: one,
    answer: z.strictObject({}),
    errors: ['not_found'],
    audited: 'report-mail.again',
  },
  stop: {
    ...shared,
    method: 'POST',
    path: '/api/report-subscriptions/stop',
    summary: 'Stop the mails of a report to the caller',
    body: one,
    answer: z.strictObject({}),
    errors: ['not_found'],
    audited: 'report-mail.stopped',
  },
  end: {
    ...shared,
    method: 'POST',
    path: '/api/report-subscriptions/end',
    summary: 'End the mails of a report to everyone',
    body: one,
    answer: z.strictObject({}),
    errors: ['not_found'],
    audited: 'report-mail.ended',
  },
})
