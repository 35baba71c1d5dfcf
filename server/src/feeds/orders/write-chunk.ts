import type { FeedRefusal } from '@despatch/contract/feeds/feeds'
import type { OrderFeedRow } from '@despatch/domain/feeds/rows/check-order-row'
import {
  cannotHaveMore,
  type ExistingOrder,
  ORDER_REFUSED,
  otherContent,
} from '@despatch/domain/feeds/rows/existing-order'
import type { OrderFeedField } from '@despatch/domain/feeds/rows/order-fields'
import { TOO_VALUABLE } from '@despatch/domain/feeds/rows/read-cell'
import { MAX_LINE_VALUE } from '@despatch/domain/orders/line-value'
import type pg from 'pg'
import { type ChunkDeeds, type Half, type HeldOrder, writingDeeds } from './chunk-deeds.ts'
import * as statements from './chunk-statements.ts'
import { copyChunk } from './chunk-tables.ts'
import { checkingDeeds } from './checking-deeds.ts'
import { type Chunk, type GatheredOrder, inOrder, valueOf } from './gather-orders.ts'
import { ordersInKeptNames } from './in-kept-names.ts'
import type { OrdersLook } from './orders-look.ts'

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
  /** The run that is kept, for its orders. */
  run?: number | undefined
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

  const halves = await followOn(client, { ...context, deeds, orders }, refusing)
  if (rows.some(({ unitValue }) => unitValue === '')) await priceLines(client, rows, refusing)
  const { fresh, created } = await deeds.createOrders(orders)
  written.ordersCreated = created
  const taken = orders.filter((order) => order.rows.length > 0 && !refusing.isRefused(order.orderNumber))
  const lacking = taken.length > fresh ? await lackingLines(client, context, refusing) : []
  const takenBack = taken.length > fresh ? await cancelledWithFile(client, context, refusing) : []
  const existing = await deeds.holdOrders([
    ...new Set([...lacking, ...takenBack, ...halves.map(({ orderNumber }) => orderNumber)]),
  ])
  const heldBack = await deeds.suspendHalves(halves)
  const longer = lacking.length > 0 ? await joinExisting(client, context, { rows, existing, refusing }) : []
  if (fresh + longer.length > 0) {
    written.skusCreated = await deeds.createSkus()
    if (longer.length > 0) await deeds.lengthenOrders(longer)
    written.created = await deeds.createLines()
  }
  // What differs from an order, or is to be added to it, was refused: those that are left are as they were.
  written.revived = await deeds.revive(takenBack.filter((orderNumber) => !refusing.hasRefused(orderNumber)))
  await deeds.letGo([...heldBack, ...longer], longer)
  written.isToAllocateAnew = longer.length > 0
  const given = orders.reduce((sum, order) => sum + order.rows.length + order.repeats.length, 0)
  written.unchanged = given - written.created - written.refused.length
  return written
}

type Refuser = {
  /** Refuses a row for what is in one of its fields. */
  row(row: OrderFeedRow, field: OrderFeedField, reason: string): void
  /** Takes an order out, and refuses its rows that are not refused already: for a reason, or for the row on a line. */
  order(orderNumber: string, why: { line: number } | { field: OrderFeedField; reason: string }): void
  /** Tells the database of the orders that were taken out. */
  settle(): Promise<void>
  isRefused(orderNumber: string): boolean
  /** Whether the order, or a row of it, was refused. */
  hasRefused(orderNumber: string): boolean
}

function refuser(
  client: pg.PoolClient,
  orders: readonly GatheredOrder[],
  { columnOf }: ChunkContext,
  written: Written,
): Refuser {
  const byNumber = new Map(orders.map((order) => [order.orderNumber, order]))
  const refusedRows = new Set<OrderFeedRow>()
  const refusedOrders = new Set<string>()
  let unsettled: string[] = []
  const refuse = (row: OrderFeedRow, column: string, reason: string, value: string) => {
    if (refusedRows.has(row)) return
    refusedRows.add(row)
    written.refused.push({ line: row.line, column, reason, value })
  }
  return {
    isRefused: (orderNumber) => refusedOrders.has(orderNumber),
    hasRefused: (orderNumber) =>
      refusedOrders.has(orderNumber) || !!byNumber.get(orderNumber)?.rows.some((row) => refusedRows.has(row)),
    row: (row, field, reason) => refuse(row, columnOf(field), reason, valueOf(row, field)),
    async settle() {
      if (unsettled.length > 0) await client.query(statements.TAKE_OUT, [unsettled])
      unsettled = []
    },
    order(orderNumber, why) {
      refusedOrders.add(orderNumber)
      unsettled.push(orderNumber)
      const order = byNumber.get(orderNumber)
      for (const row of [...(order?.rows ?? []), ...(order?.repeats ?? [])]) {
        if ('line' in why) refuse(row, columnOf('orderNumber'), ORDER_REFUSED, inOrder(orderNumber, why.line))
        else refuse(row, columnOf(why.field), why.reason, valueOf(row, why.field))
      }
    },
  }
}

/**
 * Orders of which the run has seen rows in chunks before: their lines are numbered on, and refused once one was. Gives
 * those that are to be suspended, because the row that is refused came after others that were taken.
 */
async function followOn(
  client: pg.PoolClient,
  { deeds, orders, isNumbered }: ChunkContext & { deeds: ChunkDeeds; orders: readonly GatheredOrder[] },
  refusing: Refuser,
): Promise<Half[]> {
  const seen = await deeds.noteOrders(orders)
  if (seen.length === 0) return []
  if (!isNumbered)
    await client.query(statements.NUMBER_ON, [
      seen.map(({ orderNumber }) => orderNumber),
      seen.map(({ before }) => before),
    ])
  for (const { orderNumber, refusedLine, isRefusedNow } of seen)
    if (refusedLine !== null && !isRefusedNow) refusing.order(orderNumber, { line: refusedLine })
  await refusing.settle()
  return seen.filter(({ isRefusedNow }) => isRefusedNow)
}

/** Orders of the chunk that were cancelled with the file that they came with: fed again, they come back. */
async function cancelledWithFile(client: pg.PoolClient, context: ChunkContext, refusing: Refuser): Promise<string[]> {
  const { rowCount } = await client.query(statements.HAS_TAKEN_BACK, [context.client])
  if (!rowCount) return []
  const { rows } = await client.query<{ orderNumber: string }>(statements.TAKEN_BACK, [context.client])
  return rows.map(({ orderNumber }) => orderNumber).filter((orderNumber) => !refusing.isRefused(orderNumber))
}

async function priceLines(client: pg.PoolClient, rows: readonly OrderFeedRow[], refusing: Refuser): Promise<void> {
  const { rows: tooValuable } = await client.query<{ seq: number }>(statements.PRICE_LINES, [MAX_LINE_VALUE])
  for (const { seq } of tooValuable) {
    const row = rows[seq]
    if (!row) continue
    refusing.row(row, 'quantity', TOO_VALUABLE.fault)
    refusing.order(row.orderNumber, { line: row.line })
  }
  await refusing.settle()
}

type Difference = { seq: number; orderNumber: string; differs: OrderFeedField | null }

/** The lines in which orders that were there before are other than in the chunk, or which they lack. */
async function differencesOf(client: pg.PoolClient, { client: of }: ChunkContext): Promise<Difference[]> {
  return (await client.query<Difference>(statements.COMPARE_LINES, [of])).rows
}

/** Orders that were there before and have other lines than in the chunk; one with another header is refused. */
async function lackingLines(client: pg.PoolClient, context: ChunkContext, refusing: Refuser): Promise<string[]> {
  const headers = statements.compareHeaders(context.hasField)
  if (headers !== undefined) {
    type Other = { orderNumber: string; differs: OrderFeedField }
    for (const { orderNumber, differs } of (await client.query<Other>(headers, [context.client])).rows)
      refusing.order(orderNumber, { field: differs, reason: otherContent(differs) })
    await refusing.settle()
  }
  const differences = await differencesOf(client, context)
  return [...new Set(differences.map(({ orderNumber }) => orderNumber))]
}

/** Orders that were there before, and are held: the same again, refused, or with further lines. Gives those that get lines. */
async function joinExisting(
  client: pg.PoolClient,
  context: ChunkContext,
  { rows, existing, refusing }: { rows: readonly OrderFeedRow[]; existing: readonly HeldOrder[]; refusing: Refuser },
): Promise<string[]> {
  // Now that they are held, nobody else adds to them or moves them on.
  const differences = await differencesOf(client, context)
  const longer: string[] = []
  const further: number[] = []
  const byOrder = Map.groupBy(differences, ({ orderNumber }) => orderNumber)
  for (const order of existing) {
    const lines = furtherLines(order, byOrder.get(order.orderNumber) ?? [], rows, refusing)
    if (lines.length === 0) continue
    longer.push(order.orderNumber)
    for (const { seq } of lines) further.push(seq)
  }
  if (further.length > 0) await client.query(statements.MARK_FURTHER, [further])
  return longer
}

/** Refuses what differs from an order, and what is missing in it unless it can be added. Gives what is to be added. */
function furtherLines(
  order: ExistingOrder,
  found: readonly Difference[],
  rows: readonly OrderFeedRow[],
  refusing: Refuser,
): Difference[] {
  const missing = found.filter(({ differs }) => differs === null)
  for (const { seq, differs } of found) {
    const row = rows[seq]
    if (row && differs) refusing.row(row, differs, otherContent(differs))
  }
  if (missing.length === 0) return []
  const pieces = missing.reduce((sum, { seq }) => sum + (rows[seq]?.quantity ?? 0), 0)
  const why = missing.length < found.length ? ORDER_REFUSED : cannotHaveMore(order, { lines: missing.length, pieces })
  if (why === undefined) return missing
  for (const { seq } of missing) {
    const row = rows[seq]
    if (row) refusing.row(row, 'orderNumber', why)
  }
  return []
}
