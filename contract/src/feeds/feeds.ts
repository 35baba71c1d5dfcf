import { FEED_LEAVES, FEEDS } from '@despatch/domain/feeds/feed-fields'
import { z } from 'zod'
import { text } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { eventCodes } from './carrier-event-codes/event-codes.ts'
import { feedRefusal } from './feed-refusal.ts'
import { columnMapping } from './mapping.ts'
import { feedRuns } from './runs/runs.ts'

/**
 * The outcome of an orders file. Every row read is in exactly one of created, unchanged, leftOut and refused; a row may
 * have several reasons for refusal. `noted` counts remarks ('Ignored column: …').
 */
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
  noted: z.record(z.string(), z.int()),
})
export type FeedSummary = z.infer<typeof feedSummary>

/**
 * The outcome of a file of another feed. Every row read is in exactly one of created, changed, unchanged, leftOut and
 * refused. `noted` counts remarks ('Orders despatched', 'Events with an unknown code').
 */
export const rowFeedSummary = z.strictObject({
  read: z.int(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  leftOut: z.int(),
  refused: z.int(),
  leftOutByReason: z.record(z.string(), z.int()),
  refusedByReason: z.record(z.string(), z.int()),
  noted: z.record(z.string(), z.int()),
})
export type RowFeedSummary = z.infer<typeof rowFeedSummary>

/** A changed field of a SKU, or in a preview one that would change; at most the first thousand of a file. */
export const skuFieldChange = z.strictObject({
  line: z.int(),
  SKU: z.string(),
  field: z.string(),
  from: z.string(),
  to: z.string(),
})
export type SkuFieldChange = z.infer<typeof skuFieldChange>

/** How a file would be read, in a preview that writes nothing. */
export const ordersFeedPreview = z.strictObject({
  /** How the dates of each column are read; `isAssumed` if some could be read in another way. */
  dates: z.array(z.strictObject({ field: z.string(), column: z.string(), text: z.string(), isAssumed: z.boolean() })),
  /**
   * The first ten rows as they would be read: field to text, with instants as ISO 8601 in UTC; with the reason if a row
   * is not taken.
   */
  rows: z.array(
    z.strictObject({
      line: z.int(),
      is: z.enum(['taken', 'leftOut', 'refused']),
      reason: z.string(),
      fields: z.record(z.string(), z.string()),
    }),
  ),
  /** The first hundred unknown SKUs with their number of rows. The summary counts all of them. */
  unknownSkus: z.array(z.strictObject({ SKU: z.string(), description: z.string(), line: z.int(), rows: z.int() })),
  /** New orders whose despatch day has passed, which are not allocated: their number, and the first hundred. */
  pastOrders: z.strictObject({
    count: z.int(),
    first: z.array(z.strictObject({ orderNumber: z.string(), line: z.int(), despatchDate: z.string() })),
  }),
})
export type OrdersFeedPreview = z.infer<typeof ordersFeedPreview>

/** The preview of feeds whose rows do not depend on each other. */
export const rowFeedPreview = ordersFeedPreview.pick({ dates: true, rows: true })
export type RowFeedPreview = z.infer<typeof rowFeedPreview>

const ANY_FEED = Object.values(FEED_LEAVES)

const isPreview = z.literal('true', 'Either true, or left out').optional()

/** The sender's name for the file, for the list of runs. */
const fileName = text(200, 'File name').optional()

const mappingName = z.string().regex(/^[a-z0-9-]{1,50}$/, 'A mapping name is small letters, digits and hyphens')

const rowFeed = {
  method: 'POST',
  access: 'one-client',
  query: z.strictObject({ mapping: mappingName.optional(), preview: isPreview, fileName }),
  body: 'stream',
  /** `look` is set in previews: how the file would be read. */
  answer: z.strictObject({
    summary: rowFeedSummary,
    look: rowFeedPreview.optional(),
    refused: z.array(feedRefusal),
  }),
  errors: ['unsupported_file', 'unprocessable', 'not_found'],
  ownTransactions: true,
  byKey: true,
} as const

export const feeds = routes({
  orders: {
    ...rowFeed,
    path: '/api/feeds/orders',
    summary:
      'Order lines as CSV or NDJSON, streamed; sent twice it changes nothing; every refused row comes back; a preview writes nothing and says what would become of them',
    permission: { edits: ['feeds.ordersFeed'] },
    answer: z.strictObject({ summary: feedSummary, look: ordersFeedPreview.optional(), refused: z.array(feedRefusal) }),
    audited: 'feed.orders',
  },
  despatches: {
    ...rowFeed,
    path: '/api/feeds/despatches',
    summary:
      'Parcels with what is in them, and orders that are being picked or packed, as CSV or NDJSON, streamed; a preview keeps nothing',
    permission: { edits: ['feeds.despatchesFeed'] },
    audited: 'feed.despatches',
  },
  deliveryEvents: {
    ...rowFeed,
    path: '/api/feeds/delivery-events',
    summary:
      'Carriers’ delivery events as CSV or NDJSON, streamed; a code that nobody knows is kept and counted; a preview keeps nothing',
    permission: { edits: ['feeds.deliveryEventsFeed'] },
    audited: 'feed.delivery-events',
  },
  returns: {
    ...rowFeed,
    path: '/api/feeds/returns',
    summary: 'What came back and what became of it, as CSV or NDJSON, streamed; a preview keeps nothing',
    permission: { edits: ['feeds.returnsFeed'] },
    audited: 'feed.returns',
  },
  stock: {
    ...rowFeed,
    path: '/api/feeds/stock',
    summary: 'Stock counts by SKU as CSV or NDJSON, streamed; an older count changes nothing; a preview keeps nothing',
    permission: { edits: ['feeds.stockFeed'] },
    audited: 'feed.stock',
  },
  skus: {
    ...rowFeed,
    path: '/api/feeds/skus',
    summary:
      'SKU data (title, category, weight, size, boxes, value) as CSV or NDJSON, streamed; an empty cell changes nothing; a preview says what would change',
    permission: { edits: ['feeds.skuDataFeed'] },
    answer: rowFeed.answer.omit({ look: true }).extend({ changes: z.array(skuFieldChange) }),
    audited: 'feed.skus',
  },
  mappings: {
    method: 'GET',
    path: '/api/feeds/mappings',
    summary: 'The saved column mappings of the client, of the feeds that the caller may see',
    permission: { reads: ANY_FEED },
    access: 'one-client',
    answer: z.strictObject({
      mappings: z.array(z.strictObject({ name: z.string(), feed: z.enum(FEEDS), mapping: columnMapping })),
    }),
    errors: [],
    audited: false,
    byKey: true,
  },
  saveMapping: {
    method: 'PUT',
    path: '/api/feeds/mappings/:feed/:name',
    summary: 'Save a column mapping of a feed under a name',
    permission: { edits: ANY_FEED },
    access: 'one-client',
    params: z.strictObject({ feed: z.enum(FEEDS), name: mappingName }),
    body: columnMapping,
    answer: z.strictObject({ message: z.string() }),
    errors: ['validation_failed', 'unauthorized_access'],
    audited: 'feed.mapping-saved',
  },
  ...feedRuns,
  ...eventCodes,
})
