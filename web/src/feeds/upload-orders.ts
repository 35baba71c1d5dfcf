import { feeds, type FeedRefusal, type FeedSummary } from '@despatch/contract/feeds/feeds'
import { upload } from '../app/api/upload.ts'

export type FedOrders = { readonly summary: FeedSummary; readonly refused: readonly FeedRefusal[] }

type Upload = {
  readonly file: File
  readonly mapping: string | undefined
  readonly signal: AbortSignal
  /** Told how many bytes have gone out. */
  readonly onSent: (bytes: number) => void
}

/** Sends a file to the orders feed. See {@link upload} for what it throws, and for what it does when the session has expired. */
export function uploadOrders({ file, mapping, signal, onSent }: Upload): Promise<FedOrders> {
  return upload(feeds.orders, { query: mapping === undefined ? {} : { mapping } }, file, { signal, onSent })
}
