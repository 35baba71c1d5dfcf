import type { Readable } from 'node:stream'
import type { RowFeedLook, SkuFieldChange } from '@despatch/contract/feeds/feeds'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import type { FastifyBaseLogger } from 'fastify'
import type { RuleBookCache } from '../routing/rule-book/rule-book-cache.ts'
import type { Database } from '../database/database.ts'
import type { Refusals } from './rows/refusals.ts'
import type { FeedFormat } from '../files/sniff.ts'

/** A file that is being fed, and for whom. */
export type FeedFile<Summary> = {
  database: Database
  books: RuleBookCache
  client: string
  byName: string
  userId?: number | null | undefined
  now: Date
  stream: Readable
  /** What the sender says that the file is; told by its beginning when nobody does. */
  format: FeedFormat | undefined
  mapping: ColumnMapping | undefined
  /** Whether nothing is kept of it, and what would become of it is told. */
  isPreview?: boolean | undefined
  /** The run that is kept of it, which may still be begun while the file is opened; none of a preview. */
  run?: Promise<number> | undefined
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined
  /** Told after each chunk how far the run is. */
  progress?: ((soFar: Summary) => void) | undefined
}

export type FeedResult<Summary, Look = RowFeedLook> = {
  summary: Summary
  /** To be closed by the caller once it has read them. */
  refusals: Refusals
  /** Whether the sender went away before the end: what was complete until then is kept. */
  isBroken: boolean
  /** What rows changed, or would in a preview, where the feed tells it. */
  changes?: readonly SkuFieldChange[]
  /** Of a preview: how the file would be read, where the feed tells it. */
  look?: Look | undefined
}

/** Takes in a file of a feed. Throws an AppError for one that cannot be used at all. */
export type FeedRun<Summary, Look = RowFeedLook> = (file: FeedFile<Summary>) => Promise<FeedResult<Summary, Look>>
