import { FEED_LEAVES, FEEDS } from '@despatch/domain/feeds/feed-fields'
import { z } from 'zod'
import { clientCode, instant, prose, queryPaging } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { feedRefusal } from '../feed-refusal.ts'
import { personName } from '../../route/visible.ts'

export const feedRun = z.strictObject({
  run: z.int(),
  client: clientCode,
  feed: z.enum(FEEDS),
  startedAt: instant,
  /** Null while in progress. */
  endedAt: instant.nullable(),
  byName: personName(),
  /** The sender's name for it, or ''. */
  fileName: z.string(),
  mapping: z.string(),
  /** Why the whole file was refused, or where it stopped. */
  problem: z.string(),
  /** The sender disconnected before the end. */
  isBroken: z.boolean(),
  /** Counts of its rows; null if the whole file was refused. */
  counts: z
    .strictObject({
      read: z.int(),
      created: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      leftOut: z.int(),
      refused: z.int(),
      ordersCreated: z.int(),
    })
    .nullable(),
  refusedByReason: z.record(z.string(), z.int()),
  /** The first hundred refused rows. Only the sender's answer contains their values. */
  refusedRows: z.array(feedRefusal.omit({ value: true })),
  takenBack: z.strictObject({ at: instant, byName: personName() }).nullable(),
  /** Whether it created orders that still exist. */
  hasOrders: z.boolean(),
  /** Why it cannot be taken back; '' if it can. */
  whyNotTakenBack: z.string(),
})
export type FeedRunRow = z.infer<typeof feedRun>

export const feedRuns = routes({
  runs: {
    method: 'GET',
    path: '/api/feeds/runs',
    summary:
      'Import history of a client, or of several, the newest first: who, when, the outcome of their rows, and whether they can be taken back',
    permission: { reads: Object.values(FEED_LEAVES) },
    access: 'clients',
    query: z.strictObject({ feed: z.enum(FEEDS), ...queryPaging }),
    answer: z.strictObject({ runs: z.array(feedRun), hasMore: z.boolean() }),
    errors: ['unauthorized_access'],
    audited: false,
  },
  takeBack: {
    method: 'POST',
    path: '/api/feeds/runs/:run/take-back',
    summary:
      'Take a file of orders back: all orders that it made are cancelled, or none where one is no longer New; the same file fed again brings them back',
    permission: { edits: ['orderManagement.orderSuspendAmendOrCancel'] },
    access: 'one-client',
    params: z.strictObject({ run: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    body: z.strictObject({ reason: prose(500, 'Reason').default('') }),
    answer: z.strictObject({ message: z.string(), cancelled: z.int() }),
    errors: ['not_found', 'unprocessable', 'idempotency_key_reused'],
    audited: 'feed.taken-back',
    idempotent: true,
  },
})
