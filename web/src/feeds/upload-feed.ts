import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import {
  type OrdersFeedPreview,
  feeds,
  type FeedSummary,
  type RowFeedPreview,
  type RowFeedSummary,
  type SkuFieldChange,
} from '@despatch/contract/feeds/feeds'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { upload } from '../kit/server/upload.ts'

const ROUTES = {
  orders: feeds.orders,
  despatches: feeds.despatches,
  'delivery-events': feeds.deliveryEvents,
  returns: feeds.returns,
  stock: feeds.stock,
  skus: feeds.skus,
} as const satisfies Record<Feed, unknown>

/** Where a feed is sent to. */
export const feedPath = (feed: Feed) => ROUTES[feed].path

const MAX_FILE_NAME = 200

/** What became of a file. */
export type Fed = {
  readonly summary: FeedSummary | RowFeedSummary
  readonly refused: readonly FeedRefusal[]
  /** What rows changed, or would, where the feed tells it. */
  readonly changes?: readonly SkuFieldChange[]
  /** Of a check: how the file would be read, where the feed tells it. */
  readonly look?: OrdersFeedPreview | RowFeedPreview | undefined
}

type Upload = {
  readonly feed: Feed
  readonly file: File
  readonly mapping: string | undefined
  /** Whether the file is only checked. */
  readonly isPreview: boolean
  readonly signal: AbortSignal
  /** Told how many bytes have gone out. */
  readonly onSent: (bytes: number) => void
}

/** What the list of runs calls the file, as far as the call takes it. */
function nameOf({ name }: File) {
  const fileName = name.replaceAll(/\p{C}/gu, '').trim().slice(-MAX_FILE_NAME)
  return fileName === '' ? {} : { fileName }
}

/** Sends a file to a feed. See {@link upload} for what it throws, and for what it does when the session has expired. */
export function uploadFeed({ feed, file, mapping, isPreview, signal, onSent }: Upload): Promise<Fed> {
  const query = {
    ...(mapping !== undefined && { mapping }),
    ...(isPreview && { preview: 'true' as const }),
    ...nameOf(file),
  }
  return upload(ROUTES[feed], { query }, file, { signal, onSent })
}
