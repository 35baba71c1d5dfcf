import { feeds, type FeedRefusal, type FeedSummary, type RowFeedSummary } from '@despatch/contract/feeds/feeds'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { upload } from '../kit/server/upload.ts'

const ROUTES = {
  orders: feeds.orders,
  despatches: feeds.despatches,
  'delivery-events': feeds.deliveryEvents,
  returns: feeds.returns,
  stock: feeds.stock,
} as const satisfies Record<Feed, unknown>

/** Where a feed is sent to. */
export const feedPath = (feed: Feed) => ROUTES[feed].path

/** What became of a file. */
export type Fed = { readonly summary: FeedSummary | RowFeedSummary; readonly refused: readonly FeedRefusal[] }

type Upload = {
  readonly feed: Feed
  readonly file: File
  readonly mapping: string | undefined
  readonly signal: AbortSignal
  /** Told how many bytes have gone out. */
  readonly onSent: (bytes: number) => void
}

/** Sends a file to a feed. See {@link upload} for what it throws, and for what it does when the session has expired. */
export function uploadFeed({ feed, file, mapping, signal, onSent }: Upload): Promise<Fed> {
  return upload(ROUTES[feed], { query: mapping === undefined ? {} : { mapping } }, file, { signal, onSent })
}
