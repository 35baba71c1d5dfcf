import { FEED_LEAVES, FEEDS } from '@despatch/domain/feeds/feed-fields'
import { z } from 'zod'
import { instant, prose, queryPaging } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { feedRefusal } from '../feed-refusal.ts'
import { personName } from '../../route/visible.ts'

/** A file that was fed. */
export const feedRun = z.strictObject({
  run: z.int(),
  feed: z.enum(FEEDS),
  startedAt: instant,
  /** Null while it is under way. */
  endedAt: instant.nullable(),
  byName: personName(),
  /** As its sender calls it; '' where nobody said. */
  fileName: z.string(),
  mapping: z.string(),
  /** Why it was refused as a whole, or where it stopped. */
  problem: z.string(),
  /** Whether the sender went away before its end. */
  isBroken: z.boolean(),
  /** What became of its rows; null of a file that was refused as a whole. */
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
  /** The first hundred refused rows: where, and why. What stands in them is answered to the sender alone. */
  refusedRows: z.array(feedRefusal.omit({ value: true })),
  takenBack: z.strictObject({ at: instant, byName: personName() }).nullable(),
  /** Whether orders are there that it made. */
  hasOrders: z.boolean(),
  /** Why it cannot be taken back; '' where it can. */
  whyNotTakenBack: z.string(),
})
export type FeedRunRow = z.infer<typeof feedRun>

export const feedRuns = routes({
  runs: {
    method: 'GET',
    path: '/api/feeds/runs',
    summary:
      'Files that were fed, the newest first: who, when, what became of their rows, and whether they can be taken back',
    permission: { reads: Object.values(FEED_LEAVES) },
    access: 'one-client',
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
