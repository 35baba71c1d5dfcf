import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FeedSummary } from '@despatch/contract/feeds/feeds'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { orderRowCheck } from '@despatch/domain/feeds/check-order-row'
import type { OrderFeedField } from '@despatch/domain/feeds/order-fields'
import { dayOf } from '@despatch/domain/calendar/day'
import type { BookShelf } from '../allocation/book-shelf.ts'
import { Refusal } from '../app/refusal.ts'
import type { Database } from '../database/database.ts'
import { allocateFedOrders } from './allocate-fed-orders.ts'
import { BrokenOff } from './bytes.ts'
import { type ChunkContext, writeChunk } from './write-chunk.ts'
import { FORGET_RUN } from './chunk-statements.ts'
import { countryCode } from './country-code.ts'
import { type Chunk, OrderGatherer } from './gather-orders.ts'
import { openFile, type OpenFile } from './open-file.ts'
import type { FileRow } from './read-csv.ts'
import { openRefusals, type Refusals } from './refusals.ts'
import type { FeedFormat } from './sniff.ts'
import { countLeftOut, countRefused, newTally, summaryOf, type Tally } from './tally.ts'
import { withPatience } from './with-patience.ts'

/** Rows that are written in one transaction: enough that a commit costs little, few enough to be held in memory. */
const CHUNK = 10_000

export type OrdersFeed = {
  database: Database
  books: BookShelf
  client: string
  byName: string
  now: Date
  stream: Readable
  /** What the sender says that the file is; told by its beginning when nobody does. */
  format: FeedFormat | undefined
  mapping: ColumnMapping | undefined
  /** Told after each chunk how far the run is. */
  progress?: (soFar: Readonly<Tally>) => void
}

export type FeedResult = {
  summary: FeedSummary
  /** To be closed by whoever has read them. */
  refusals: Refusals
  /** Whether the sender went away before the end: what was complete until then is kept. */
  isBroken: boolean
}

/**
 * Takes in a file of order lines, of any size, in constant memory: reads it as it comes, checks every row, and writes
 * whole orders in transactions of some thousand rows; then allocates those that are still to go. Throws a Refusal for a
 * file that cannot be used at all.
 */
export async function runOrdersFeed(feed: OrdersFeed): Promise<FeedResult> {
  const file = await openFile(feed.stream, feed).catch(brokenAtStart)
  const tally = newTally()
  const refusals = openRefusals()
  const context: ChunkContext = {
    ...feed,
    runId: randomUUID(),
    isNumbered: file.cellOf.lineNumber !== undefined,
    columnOf: (field) => columnOf(file, field),
    hasField: (field) => file.cellOf[field] !== undefined,
  }
  try {
    const outcome = { tally, refusals, isToAllocate: false }
    const isBroken = await takeRows(feed, file, context, outcome)
    if (outcome.isToAllocate) await allocateFedOrders({ ...feed, runId: context.runId })
    return { summary: summaryOf(tally), refusals, isBroken }
  } catch (error) {
    await refusals.close()
    throw error
  } finally {
    // What is left when even this fails goes with a later run.
    await feed.database
      .copying([feed.client], (client) => client.query(FORGET_RUN, [feed.client, context.runId]))
      .catch(() => undefined)
  }
}

function brokenAtStart(error: unknown): never {
  if (error instanceof BrokenOff) throw new Refusal('bad_request', 'The file broke off before its first row.')
  throw error
}

type Outcome = {
  tally: Tally
  refusals: Refusals
  /** Whether there were orders that are still to be despatched: a file of historic ones is not looked through again. */
  isToAllocate: boolean
}

/** Reads on while the chunk before is being written. Gives whether the file broke off. */
async function takeRows(feed: OrdersFeed, file: OpenFile, context: ChunkContext, outcome: Outcome): Promise<boolean> {
  const { tally } = outcome
  const gatherer = new OrderGatherer(context)
  const addRow = rowAdder(feed, file, gatherer)
  let writing: Promise<void> = Promise.resolve()
  const write = async (isEnd: boolean) => {
    await writing
    writing = settle(feed, gatherer.take(isEnd), context, outcome)
    // Awaited before the next one; until then a failure must not count as unhandled.
    writing.catch(() => undefined)
  }
  let isBroken = false
  try {
    for await (const batch of file.rows) {
      for (const row of batch) {
        addRow(row)
        tally.read++
        if (gatherer.size >= CHUNK) await write(false)
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error
    isBroken = true
    tally.read -= gatherer.dropOpen()
  }
  await write(true)
  await writing
  return isBroken
}

function rowAdder(feed: OrdersFeed, file: OpenFile, gatherer: OrderGatherer): (row: FileRow) => void {
  const { columns, cellOf } = file
  const check = orderRowCheck({
    cellOf,
    values: valuesOf(feed.mapping),
    leaveOut: feed.mapping?.leaveOut ?? [],
    timeZone: feed.mapping?.timeZone ?? 'Europe/London',
    now: feed.now,
    countryCode,
  })
  const columnCount = columns.length
  return (row) => {
    if (row.fault !== undefined) {
      gatherer.refuseUnreadable({ line: row.line, column: '', reason: row.fault, value: row.value })
      return
    }
    const { line, cells } = row
    if (cells.length === columnCount) return gatherer.add(check(cells, line), line)
    const refusal = { line, column: '', reason: RAGGED, value: `${cells.length} instead of ${columnCount}` }
    const orderNumber = cells[cellOf.orderNumber ?? 0]?.trim()
    if (orderNumber) gatherer.refuse(orderNumber, refusal)
    else gatherer.refuseUnreadable(refusal)
  }
}

const RAGGED = 'The row has another number of cells than the header: a comma inside a cell needs quotes around the cell'

function valuesOf(mapping: ColumnMapping | undefined): Partial<Record<OrderFeedField, Record<string, string>>> {
  return mapping?.values ?? {}
}

/** What the file calls the column of a field; the field's own name when it has none. */
function columnOf({ columns, cellOf }: OpenFile, field: OrderFeedField): string {
  const place = cellOf[field]
  return (place === undefined ? undefined : columns[place]) ?? field
}

/** Writes a chunk and then counts it: what failed is not counted. */
async function settle(feed: OrdersFeed, chunk: Chunk, context: ChunkContext, outcome: Outcome) {
  const { tally, refusals } = outcome
  const written = await withPatience(() =>
    feed.database.copying([feed.client], (connection) => writeChunk(connection, chunk, context)),
  )
  const refused = [...chunk.refused, ...written.refused].toSorted((one, other) => one.line - other.line)
  tally.created += written.created
  tally.unchanged += written.unchanged
  tally.ordersCreated += written.ordersCreated
  tally.skusCreated += written.skusCreated
  countLeftOut(tally, chunk.leftOut)
  countRefused(tally, refused)
  await refusals.add(refused)
  const today = dayOf(feed.now)
  outcome.isToAllocate ||= chunk.orders.some(
    ({ header, rows }) => rows.length > 0 && today <= (header?.despatchDate ?? ''),
  )
  feed.progress?.(tally)
}
