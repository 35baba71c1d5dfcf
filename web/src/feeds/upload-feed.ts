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

export const feedPath = (feed: Feed) => ROUTES[feed].path

const MAX_FILE_NAME = 200

/** The answer to a file. */
export type FeedAnswer = {
  readonly summary: FeedSummary | RowFeedSummary
  readonly refused: readonly FeedRefusal[]
  /** Changed fields, for feeds that report them. */
  readonly changes?: readonly SkuFieldChange[]
  /** How the file would be read, if it was only checked. */
  readonly look?: OrdersFeedPreview | RowFeedPreview | undefined
}

type UploadInput = {
  readonly feed: Feed
  readonly file: File
  readonly mapping: string | undefined
  readonly isPreview: boolean
  readonly signal: AbortSignal
  /** Called with the number of bytes sent. */
  readonly onSent: (bytes: number) => void
}

/** The file's name for the list of runs, within the call's limit. */
function fileNameQuery({ name }: File) {
  const fileName = name.replaceAll(/\p{C}/gu, '').trim().slice(-MAX_FILE_NAME)
  return fileName === '' ? {} : { fileName }
}

/** Sends a file to a feed. See {@link upload} for errors and expired sessions. */
export function uploadFeed({ feed, file, mapping, isPreview, signal, onSent }: UploadInput): Promise<FeedAnswer> {
  const query = {
    ...(mapping !== undefined && { mapping }),
    ...(isPreview && { preview: 'true' as const }),
    ...fileNameQuery(file),
  }
  return upload(ROUTES[feed], { query }, file, { signal, onSent })
}
