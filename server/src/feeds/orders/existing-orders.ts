import type { OrderFeedRow } from '@despatch/domain/feeds/rows/check-order-row'
import {
  furtherLinesProblem,
  LINE_REPLACED,
  LINES_AMENDED,
  ORDER_REFUSED,
  changedFieldReason,
} from '@despatch/domain/feeds/existing-orders/existing-order'
import {
  type StoredLine,
  linesInWords,
  matchAmended,
  type MatchedLines,
  matchLines,
} from '@despatch/domain/feeds/existing-orders/match-lines'
import { type StoredHeader, findChangedField } from '@despatch/domain/feeds/existing-orders/find-changed-field'
import type { OrderFeedField } from '@despatch/domain/feeds/rows/order-fields'
import { type OrderChanges, readLinesLabel } from '@despatch/domain/orders/order-fields'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type pg from 'pg'
import type { LockedOrder } from './chunk-writer.ts'
import * as statements from './chunk-statements.ts'
import * as compare from './compare-statements.ts'
import type { GatheredOrder } from './gather-orders.ts'
import type { MissingLines } from './missing-lines.ts'
import type { Refuser } from './refuser.ts'

/** A chunk whose orders are compared with stored ones. */
export type ExistingOrdersContext = {
  client: string
  isNumbered: boolean
  hasField: (field: OrderFeedField) => boolean
  /** Lines of stored orders without a row so far. */
  missing: MissingLines
  orders: ReadonlyMap<string, GatheredOrder>
  /** Orders with rows in earlier chunks, and how many rows to add to their line numbers. */
  rowsBefore: ReadonlyMap<string, number>
  refuser: Refuser
  note: (words: string) => void
}

const AMENDED = 'Orders amended in the portal that differ from the file. The amendment applies, see their history'

/**
 * Refuses stored orders whose header the file contradicts, except in fields that users amended since. Empty cells in
 * further rows contradict nothing.
 */
export async function refuseChangedHeaders(connection: pg.PoolClient, context: ExistingOrdersContext): Promise<void> {
  const { client, orders, rowsBefore, hasField, refuser, note } = context
  const statement = compare.selectDifferentHeaders(hasField)
  if (statement === undefined) return
  type Other = StoredHeader & { orderNumber: string; changes: OrderChanges[] }
  const { rows } = await connection.query<Other>(statement, [client])
  for (const { orderNumber, changes, ...stored } of rows) {
    const header = orders.get(orderNumber)?.header
    if (!header) continue
    const found = findChangedField(header, stored, { changes, hasField, isFurther: rowsBefore.has(orderNumber) })
    if (found === 'amended') note(AMENDED)
    else if (found) refuser.order(orderNumber, { field: found, reason: changedFieldReason(found) })
  }
  await refuser.settle()
}

/** Finds stored orders whose lines differ from the chunk, or that have more lines. */
export async function findChangedLines(
  connection: pg.PoolClient,
  { client }: ExistingOrdersContext,
  takenBack: readonly string[],
): Promise<string[]> {
  type OrderNumberRow = { orderNumber: string }
  const other = await connection.query<OrderNumberRow>(compare.DIFFERENT_LINES, [client])
  const shorter = await connection.query<OrderNumberRow>(compare.SHORTER_ORDERS, [client, takenBack])
  return [...new Set([...other.rows, ...shorter.rows].map(({ orderNumber }) => orderNumber))]
}

/**
 * Compares the rows of locked orders with their lines: unchanged, refused, or further lines. Returns the orders that
 * get lines.
 */
export async function addFurtherLines(
  connection: pg.PoolClient,
  context: ExistingOrdersContext,
  {
    differing,
    takenBack,
    existing,
    rows,
  }: {
    differing: readonly string[]
    takenBack: readonly string[]
    existing: readonly LockedOrder[]
    rows: readonly OrderFeedRow[]
  },
): Promise<string[]> {
  const { client, isNumbered, rowsBefore, orders, refuser, note } = context
  // The orders are locked, so no other transaction changes them.
  const stored = await connection.query<StoredLine & { orderNumber: string }>(compare.ORDER_LINES, [client, differing])
  const linesOf = Map.groupBy(stored.rows, ({ orderNumber }) => orderNumber)
  const fedLines = await linesBeforeAmendment(connection, client, differing)
  const seqOf = new Map(rows.map((row, seq) => [row, seq]))
  const longer: string[] = []
  const further: { seq: number; lineNumber: number }[] = []
  for (const order of existing) {
    const { orderNumber } = order
    const lines = linesOf.get(orderNumber) ?? []
    const gathered = orders.get(orderNumber)
    if (!gathered || refuser.isRefused(orderNumber) || lines.length === 0) continue
    const before = rowsBefore.get(orderNumber)
    const isByNumber = isNumbered || before !== undefined
    const fed = fedLines.get(orderNumber)
    const matched = fed
      ? matchAmended(gathered.rows, { fed, stored: lines })
      : { ...matchLines(gathered.rows, lines, { isByNumber, before }), isAmended: false }
    if (matched.isAmended) note(AMENDED)
    const added = furtherLines(order, matched, context, fed !== undefined)
    if (added.length > 0) longer.push(orderNumber)
    const last = Math.max(...lines.map(({ lineNumber }) => lineNumber))
    for (const [at, row] of added.entries())
      further.push({
        seq: seqOf.get(row) ?? -1,
        lineNumber: isByNumber ? row.lineNumber + (before ?? 0) : last + at + 1,
      })
    // A cancelled order that stays cancelled is not despatched, so missing lines do not matter.
    const isSent = order.status !== 'C' || takenBack.includes(orderNumber)
    if (isSent && before === undefined && matched.missing.length > 0)
      recordMissingLines(gathered, order.status, matched, context)
  }
  if (further.length > 0)
    await connection.query(statements.MARK_FURTHER, [
      further.map(({ seq }) => seq),
      further.map(({ lineNumber }) => lineNumber),
    ])
  return longer
}

/** The lines of orders before users first amended them, without orders whose lines were not amended. */
async function linesBeforeAmendment(
  connection: pg.PoolClient,
  client: string,
  orderNumbers: readonly string[],
): Promise<ReadonlyMap<string, StoredLine[]>> {
  type Before = { orderNumber: string; before: string }
  const { rows } = await connection.query<Before>(compare.LINES_BEFORE_AMENDMENT, [client, orderNumbers])
  return new Map(
    rows.map(({ orderNumber, before }) => [
      orderNumber,
      readLinesLabel(before).map((line, at) => ({ ...line, lineNumber: at + 1, unitValue: '' })),
    ]),
  )
}

/** Refuses rows that differ, and further lines that cannot be added. Returns the lines to add. */
function furtherLines(
  order: LockedOrder,
  { differing, further, missing }: MatchedLines,
  { refuser, rowsBefore }: ExistingOrdersContext,
  hasAmendedLines: boolean,
): readonly OrderFeedRow[] {
  for (const { row, field } of differing) refuser.row(row, field, changedFieldReason(field))
  if (further.length === 0) return []
  if (hasAmendedLines) {
    for (const row of further) refuser.row(row, 'SKU', LINES_AMENDED, `${order.orderNumber}: ${linesInWords([row])}`)
    return []
  }
  const why = addingProblem(order, { differing, further, missing: rowsBefore.has(order.orderNumber) ? [] : missing })
  if (why === undefined) return further
  for (const row of further)
    if (why === LINE_REPLACED) refuser.row(row, 'SKU', why, `${row.SKU}: the order has ${linesInWords(missing)}`)
    else refuser.row(row, 'orderNumber', why)
  return []
}

function addingProblem(order: LockedOrder, { differing, further, missing }: MatchedLines): string | undefined {
  if (differing.length > 0) return ORDER_REFUSED
  const pieces = further.reduce((sum, { quantity }) => sum + quantity, 0)
  const why = furtherLinesProblem(order, { lines: further.length, pieces })
  return why ?? (missing.length > 0 ? LINE_REPLACED : undefined)
}

/** Records lines without a row so far; later rows of the file may have them. */
function recordMissingLines(
  { orderNumber, rows }: GatheredOrder,
  status: OrderStatus,
  { differing, further, missing }: MatchedLines,
  context: ExistingOrdersContext,
): void {
  // The refusal of a line that replaces others names them already.
  if (further.length > 0) return
  const refused = new Set(differing.map(({ row }) => row))
  const unchanged = rows.find((row) => !refused.has(row))
  const at = unchanged ?? rows[0]
  if (at) context.missing.note(orderNumber, { line: at.line, isUnchanged: unchanged !== undefined, status }, missing)
}
