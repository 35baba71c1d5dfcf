import { randomUUID } from 'node:crypto'
import type { FeedLook, FeedSummary } from '@despatch/contract/feeds/feeds'
import { orderRowCheck } from '@despatch/domain/feeds/rows/check-order-row'
import { lineOf, UNKNOWN_OWNER } from '@despatch/domain/feeds/rows/row-ownership'
import { dayOf, type DaysOff } from '@despatch/domain/calendar/day'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { allocateFedOrders, firstToGo } from './allocate-fed-orders.ts'
import { type ChunkContext, writeChunk } from './write-chunk.ts'
import { FORGET_RUN } from './chunk-statements.ts'
import { countryCode } from '../country-code.ts'
import type { FeedFile, FeedResult } from '../feed-file.ts'
import { toFeedError } from '../feed-error.ts'
import { type Chunk, OrderGatherer } from './gather-orders.ts'
import { GoneLines } from './gone-lines.ts'
import { openFeedFile } from '../open-feed-file.ts'
import { OrdersLook } from './orders-look.ts'
import { columnOf, type OpenFile } from '../open-file.ts'
import { inClient } from '../../database/in-client.ts'
import { type Gatherer, RAGGED, raggedValue, readChunks } from '../rows/read-chunks.ts'
import { openRefusals, type Refusals } from '../rows/refusals.ts'
import { checksOf } from '../rows/row-checks.ts'
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
 * Takes in a file of order lines, of any size, in constant memory: reads it as it comes, checks every row, and writes
 * whole orders in transactions of some thousand rows; then allocates those that are still to go. Throws an AppError for a
 * file that cannot be used at all.
 */
export async function runOrdersFeed(feed: OrdersFeed): Promise<FeedResult<FeedSummary, FeedLook>> {
  const file = await openFeedFile(feed, 'orders')
  const [terms, run] = await Promise.all([termsOf(feed), feed.run]).catch(async (error: unknown) => {
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
    look: feed.isPreview ? new OrdersLook() : undefined,
    gone: new GoneLines(),
  }
  const { look } = context
  try {
    const outcome = { tally, refusals, isToAllocate: false }
    const gatherer = ordersGatherer(feed, file, context, terms)
    const write = (chunk: Chunk) => settle(feed, chunk, context, outcome)
    const isBroken = await readChunks({ file, gatherer, tally, write }).catch(async (error: unknown) => {
      // What is kept is finished all the same: an order is allocated, or says why it is not.
      await allocate(feed, context, outcome).catch(() => undefined)
      throw error
    })
    await allocate(feed, context, outcome)
    // Of a file that broke off the rest may be in what did not come.
    if (!isBroken) await settleGone(context, outcome)
    noteSkipped(tally, file, refusals)
    if (look) countNoted(tally, look.noted())
    return { summary: ordersSummary(tally), refusals, isBroken, ...(look && { look: look.told(file.dates?.() ?? []) }) }
  } catch (error) {
    await refusals.close()
    throw toFeedError(error, ordersSummary(tally), feed.isPreview)
  } finally {
    // What is left when even this fails goes with a later run. A check has left nothing.
    if (!look)
      await feed.database
        .copying([feed.client], (client) => client.query(FORGET_RUN, [feed.client, context.runId]))
        .catch(() => undefined)
  }
}

const BACK_AGAIN = 'Orders of a file that was taken back, which are New again'

/** A row of which more than its number is not to be trusted. */
const ANY_LINE = { SKU: '?', says: () => ({}) }

type ClientTerms = { daysOff: DaysOff; currency: string | undefined }

const termsOf = ({ database, client }: OrdersFeed): Promise<ClientTerms> =>
  inClient(database, client, async (transaction) => ({
    daysOff: await clientDaysOff(transaction, client),
    currency: await currencyOf(transaction, client),
  }))

type Outcome = {
  tally: OrdersTally
  refusals: Refusals
  /** Whether there were orders that are still to be despatched, or came late: a file of historic ones is not looked through again. */
  isToAllocate: boolean
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
    return number === undefined ? UNKNOWN_OWNER : lineOf(number.trim(), ANY_LINE)
  }
  return {
    get size() {
      return gatherer.size
    },
    add(row) {
      const { line } = row
      if (row.fault !== undefined) {
        context.look?.see(line)
        return gatherer.refuse(ownerOf(row.read), { line, column: '', reason: row.fault, value: row.value })
      }
      const { cells } = row
      const ragged = raggedValue(row, columnCount)
      if (ragged === undefined) {
        const checked = check(cells, line)
        context.look?.see(line, checked)
        return gatherer.add(checked, line)
      }
      context.look?.see(line)
      const refusal = { line, column: '', reason: RAGGED, value: ragged }
      // A cell too many or too few may have moved all cells behind it, and the number with them.
      gatherer.refuse(ownerOf(cells.slice(0, 1)), refusal)
    },
    take: (isEnd) => gatherer.take(isEnd),
    dropOpen: () => gatherer.dropOpen(),
  }
}

const NOT_ALLOCATED =
  'Orders for which no carrier could be looked for: allocate them again in Carrier Routing Exceptions'

async function allocate(feed: OrdersFeed, { runId }: ChunkContext, { isToAllocate, tally }: Outcome): Promise<void> {
  if (!isToAllocate || feed.isPreview) return
  const undecided = await allocateFedOrders({ ...feed, runId })
  if (undecided > 0) countNoted(tally, new Map([[NOT_ALLOCATED, undecided]]))
}

/** Refuses what orders have that the file has not, of which a row counted as unchanged before. */
async function settleGone(
  { gone, columnOf: columnFor, look }: ChunkContext,
  { tally, refusals }: Outcome,
): Promise<void> {
  const { refused, unchanged } = gone.settle(columnFor('SKU'))
  if (refused.length === 0) return
  tally.unchanged -= unchanged
  tally.refused += unchanged
  countReasons(tally, refused)
  look?.seeRefused(refused)
  await refusals.add(refused)
}

/** Writes a chunk and then counts it: what failed is not counted. */
async function settle(feed: OrdersFeed, chunk: Chunk, context: ChunkContext, outcome: Outcome) {
  const { tally, refusals } = outcome
  const written = await retryOnDeadlock(() =>
    feed.database.copying([feed.client], (connection) => writeChunk(connection, chunk, context)),
  )
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
  context.look?.seeRefused(refused)
  if (context.gone.isFull) await settleGone(context, outcome)
  const first = firstToGo(dayOf(feed.now))
  outcome.isToAllocate ||=
    written.isToAllocateAnew ||
    chunk.orders.some(({ header, rows }) => rows.length > 0 && first <= (header?.despatchDate ?? ''))
  feed.progress?.(ordersSummary(tally))
  if (written.toGoOn.length > 0)
    await settle(feed, { orders: written.toGoOn, refused: [], leftOut: new Map() }, context, outcome)
}
