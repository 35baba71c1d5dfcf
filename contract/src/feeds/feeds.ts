import { z } from 'zod'
import { routes } from '../route/route.ts'
import { columnMapping } from './mapping.ts'

/** A row that was not taken: where, why. `line` counts from 1, the header included; `column` as the file names it. */
export const feedRefusal = z.strictObject({
  line: z.int(),
  column: z.string(),
  reason: z.string(),
  value: z.string(),
})
export type FeedRefusal = z.infer<typeof feedRefusal>

/** What became of a file. Every row read is in exactly one of created, unchanged, leftOut and refused. */
export const feedSummary = z.strictObject({
  read: z.int(),
  created: z.int(),
  unchanged: z.int(),
  leftOut: z.int(),
  refused: z.int(),
  ordersCreated: z.int(),
  skusCreated: z.int(),
  leftOutByReason: z.record(z.string(), z.int()),
  refusedByReason: z.record(z.string(), z.int()),
})
export type FeedSummary = z.infer<typeof feedSummary>

const mappingName = z.string().regex(/^[a-z0-9-]{1,50}$/, 'A mapping name is small letters, digits and hyphens')

export const feeds = routes({
  orders: {
    method: 'POST',
    path: '/api/feeds/orders',
    summary: 'Order lines as CSV or NDJSON, streamed; sent twice it changes nothing; every refused row comes back',
    permission: { edits: ['feeds.ordersFeed'] },
    access: 'one-client',
    query: z.strictObject({ mapping: mappingName.optional() }),
    body: 'stream',
    answer: z.strictObject({ summary: feedSummary, refused: z.array(feedRefusal) }),
    errors: ['unsupported_file', 'unprocessable', 'not_found'],
    audited: 'feed.orders',
    ownTransactions: true,
  },
  mappings: {
    method: 'GET',
    path: '/api/feeds/mappings',
    summary: 'The saved column mappings of the client',
    permission: { reads: ['feeds.ordersFeed'] },
    access: 'one-client',
    answer: z.strictObject({
      mappings: z.array(z.strictObject({ name: z.string(), feed: z.string(), mapping: columnMapping })),
    }),
    errors: [],
    audited: false,
  },
  saveMapping: {
    method: 'PUT',
    path: '/api/feeds/mappings/:feed/:name',
    summary: 'Save a column mapping under a name',
    permission: { edits: ['feeds.ordersFeed'] },
    access: 'one-client',
    params: z.strictObject({ feed: z.enum(['orders']), name: mappingName }),
    body: columnMapping,
    answer: z.strictObject({ message: z.string() }),
    errors: ['validation_failed'],
    audited: 'feed.mapping-saved',
  },
})
