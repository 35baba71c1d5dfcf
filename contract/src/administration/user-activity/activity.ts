import { ACT_KINDS, type ActKind } from '@despatch/domain/administration/user-activity/acts'
import { visibleActivity } from '@despatch/domain/administration/user-activity/seen-activity'
import { z } from 'zod'
import { clientCode, day, instant, queryPaging, recordId, text, wholeQueryPaging } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { withNames } from '../../route/visible.ts'

const KINDS = Object.keys(ACT_KINDS) as [ActKind, ...ActKind[]]

/** An act: who, for which client, what, before and after. Secrets and personal data are masked. */
export const activityRow = withNames(
  z.strictObject({
    id: z.string(),
    at: instant,
    /** The user's id; null if nobody was signed in, or for a command. */
    user: recordId.nullable(),
    by: z.string(),
    /** '' for acts that concern no client. */
    client: z.string(),
    act: z.string(),
    object: z.string(),
    before: z.record(z.string(), z.json()).nullable(),
    after: z.record(z.string(), z.json()).nullable(),
    requestId: z.string(),
  }),
  (row, { sees, nameOf }) => visibleActivity(row, sees, nameOf),
)
export type ActivityRow = z.infer<typeof activityRow>

const rows = { activity: z.array(activityRow), hasMore: z.boolean() }
const answer = z.strictObject(rows)
const USERS = 'setUpAndControl.userAdministration' as const
const CLIENTS = 'setUpAndControl.clientAdministration' as const

/** Records with a history of their own, by the prefix of their audit key. */
export const HISTORY_KINDS = ['user', 'role', 'client', 'api-key', 'webhook'] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]

export const activity = routes({
  list: {
    method: 'GET',
    path: '/api/useractivity',
    summary: 'Activity, newest first: by user, client, kind and time. Days are the operator’s, both included',
    permission: { reads: [`${USERS}.userActivityOverview`] },
    access: 'clients',
    query: z.strictObject({
      ...wholeQueryPaging(50),
      user: text(100, 'User').optional(),
      client: clientCode.optional(),
      kind: z.enum(KINDS).optional(),
      dateFrom: day.optional(),
      dateTo: day.optional(),
      /** Only rows older than this one, as client:id, to continue after the last row. */
      before: z
        .string()
        .regex(/^[A-Za-z0-9_-]{0,20}:[1-9]\d{0,14}$/, 'What is read on from looks like ACME:12')
        .optional(),
    }),
    /** `next` is the `before` of the next page; absent on the last. */
    answer: z.strictObject({ ...rows, next: z.string().optional() }),
    errors: [],
    audited: false,
    whole: 'activity',
    readsOnBy: 'before',
  },
  history: {
    method: 'GET',
    path: '/api/useractivity/history',
    summary: 'What was done to one user, role, client, API key or webhook, newest first',
    permission: {
      reads: [
        `${USERS}.manageUsers`,
        `${USERS}.rolesAndPermissions`,
        `${CLIENTS}.clientList`,
        `${USERS}.apiKeys`,
        'feeds.webhooks',
      ],
    },
    access: 'clients',
    query: z.strictObject({
      of: z.enum(HISTORY_KINDS),
      id: z.string().regex(/^[A-Za-z0-9_-]{1,20}$/, 'An id is letters and digits'),
      ...queryPaging,
    }),
    answer,
    errors: ['not_found', 'unauthorized_access'],
    audited: false,
  },
})
