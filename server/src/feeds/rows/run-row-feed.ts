import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { RowFeedSummary, SkuFieldChange } from '@despatch/contract/feeds/feeds'
import type { Feed, FeedField } from '@despatch/domain/feeds/feed-fields'
import type { RowCheck, RowChecks } from '@despatch/domain/feeds/rows/row-check'
import type pg from 'pg'
import type { RuleBookCache } from '../../routing/rule-book/rule-book-cache.ts'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import type { FeedFile, FeedResult, FeedRun } from '../feed-file.ts'
import { toFeedError } from '../feed-error.ts'
import { openFeedFile } from '../open-feed-file.ts'
import { columnOf, type OpenFile } from '../open-file.ts'
import type { FileRow } from '../../files/csv-splitter.ts'
import { GENERIC_PLANS } from './generic-plans.ts'
import { type Gatherer, RAGGED, raggedValue, readChunks } from './read-chunks.ts'
import { openRefusals } from './refusals.ts'
import { checksOf } from './row-checks.ts'
import { RowsPreview } from './rows-preview.ts'
import { TableStatistics } from './table-statistics.ts'
import { shortValue } from '../../files/short-value.ts'
import { countLeftOut, countNoted, noteSkipped, countRefused, newRowsTally, rowsSummary } from '../tally.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'

export type RowFeedContext = {
  client: string
  byName: string
  now: Date
  books: RuleBookCache
  /** A preview: the transaction is rolled back. */
  isPreview: boolean
  /** The file's name for the column of a field. */
  columnOf: (field: FeedField) => string
}

/** Counts of a chunk's rows. Each row is in exactly one of the first four; `noted` counts other remarks. */
export type RowsWritten = {
  created: number
  changed: number
  unchanged: number
  refused: FeedRefusal[]
  noted: ReadonlyMap<string, number>
  /** Changed fields, in feeds that report them. */
  changes?: readonly SkuFieldChange[]
}

/** A preview checks each part of a file without the rows of the parts before. */
const CHECKED_APART = 'The file was checked in parts. A row that repeats one in another part counts as new'

/** Changes reported of a file. */
const MAX_CHANGES = 1000

/** A feed whose rows do not depend on each other. */
export type RowFeed<Row extends object> = {
  feed: Exclude<Feed, 'orders'>
  check(checks: RowChecks): RowCheck<Row>
  /** Rows have amounts in the client's currency. */
  hasAmounts?: boolean
  /** Rows of a chunk, if different from other feeds. */
  chunk?: number
  /**
   * The shard of a row, in feeds that write a chunk in several concurrent transactions, each on its own connection.
   * Without it, a chunk is one transaction.
   */
  shardOf?: (row: Row) => number
  /**
   * Writes at most `chunk` rows of one shard, in a transaction under the client's row-level security. After a deadlock
   * it is called again from the start.
   */
  write(connection: pg.PoolClient, rows: readonly Row[], context: RowFeedContext): Promise<RowsWritten>
}

/**
 * Makes the run of a feed. It reads a file of any size in constant memory, checks each row as it arrives, and writes
 * chunks of some thousand rows. If the file breaks off, chunks written before stay. If one shard of a chunk fails, the
 * run fails after the other shards are written; sending the same file again writes the rest.
 */
export function rowFeedRun<Row extends object>(spec: RowFeed<Row>): FeedRun<RowFeedSummary> {
  return async (feed: FeedFile<RowFeedSummary>): Promise<FeedResult<RowFeedSummary>> => {
    const { database, client } = feed
    const currency = spec.hasAmounts
      ? await inClient(database, client, (transaction) => currencyOf(transaction, client))
      : undefined
    const file = await openFeedFile(feed, spec.feed)
    const tally = newRowsTally()
    const refusals = openRefusals()
    const changes: SkuFieldChange[] = []
    const isPreview = feed.isPreview ?? false
    // SKU data reports changed fields instead.
    const preview = isPreview && spec.feed !== 'skus' ? new RowsPreview(spec.feed) : undefined
    const statistics = new TableStatistics(feed)
    let parts = 0
    const context: RowFeedContext = {
      ...feed,
      isPreview,
      columnOf: (field) => columnOf(file, field),
    }
    const write = async ({ rows, refused, leftOut }: Chunk<Row>) => {
      parts++
      const written = await Promise.allSettled(
        groupByShard(spec, rows).map((shard) => writeShard(spec, { ...feed, statistics }, context, shard)),
      )
      const succeeded = written.filter((shard) => shard.status === 'fulfilled').map(({ value }) => value)
      for (const { created, changed, unchanged, noted } of succeeded) {
        // Count only rows that were written.
        tally.created += created
        tally.changed += changed
        tally.unchanged += unchanged
        countNoted(tally, noted)
      }
      for (const { changes: rowChanges = [] } of succeeded)
        changes.push(...rowChanges.slice(0, MAX_CHANGES - changes.length))
      countLeftOut(tally, leftOut)
      const all = [refused, ...succeeded.map((shard) => shard.refused)]
        .flat()
        .toSorted((one, other) => one.line - other.line)
      countRefused(tally, all)
      preview?.addRefused(all)
      await refusals.add(all)
      feed.progress?.(rowsSummary(tally))
      const failed = written.find((shard) => shard.status === 'rejected')
      if (failed) throw failed.reason
      await statistics.refresh()
    }
    try {
      const gatherer = rowGatherer(file, spec.check({ ...checksOf(feed, file), currency }), preview)
      const isBroken = await readChunks({ file, gatherer, tally, write, chunk: spec.chunk })
      noteSkipped(tally, file, refusals)
      if (isPreview && parts > 1) countNoted(tally, new Map([[CHECKED_APART, parts]]))
      const shown = preview && { preview: preview.result(file.dates?.() ?? []) }
      return { summary: rowsSummary(tally), refusals, isBroken, changes, ...shown }
    } catch (error) {
      await refusals.close()
      throw toFeedError(error, rowsSummary(tally), feed.isPreview)
    }
  }
}

function writeShard<Row extends object>(
  { write }: RowFeed<Row>,
  { database, statistics }: { database: Database; statistics: TableStatistics },
  context: RowFeedContext,
  shard: readonly Row[],
): Promise<RowsWritten> {
  const inTransaction = async (connection: pg.PoolClient) => {
    await connection.query(GENERIC_PLANS)
    // An upload can take hours, so use the time when the rows are written.
    const written = await write(connection, shard, { ...context, now: new Date() })
    await statistics.count(connection)
    return written
  }
  return retryOnDeadlock(() => database.copying([context.client], inTransaction, { rollsBack: context.isPreview }))
}

/** Groups the rows of a chunk by shard, each in file order. */
function groupByShard<Row extends object>({ shardOf }: RowFeed<Row>, rows: readonly Row[]): (readonly Row[])[] {
  if (rows.length === 0) return []
  return shardOf ? [...Map.groupBy(rows, shardOf).values()] : [rows]
}

type Chunk<Row> = { rows: Row[]; refused: FeedRefusal[]; leftOut: Map<string, number> }

function rowGatherer<Row extends object>(
  file: OpenFile,
  check: RowCheck<Row>,
  preview?: RowsPreview,
): Gatherer<Chunk<Row>> {
  const columnCount = file.columns.length
  let chunk: Chunk<Row> = { rows: [], refused: [], leftOut: new Map() }
  const refuse = (row: FileRow, field: string, reason: string, value: string) =>
    chunk.refused.push({
      line: row.line,
      column: field === '' ? '' : columnOf(file, field as FeedField),
      reason,
      value: shortValue(value),
    })
  return {
    get size() {
      return chunk.rows.length + chunk.refused.length
    },
    add(row) {
      preview?.add(row.line)
      if (row.fault !== undefined) return void refuse(row, '', row.fault, row.value)
      const { cells, line } = row
      const ragged = raggedValue(row, columnCount)
      if (ragged !== undefined) return void refuse(row, '', RAGGED, ragged)
      const checked = check(cells, line)
      preview?.addChecked(line, checked)
      if (checked.is === 'taken') chunk.rows.push(checked.row)
      else if (checked.is === 'refused')
        for (const { field, reason, value } of [checked, ...checked.more]) refuse(row, field, reason, value)
      else chunk.leftOut.set(checked.reason, (chunk.leftOut.get(checked.reason) ?? 0) + 1)
    },
    take() {
      const taken = chunk
      chunk = { rows: [], refused: [], leftOut: new Map() }
      return taken
    },
    dropOpen: () => 0,
  }
}
