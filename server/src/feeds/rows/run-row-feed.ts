import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { RowFeedSummary, SkuFieldChange } from '@despatch/contract/feeds/feeds'
import type { Feed, FeedField } from '@despatch/domain/feeds/feed-fields'
import type { RowCheck, RowChecks } from '@despatch/domain/feeds/rows/row-check'
import type pg from 'pg'
import type { RuleBookCache } from '../../routing/rule-book/rule-book-cache.ts'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { LOOK_UP_BY_KEY } from '../../database/by-key.ts'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import type { FeedFile, FeedResult, FeedRun } from '../feed-file.ts'
import { feedStopped } from '../feed-stopped.ts'
import { openFeedFile } from '../open-feed-file.ts'
import { columnOf, type OpenFile } from '../open-file.ts'
import type { FileRow } from '../../files/csv-splitter.ts'
import { type Gatherer, RAGGED, raggedValue, readChunks } from './read-chunks.ts'
import { openRefusals } from './refusals.ts'
import { checksOf } from './row-checks.ts'
import { RowsLook } from './rows-look.ts'
import { shortValue } from '../../files/short-value.ts'
import { countLeftOut, countNoted, countPassedOver, countRefused, newRowsTally, rowsSummary } from '../tally.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'

/** What a chunk of rows is written for. */
export type RowFeedContext = {
  client: string
  byName: string
  now: Date
  books: RuleBookCache
  /** Whether nothing of it is kept: the transaction is rolled back. */
  isPreview: boolean
  /** What the file calls the column of a field. */
  columnOf: (field: FeedField) => string
}

/** What became of the rows of a chunk, each in exactly one of the first four; `noted` counts what else is worth knowing. */
export type RowsWritten = {
  created: number
  changed: number
  unchanged: number
  refused: FeedRefusal[]
  noted: ReadonlyMap<string, number>
  /** Of a feed that tells them: what rows changed. */
  changes?: readonly SkuFieldChange[]
}

/** Nothing of one part of the file is kept while the next is checked. */
const CHECKED_APART = 'Parts of the file, checked apart: a row that repeats one of another part counts as new'

/** So many changes of a file are told. */
const MAX_CHANGES = 1000

/** A feed whose rows stand each for itself. */
export type RowFeed<Row extends object> = {
  feed: Exclude<Feed, 'orders'>
  /** Makes the check of a file's rows. */
  check(checks: RowChecks): RowCheck<Row>
  /** Whether rows have amounts, which are in the client's currency. */
  hasAmounts?: boolean
  /** Rows of a chunk, where that is not as many as with other feeds. */
  chunk?: number
  /**
   * Of a feed whose chunks are written in several transactions at once, each over a connection of its own: in which of them
   * a row is. Without it a chunk is one transaction.
   */
  shardOf?: (row: Row) => number
  /**
   * Writes rows, at most `chunk` and all of one lane, on a connection in a transaction of the client that row-level security
   * binds, in which rows are looked up by key (`database/by-key`); done again from the start where the database gave the transaction up.
   */
  write(connection: pg.PoolClient, rows: readonly Row[], context: RowFeedContext): Promise<RowsWritten>
}

/**
 * How a file of such a feed is taken in, of any size, in constant memory: read as it comes, every row checked, and written
 * in transactions of some thousand rows. What was written stays when the file breaks off, or when one lane of a chunk fails:
 * the run fails with it once the other lanes are done, and the same file sent again brings the rest.
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
    // Of SKU data what would change is told instead.
    const look = isPreview && spec.feed !== 'skus' ? new RowsLook(spec.feed) : undefined
    let parts = 0
    const context: RowFeedContext = {
      ...feed,
      isPreview,
      columnOf: (field) => columnOf(file, field),
    }
    const write = async ({ rows, refused, leftOut }: Chunk<Row>) => {
      parts++
      const written = await Promise.allSettled(
        shardsOf(spec, rows).map((lane) => writeLane(spec, feed.database, context, lane)),
      )
      const done = written.filter((lane) => lane.status === 'fulfilled').map(({ value }) => value)
      for (const { created, changed, unchanged, noted } of done) {
        // Counted when it is written: what failed is not.
        tally.created += created
        tally.changed += changed
        tally.unchanged += unchanged
        countNoted(tally, noted)
      }
      for (const { changes: told = [] } of done) changes.push(...told.slice(0, MAX_CHANGES - changes.length))
      countLeftOut(tally, leftOut)
      const all = [refused, ...done.map((lane) => lane.refused)].flat().toSorted((one, other) => one.line - other.line)
      countRefused(tally, all)
      look?.seeRefused(all)
      await refusals.add(all)
      feed.progress?.(rowsSummary(tally))
      const failed = written.find((lane) => lane.status === 'rejected')
      if (failed) throw failed.reason
    }
    try {
      const gatherer = rowGatherer(file, spec.check({ ...checksOf(feed, file), currency }), look)
      const isBroken = await readChunks({ file, gatherer, tally, write, chunk: spec.chunk })
      countPassedOver(tally, file, refusals)
      if (isPreview && parts > 1) countNoted(tally, new Map([[CHECKED_APART, parts]]))
      const shown = look && { look: look.shown(file.dates?.() ?? []) }
      return { summary: rowsSummary(tally), refusals, isBroken, changes, ...shown }
    } catch (error) {
      await refusals.close()
      throw feedStopped(error, rowsSummary(tally), feed.isPreview)
    }
  }
}

function writeLane<Row extends object>(
  { write }: RowFeed<Row>,
  database: Database,
  context: RowFeedContext,
  lane: readonly Row[],
): Promise<RowsWritten> {
  const inTransaction = async (connection: pg.PoolClient) => {
    await connection.query(LOOK_UP_BY_KEY)
    // A file may come for hours: what its rows bring about happens when they are written.
    return write(connection, lane, { ...context, now: new Date() })
  }
  return retryOnDeadlock(() => database.copying([context.client], inTransaction, { rollsBack: context.isPreview }))
}

/** The rows of a chunk by the transaction that writes them, each lane in the order of the file. */
function shardsOf<Row extends object>({ shardOf }: RowFeed<Row>, rows: readonly Row[]): (readonly Row[])[] {
  if (rows.length === 0) return []
  return shardOf ? [...Map.groupBy(rows, shardOf).values()] : [rows]
}

type Chunk<Row> = { rows: Row[]; refused: FeedRefusal[]; leftOut: Map<string, number> }

function rowGatherer<Row extends object>(file: OpenFile, check: RowCheck<Row>, look?: RowsLook): Gatherer<Chunk<Row>> {
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
      look?.see(row.line)
      if (row.fault !== undefined) return void refuse(row, '', row.fault, row.value)
      const { cells, line } = row
      const ragged = raggedValue(row, columnCount)
      if (ragged !== undefined) return void refuse(row, '', RAGGED, ragged)
      const checked = check(cells, line)
      look?.seeChecked(line, checked)
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
