import type { Readable } from 'node:stream'
import type { RowFeedPreview, SkuFieldChange } from '@despatch/contract/feeds/feeds'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import type { FastifyBaseLogger } from 'fastify'
import type { RuleBookCache } from '../routing/rule-book/rule-book-cache.ts'
import type { Database } from '../database/database.ts'
import type { Refusals } from './rows/refusals.ts'
import type { FeedFormat } from '../files/sniff.ts'

/** A file that is being fed, and its client and sender. */
export type FeedFile<Summary> = {
  database: Database
  books: RuleBookCache
  client: string
  byName: string
  userId?: number | null | undefined
  now: Date
  stream: Readable
  /** The format from the content type; undefined means that the first bytes decide. */
  format: FeedFormat | undefined
  mapping: ColumnMapping | undefined
  /** Checks the file without saving anything. */
  isPreview?: boolean | undefined
  /** The id of the file's run. It may resolve only after the file is opened. Previews have none. */
  run?: Promise<number> | undefined
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined
  /** Called after each chunk with the counts so far. */
  progress?: ((soFar: Summary) => void) | undefined
}

export type FeedResult<Summary, Preview = RowFeedPreview> = {
  summary: Summary
  /** The caller closes these after reading them. */
  refusals: Refusals
  /** The sender disconnected before the end. Complete rows until then are saved. */
  isBroken: boolean
  /** Changed fields by row (in a preview, fields that would change), for feeds that report them. */
  changes?: readonly SkuFieldChange[]
  /** How the file would be read, in previews of feeds that report it. */
  preview?: Preview | undefined
}

/**
 * Reads and saves a file of a feed.
 * @throws AppError for a file that cannot be used at all
 */
export type FeedRun<Summary, Preview = RowFeedPreview> = (
  file: FeedFile<Summary>,
) => Promise<FeedResult<Summary, Preview>>
