import type { Day } from '@despatch/domain/calendar/day'
import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { OrderFeedRow } from '@despatch/domain/feeds/rows/check-order-row'
import type { OrderFeedField } from '@despatch/domain/feeds/rows/order-fields'
import { TOO_VALUABLE } from '@despatch/domain/feeds/rows/read-amount'
import { MAX_LINE_VALUE } from '@despatch/domain/orders/line-value'
import type pg from 'pg'
import { type ChunkWriter, type PartlyRefusedOrder, createChunkWriter } from './chunk-writer.ts'
import * as statements from './chunk-statements.ts'
import { copyChunk } from './chunk-tables.ts'
import { createPreviewWriter } from './preview-writer.ts'
import type { Chunk, GatheredOrder } from './gather-orders.ts'
import type { MissingLines } from './missing-lines.ts'
import { type NormalisedOrders, normaliseOrderNames } from './normalise-names.ts'
import {
  addFurtherLines,
  type ExistingOrdersContext,
  findChangedLines,
  refuseChangedHeaders,
} from './existing-orders.ts'
import type { OrdersPreview } from './orders-preview.ts'
import { type Refuser, createRefuser } from './refuser.ts'
import { findOrdersWithoutZeros, findRewrittenOrders } from './rewritten-orders.ts'
import { Transaction } from '../../database/transaction.ts'
import { rewrittenCodes } from '../../stock/rewritten-codes.ts'

export type ChunkContext = {
  client: string
  /** Id for counting the rows of orders over the whole file. */
  runId: string
  isNumbered: boolean
  now: Date
  byName: string
  columnOf: (field: OrderFeedField) => string
  hasField: (field: OrderFeedField) => boolean
  /** The recorded run of the orders, and the sender. */
  run?: number | undefined
  userId?: number | null | undefined
  /** The day on which orders received now are promised to leave; null without a promise. */
  promisedDay?: Day | null | undefined
  /** Lines of stored orders without a row so far. */
  missing: MissingLines
  /** Set in a preview, which writes nothing. */
  preview: OrdersPreview | undefined
}

/** Counts of a chunk's rows, without those refused or left out before. */
export type Written = {
  created: number
  unchanged: number
  ordersCreated: number
  skusCreated: number
  /** Orders that were cancelled with their file and are New again; their rows count as unchanged. */
  revived: number
  /** Notes with their counts. */
  noted: Map<string, number>
  refused: FeedRefusal[]
  /** Whether any order changed and must be re-allocated. */
  isToAllocateAnew: boolean
  /** Orders whose normalised number repeats another of the chunk; they are written in a chunk of their own. */
  toGoOn: GatheredOrder[]
}

/**
 * Writes a chunk in a transaction under the client's row-level security. Locks rows in key order, orders before SKUs,
 * so that two runs cannot deadlock.
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
  const stored = await normaliseOrderNames(client, context.client, chunk.orders)
  for (const order of stored.orders) {
    if (numbers.has(order.orderNumber)) written.toGoOn.push(order)
    else orders.push(order)
    numbers.add(order.orderNumber)
  }
  const rows = await copyChunk(client, { ...stored, orders })
  const writer = context.preview
    ? await createPreviewWriter(client, { ...context, preview: context.preview, lineOf: (seq) => rows[seq]?.line ?? 0 })
    : createChunkWriter(client, context)
  const refuser = createRefuser(client, orders, context, written)
  const note = (words: string) => void written.noted.set(words, (written.noted.get(words) ?? 0) + 1)

  const { partlyRefused, rowsBefore } = await continueOrders(client, { ...context, writer, orders }, refuser)
  await refuseRewritten(client, context.client, { rows, orders, stored }, { refuser, note })
  if (rows.some(({ unitValue }) => unitValue === '')) await priceLines(client, rows, refuser)
  const { fresh, created } = await writer.createOrders(orders)
  written.ordersCreated = created
  const taken = orders.filter((order) => order.rows.length > 0 && !refuser.isRefused(order.orderNumber))
  for (const { header, orderNumber } of taken)
    if (header?.phoneNote !== undefined && !stored.known.has(orderNumber)) note(PHONE_NOTED)
  const byNumber = new Map(orders.map((order) => [order.orderNumber, order]))
  const existingContext: ExistingOrdersContext = { ...context, orders: byNumber, rowsBefore, refuser, note }
  const { differing, takenBack } =
    taken.length > fresh ? await findDifferentOrders(client, existingContext) : { differing: [], takenBack: [] }
  const toHold = new Set([...differing, ...takenBack, ...partlyRefused.map(({ orderNumber }) => orderNumber)])
  const existing = await writer.holdOrders([...toHold])
  const heldBack = await writer.suspendPartlyRefused(partlyRefused)
  const longer =
    differing.length > 0 ? await addFurtherLines(client, existingContext, { differing, takenBack, existing, rows }) : []
  if (fresh + longer.length > 0) {
    written.skusCreated = await writer.createSkus()
    if (longer.length > 0) await writer.addLinesToTotals(longer)
    written.created = await writer.createLines()
  }
  // Differing rows and further lines were refused, so the remaining orders are unchanged.
  written.revived = await writer.restoreCancelled(
    takenBack.filter((orderNumber) => !refuser.hasRefused(orderNumber) && !context.missing.has(orderNumber)),
  )
  await writer.releaseChanged([...heldBack, ...longer], longer)
  written.isToAllocateAnew = longer.length > 0
  const rowCount = orders.reduce((sum, order) => sum + order.rows.length + order.repeats.length, 0)
  written.unchanged = rowCount - written.created - written.refused.length
  return written
}

const PHONE_NOTED = 'Phones shortened, with the rest in an order note'

/** Finds stored orders with different lines, and those that were cancelled with their file. */
async function findDifferentOrders(
  client: pg.PoolClient,
  existingContext: ExistingOrdersContext,
): Promise<{ differing: string[]; takenBack: string[] }> {
  await refuseChangedHeaders(client, existingContext)
  const takenBack = await findCancelledWithFile(client, existingContext, existingContext.refuser)
  return { differing: await findChangedLines(client, existingContext, takenBack), takenBack }
}

type ChunkOrders = { rows: readonly OrderFeedRow[]; orders: readonly GatheredOrder[]; stored: NormalisedOrders }

/** Refuses unknown SKUs and orders that a spreadsheet has made of known ones, or cut short. */
async function refuseRewritten(
  connection: pg.PoolClient,
  client: string,
  { rows, orders, stored }: ChunkOrders,
  { refuser, note }: { refuser: Refuser; note: (words: string) => void },
): Promise<void> {
  const transaction = new Transaction(connection)
  const unknown = new Set(rows.flatMap(({ SKU }) => (stored.skus.has(SKU) ? [] : SKU)))
  const rewritten = await rewrittenCodes(transaction, client, unknown)
  for (const row of rewritten.size === 0 ? [] : rows) {
    const why = rewritten.get(row.SKU)
    if (why) refuser.rowOfOrder(row, 'SKU', why.reason, why.value)
  }
  const unknownOrders = orders.flatMap(({ orderNumber }) => (stored.known.has(orderNumber) ? [] : orderNumber))
  const twins = await findRewrittenOrders(transaction, client, unknownOrders)
  for (const { orderNumber, rows: ofOrder } of twins.size === 0 ? [] : orders) {
    const why = twins.get(orderNumber)
    const [first] = ofOrder
    if (why && first) refuser.rowOfOrder(first, 'orderNumber', why.reason, why.value)
  }
  // An earlier file may have created the damaged number beside the right one.
  for (const [orderNumber, other] of await findOrdersWithoutZeros(transaction, client, unknownOrders))
    note(`Order ${orderNumber}, which is there as ${other} too: cancel one of them if they are the same`)
  await refuser.settle()
}

/**
 * Continues orders with rows in earlier chunks: continues their line numbers, and refuses their rows once one was
 * refused.
 * @returns the partly refused orders, which must be suspended because a row was refused after others were saved
 */
async function continueOrders(
  client: pg.PoolClient,
  { writer, orders, isNumbered, missing }: ChunkContext & { writer: ChunkWriter; orders: readonly GatheredOrder[] },
  refuser: Refuser,
): Promise<{ partlyRefused: PartlyRefusedOrder[]; rowsBefore: ReadonlyMap<string, number> }> {
  const seen = await writer.noteOrders(orders)
  const rowsBefore = new Map(seen.map(({ orderNumber, before }) => [orderNumber, isNumbered ? 0 : before]))
  if (seen.length === 0) return { partlyRefused: [], rowsBefore }
  if (!isNumbered)
    await client.query(statements.CONTINUE_LINE_NUMBERS, [
      seen.map(({ orderNumber }) => orderNumber),
      seen.map(({ before }) => before),
    ])
  for (const { orderNumber, refusedLine, isRefusedNow } of seen)
    if (refusedLine !== null && !isRefusedNow) refuser.order(orderNumber, { line: refusedLine })
  await refuser.settle()
  for (const { orderNumber, rows } of orders) {
    const before = rowsBefore.get(orderNumber)
    if (before !== undefined)
      missing.remove(
        orderNumber,
        rows.map(({ lineNumber }) => lineNumber + before),
      )
  }
  return { partlyRefused: seen.filter(({ isRefusedNow }) => isRefusedNow), rowsBefore }
}

/** Finds orders of the chunk that were cancelled with their file; feeding them again restores them. */
async function findCancelledWithFile(
  client: pg.PoolClient,
  context: { client: string },
  refuser: Refuser,
): Promise<string[]> {
  const { rowCount } = await client.query(statements.HAS_TAKEN_BACK, [context.client])
  if (!rowCount) return []
  const { rows } = await client.query<{ orderNumber: string }>(statements.TAKEN_BACK, [context.client])
  return rows.map(({ orderNumber }) => orderNumber).filter((orderNumber) => !refuser.isRefused(orderNumber))
}

async function priceLines(client: pg.PoolClient, rows: readonly OrderFeedRow[], refuser: Refuser): Promise<void> {
  const { rows: tooValuable } = await client.query<{ seq: number }>(statements.PRICE_LINES, [MAX_LINE_VALUE])
  for (const { seq } of tooValuable) {
    const row = rows[seq]
    if (row) refuser.rowOfOrder(row, 'quantity', TOO_VALUABLE.fault)
  }
  await refuser.settle()
}
