import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { OrderFeedRow } from '@despatch/domain/feeds/rows/check-order-row'
import type { OrderFeedField } from '@despatch/domain/feeds/rows/order-fields'
import { TOO_VALUABLE } from '@despatch/domain/feeds/rows/read-amount'
import { MAX_LINE_VALUE } from '@despatch/domain/orders/line-value'
import type pg from 'pg'
import { type ChunkDeeds, type Half, writingDeeds } from './chunk-deeds.ts'
import * as statements from './chunk-statements.ts'
import { copyChunk } from './chunk-tables.ts'
import { checkingDeeds } from './checking-deeds.ts'
import type { Chunk, GatheredOrder } from './gather-orders.ts'
import type { GoneLines } from './gone-lines.ts'
import { type KeptOrders, ordersInKeptNames } from './in-kept-names.ts'
import { joinExisting, type Meeting, ordersWithOtherLines, refuseOtherHeaders } from './meet-existing.ts'
import type { OrdersLook } from './orders-look.ts'
import { type Refuser, refuser } from './refuser.ts'
import { ordersWithoutZeros, rewrittenOrders } from './rewritten-orders.ts'
import { Transaction } from '../../database/transaction.ts'
import { rewrittenCodes } from '../../stock/rewritten-codes.ts'

/** What a chunk is written for. */
export type ChunkContext = {
  client: string
  /** The run, by whose numbering lines count over the whole file. */
  runId: string
  isNumbered: boolean
  now: Date
  byName: string
  columnOf: (field: OrderFeedField) => string
  hasField: (field: OrderFeedField) => boolean
  /** The run that is kept, for its orders, and who feeds. */
  run?: number | undefined
  userId?: number | null | undefined
  /** The lines of orders of which the run has seen no row. */
  gone: GoneLines
  /** Of a check, which writes nothing: what it tells. */
  look: OrdersLook | undefined
}

/** What became of a chunk's rows, beside those refused or left out before. */
export type Written = {
  created: number
  unchanged: number
  ordersCreated: number
  skusCreated: number
  /** Orders that were cancelled with their file and are New again; their rows are among the unchanged. */
  revived: number
  /** What else is worth knowing, with how often it is so. */
  noted: Map<string, number>
  refused: FeedRefusal[]
  /** Whether there are orders that were allocated otherwise before, and are to be allocated again. */
  isToAllocateAnew: boolean
  /** Orders whose numbers are, to the database, those of others of the chunk: they go on with these in a chunk of their own. */
  toGoOn: GatheredOrder[]
}

/**
 * Writes a chunk in the transaction of a client that row-level security binds. Everything is done in the order of keys,
 * orders before SKUs, so that two runs wait for each other and never for one another at once.
 */
export async function writeChunk(client: pg.PoolClient, chunk: Chunk, context: ChunkContext): Promise<Written> {
  const written: Written = {
    created: 0,
    unchanged: 0,
    ordersCreated: 0,
    skusCreated: 0,
    revived: 0,
    noted: new Map(),
    refused: [],
    isToAllocateAnew: false,
    toGoOn: [],
  }
  if (chunk.orders.length === 0) return written
  const orders: GatheredOrder[] = []
  const numbers = new Set<string>()
  const kept = await ordersInKeptNames(client, context.client, chunk.orders)
  for (const order of kept.orders) {
    if (numbers.has(order.orderNumber)) written.toGoOn.push(order)
    else orders.push(order)
    numbers.add(order.orderNumber)
  }
  const rows = await copyChunk(client, { ...kept, orders })
  const deeds = context.look
    ? await checkingDeeds(client, { ...context, look: context.look, lineOf: (seq) => rows[seq]?.line ?? 0 })
    : writingDeeds(client, context)
  const refusing = refuser(client, orders, context, written)
  const note = (words: string) => void written.noted.set(words, (written.noted.get(words) ?? 0) + 1)

  const { halves, goingOn } = await followOn(client, { ...context, deeds, orders }, refusing)
  await refuseRewritten(client, context.client, { rows, orders, kept }, { refusing, note })
  if (rows.some(({ unitValue }) => unitValue === '')) await priceLines(client, rows, refusing)
  const { fresh, created } = await deeds.createOrders(orders)
  written.ordersCreated = created
  const taken = orders.filter((order) => order.rows.length > 0 && !refusing.isRefused(order.orderNumber))
  for (const { header, orderNumber } of taken)
    if (header?.phoneNote !== undefined && !kept.known.has(orderNumber)) note(PHONE_NOTED)
  const byNumber = new Map(orders.map((order) => [order.orderNumber, order]))
  const meeting: Meeting = { ...context, orders: byNumber, goingOn, refusing, note }
  const { lacking, takenBack } =
    taken.length > fresh ? await ordersThatDiffer(client, meeting) : { lacking: [], takenBack: [] }
  const existing = await deeds.holdOrders([
    ...new Set([...lacking, ...takenBack, ...halves.map(({ orderNumber }) => orderNumber)]),
  ])
  const heldBack = await deeds.suspendHalves(halves)
  const longer = lacking.length > 0 ? await joinExisting(client, meeting, { lacking, takenBack, existing, rows }) : []
  if (fresh + longer.length > 0) {
    written.skusCreated = await deeds.createSkus()
    if (longer.length > 0) await deeds.lengthenOrders(longer)
    written.created = await deeds.createLines()
  }
  // What differs from an order, or is to be added to it, was refused: those that are left are as they were.
  written.revived = await deeds.revive(
    takenBack.filter((orderNumber) => !refusing.hasRefused(orderNumber) && !context.gone.has(orderNumber)),
  )
  await deeds.letGo([...heldBack, ...longer], longer)
  written.isToAllocateAnew = longer.length > 0
  const given = orders.reduce((sum, order) => sum + order.rows.length + order.repeats.length, 0)
  written.unchanged = given - written.created - written.refused.length
  return written
}

const PHONE_NOTED = 'Phones of which something was left out, which a note of the order says'

/** Orders that were there before: those with other lines than in the chunk, and those that were cancelled with their file. */
async function ordersThatDiffer(
  client: pg.PoolClient,
  meeting: Meeting,
): Promise<{ lacking: string[]; takenBack: string[] }> {
  await refuseOtherHeaders(client, meeting)
  const takenBack = await cancelledWithFile(client, meeting, meeting.refusing)
  return { lacking: await ordersWithOtherLines(client, meeting, takenBack), takenBack }
}

type Found = { rows: readonly OrderFeedRow[]; orders: readonly GatheredOrder[]; kept: KeptOrders }

/** Refuses SKUs and orders that the client has not and that a spreadsheet has made of one that it has, or cut short. */
async function refuseRewritten(
  connection: pg.PoolClient,
  client: string,
  { rows, orders, kept }: Found,
  { refusing, note }: { refusing: Refuser; note: (words: string) => void },
): Promise<void> {
  const transaction = new Transaction(connection)
  const unknown = new Set(rows.flatMap(({ SKU }) => (kept.skus.has(SKU) ? [] : SKU)))
  const rewritten = await rewrittenCodes(transaction, client, unknown)
  for (const row of rewritten.size === 0 ? [] : rows) {
    const why = rewritten.get(row.SKU)
    if (why) refusing.rowOfOrder(row, 'SKU', why.reason, why.value)
  }
  const unknownOrders = orders.flatMap(({ orderNumber }) => (kept.known.has(orderNumber) ? [] : orderNumber))
  const twins = await rewrittenOrders(transaction, client, unknownOrders)
  for (const { orderNumber, rows: ofOrder } of twins.size === 0 ? [] : orders) {
    const why = twins.get(orderNumber)
    const [first] = ofOrder
    if (why && first) refusing.rowOfOrder(first, 'orderNumber', why.reason, why.value)
  }
  // What such a file has created before is there beside the order as it should be.
  for (const [orderNumber, other] of await ordersWithoutZeros(transaction, client, unknownOrders))
    note(`Order ${orderNumber}, which is there as ${other} too: cancel one of them if they are the same`)
  await refusing.settle()
}

/**
 * Orders of which the run has seen rows in chunks before: their lines are numbered on, and refused once one was. Gives
 * those that are to be suspended, because the row that is refused came after others that were taken.
 */
async function followOn(
  client: pg.PoolClient,
  { deeds, orders, isNumbered, gone }: ChunkContext & { deeds: ChunkDeeds; orders: readonly GatheredOrder[] },
  refusing: Refuser,
): Promise<{ halves: Half[]; goingOn: ReadonlyMap<string, number> }> {
  const seen = await deeds.noteOrders(orders)
  const goingOn = new Map(seen.map(({ orderNumber, before }) => [orderNumber, isNumbered ? 0 : before]))
  if (seen.length === 0) return { halves: [], goingOn }
  if (!isNumbered)
    await client.query(statements.NUMBER_ON, [
      seen.map(({ orderNumber }) => orderNumber),
      seen.map(({ before }) => before),
    ])
  for (const { orderNumber, refusedLine, isRefusedNow } of seen)
    if (refusedLine !== null && !isRefusedNow) refusing.order(orderNumber, { line: refusedLine })
  await refusing.settle()
  for (const { orderNumber, rows } of orders) {
    const before = goingOn.get(orderNumber)
    if (before !== undefined)
      gone.found(
        orderNumber,
        rows.map(({ lineNumber }) => lineNumber + before),
      )
  }
  return { halves: seen.filter(({ isRefusedNow }) => isRefusedNow), goingOn }
}

/** Orders of the chunk that were cancelled with the file that they came with: fed again, they come back. */
async function cancelledWithFile(
  client: pg.PoolClient,
  context: { client: string },
  refusing: Refuser,
): Promise<string[]> {
  const { rowCount } = await client.query(statements.HAS_TAKEN_BACK, [context.client])
  if (!rowCount) return []
  const { rows } = await client.query<{ orderNumber: string }>(statements.TAKEN_BACK, [context.client])
  return rows.map(({ orderNumber }) => orderNumber).filter((orderNumber) => !refusing.isRefused(orderNumber))
}

async function priceLines(client: pg.PoolClient, rows: readonly OrderFeedRow[], refusing: Refuser): Promise<void> {
  const { rows: tooValuable } = await client.query<{ seq: number }>(statements.PRICE_LINES, [MAX_LINE_VALUE])
  for (const { seq } of tooValuable) {
    const row = rows[seq]
    if (row) refusing.rowOfOrder(row, 'quantity', TOO_VALUABLE.fault)
  }
  await refusing.settle()
}
