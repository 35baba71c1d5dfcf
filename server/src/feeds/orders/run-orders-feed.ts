import { randomUUID } from 'node:crypto'
import type { OrdersFeedPreview, FeedSummary } from '@despatch/contract/feeds/feeds'
import { orderRowCheck } from '@despatch/domain/feeds/rows/check-order-row'
import { findRowOwnership, UNKNOWN_OWNER } from '@despatch/domain/feeds/rows/row-ownership'
import { type Day, dayOf, type DaysOff } from '@despatch/domain/calendar/day'
import { readMinute } from '@despatch/domain/routing/cut-offs/cut-off'
import { promisedDay } from '@despatch/domain/routing/cut-offs/fallback-day'
import { loadDespatchTimes } from '../../routing/cut-offs/load-despatch-times.ts'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { allocateFedOrders, firstDayToAllocate } from './allocate-fed-orders.ts'
import { type ChunkContext, writeChunk } from './write-chunk.ts'
import { DELETE_ROW_COUNTS } from './chunk-statements.ts'
import { countryCode } from '../country-code.ts'
import type { FeedFile, FeedResult } from '../feed-file.ts'
import { toFeedError } from '../feed-error.ts'
import { type Chunk, OrderGatherer } from './gather-orders.ts'
import { MissingLines } from './missing-lines.ts'
import { openFeedFile } from '../open-feed-file.ts'
import { OrdersPreview } from './orders-preview.ts'
import { columnOf, type OpenFile } from '../open-file.ts'
import { inClient } from '../../database/in-client.ts'
import { type Gatherer, RAGGED, raggedValue, readChunks } from '../rows/read-chunks.ts'
import { openRefusals, type Refusals } from '../rows/refusals.ts'
import { checksOf } from '../rows/row-checks.ts'
import { TableStatistics } from '../rows/table-statistics.ts'
import {
  countLeftOut,
  countNoted,
  noteSkipped,
  countReasons,
  countRefused,
  newOrdersTally,
  ordersSummary,
  type OrdersTally,
} from '../tally.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'

type OrdersFeed = FeedFile<FeedSummary>

/**
 * Runs the orders feed on a file of any size in constant memory: checks each row as it arrives, writes complete orders
 * in transactions of some thousand rows, then allocates those still to be despatched.
 * @throws AppError for a file that cannot be used at all
 */
export async function runOrdersFeed(feed: OrdersFeed): Promise<FeedResult<FeedSummary, OrdersFeedPreview>> {
  const file = await openFeedFile(feed, 'orders')
  const [terms, run] = await Promise.all([loadTerms(feed), feed.run]).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  const tally = newOrdersTally()
  const refusals = openRefusals()
  const context: ChunkContext = {
    ...feed,
    runId: randomUUID(),
    run,
    isNumbered: file.cellOf.lineNumber !== undefined,
    columnOf: (field) => columnOf(file, field),
    hasField: (field) => file.cellOf[field] !== undefined,
    preview: feed.isPreview ? new OrdersPreview() : undefined,
    missing: new MissingLines(),
    promisedDay: terms.promisedDay,
  }
  const { preview } = context
  try {
    const outcome = { tally, refusals, isToAllocate: false, statistics: new TableStatistics(feed) }
    const gatherer = ordersGatherer(feed, file, context, terms)
    const write = (chunk: Chunk) => writeAndCount(feed, chunk, context, outcome)
    const isBroken = await readChunks({ file, gatherer, tally, write }).catch(async (error: unknown) => {
      // Allocate the saved orders anyway, so that each has a carrier or a reason for none.
      await allocate(feed, context, outcome).catch(() => undefined)
      throw error
    })
    await allocate(feed, context, outcome)
    // If the file broke off, the missing part may have these lines.
    if (!isBroken) await refuseMissingLines(context, outcome)
    noteSkipped(tally, file, refusals)
    if (preview) countNoted(tally, preview.noted())
    return {
      summary: ordersSummary(tally),
      refusals,
      isBroken,
      ...(preview && { preview: preview.result(file.dates?.() ?? []) }),
    }
  } catch (error) {
    await refusals.close()
    throw toFeedError(error, ordersSummary(tally), feed.isPreview)
  } finally {
    // If this fails too, a later run deletes the rest. Previews leave nothing.
    if (!preview)
      await feed.database
        .copying([feed.client], (client) => client.query(DELETE_ROW_COUNTS, [feed.client, context.runId]))
        .catch(() => undefined)
  }
}

const BACK_AGAIN = 'Orders of an undone import, which are New again'

/** For rows in which only the order number can be trusted. */
const ANY_LINE = { SKU: '?', partialHeader: () => ({}) }

type ClientTerms = {
  daysOff: DaysOff
  currency: string | undefined
  isSameDay: boolean
  /** The day on which orders received now are promised to leave; null without a promise. */
  promisedDay: Day | null
}

const loadTerms = ({ database, client, now }: OrdersFeed): Promise<ClientTerms> =>
  inClient(database, client, async (transaction) => {
    const daysOff = await clientDaysOff(transaction, client)
    const [times] = await loadDespatchTimes(transaction, [client])
    const promisedBy = times?.promisedBy ? (readMinute(times.promisedBy) ?? null) : null
    return {
      daysOff,
      currency: await currencyOf(transaction, client),
      isSameDay: times?.isSameDay ?? false,
      promisedDay: promisedDay(promisedBy, now, daysOff),
    }
  })

type Outcome = {
  tally: OrdersTally
  refusals: Refusals
  /** Whether any order may need allocation. Files with only past orders skip it. */
  isToAllocate: boolean
  statistics: TableStatistics
}

function ordersGatherer(feed: OrdersFeed, file: OpenFile, context: ChunkContext, terms: ClientTerms): Gatherer<Chunk> {
  const { columns, cellOf } = file
  const gatherer = new OrderGatherer(context)
  const check = orderRowCheck({
    ...checksOf(feed, file),
    ...terms,
    countryCode,
    headerOf: (orderNumber) => gatherer.headerOf(orderNumber),
  })
  const columnCount = columns.length
  const ownerOf = (read: readonly string[] = []) => {
    const number = read[cellOf.orderNumber ?? -1]
    return number === undefined ? UNKNOWN_OWNER : findRowOwnership(number.trim(), ANY_LINE)
  }
  return {
    get size() {
      return gatherer.size
    },
    add(row) {
      const { line } = row
      if (row.fault !== undefined) {
        context.preview?.add(line)
        return gatherer.refuse(ownerOf(row.read), { line, column: '', reason: row.fault, value: row.value })
      }
      const { cells } = row
      const ragged = raggedValue(row, columnCount)
      if (ragged === undefined) {
        const checked = check(cells, line)
        context.preview?.add(line, checked)
        return gatherer.add(checked, line)
      }
      context.preview?.add(line)
      const refusal = { line, column: '', reason: RAGGED, value: ragged }
      // An extra or missing cell may have moved all cells after it, and the number with them.
      gatherer.refuse(ownerOf(cells.slice(0, 1)), refusal)
    },
    take: (isEnd) => gatherer.take(isEnd),
    dropOpen: () => gatherer.dropOpen(),
  }
}

const NOT_ALLOCATED = 'Orders that couldn’t be allocated. Re-allocate them in Carrier Routing Exceptions'

async function allocate(
  feed: OrdersFeed,
  { runId }: ChunkContext,
  { isToAllocate, tally, statistics }: Outcome,
): Promise<void> {
  if (!isToAllocate || feed.isPreview) return
  const undecided = await allocateFedOrders({ ...feed, runId, statistics })
  if (undecided > 0) countNoted(tally, new Map([[NOT_ALLOCATED, undecided]]))
}

/** Refuses orders with lines that the file lacks, and corrects the counts of their rows. */
async function refuseMissingLines(
  { missing, columnOf: columnFor, preview }: ChunkContext,
  { tally, refusals }: Outcome,
): Promise<void> {
  const { refused, unchanged } = missing.settle(columnFor('SKU'))
  if (refused.length === 0) return
  tally.unchanged -= unchanged
  tally.refused += unchanged
  countReasons(tally, refused)
  preview?.addRefused(refused)
  await refusals.add(refused)
}

/** Writes a chunk, then counts its rows. Failed chunks are not counted. */
async function writeAndCount(feed: OrdersFeed, chunk: Chunk, context: ChunkContext, outcome: Outcome) {
  const { tally, refusals } = outcome
  const written = await retryOnDeadlock(() =>
    feed.database.copying([feed.client], async (connection) => {
      const counts = await writeChunk(connection, chunk, context)
      await outcome.statistics.count(connection)
      return counts
    }),
  )
  await outcome.statistics.refresh()
  const refused = [...chunk.refused, ...written.refused].toSorted((one, other) => one.line - other.line)
  tally.created += written.created
  tally.unchanged += written.unchanged
  tally.ordersCreated += written.ordersCreated
  tally.skusCreated += written.skusCreated
  countNoted(tally, written.noted)
  if (written.revived > 0) countNoted(tally, new Map([[BACK_AGAIN, written.revived]]))
  countLeftOut(tally, chunk.leftOut)
  countRefused(tally, refused)
  await refusals.add(refused)
  context.preview?.addRefused(refused)
  if (context.missing.isFull) await refuseMissingLines(context, outcome)
  const first = firstDayToAllocate(dayOf(feed.now))
  outcome.isToAllocate ||=
    written.isToAllocateAnew ||
    chunk.orders.some(({ header, rows }) => rows.length > 0 && first <= (header?.despatchDate ?? ''))
  feed.progress?.(ordersSummary(tally))
  if (written.toGoOn.length > 0)
    await writeAndCount(feed, { orders: written.toGoOn, refused: [], leftOut: new Map() }, context, outcome)
}
