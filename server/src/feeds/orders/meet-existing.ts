import type { OrderFeedRow } from '@despatch/domain/feeds/rows/check-order-row'
import {
  cannotHaveMore,
  LINE_REPLACED,
  LINES_AMENDED,
  ORDER_REFUSED,
  otherContent,
} from '@despatch/domain/feeds/kept-orders/existing-order'
import {
  type KeptLine,
  linesInWords,
  matchAmended,
  type MatchedLines,
  matchLines,
} from '@despatch/domain/feeds/kept-orders/match-lines'
import { type KeptHeader, otherThanKept } from '@despatch/domain/feeds/kept-orders/kept-header'
import type { OrderFeedField } from '@despatch/domain/feeds/rows/order-fields'
import { type OrderChanges, readLinesLabel } from '@despatch/domain/orders/order-fields'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type pg from 'pg'
import type { HeldOrder } from './chunk-deeds.ts'
import * as statements from './chunk-statements.ts'
import * as compare from './compare-statements.ts'
import type { GatheredOrder } from './gather-orders.ts'
import type { GoneLines } from './gone-lines.ts'
import type { Refuser } from './refuser.ts'

/** The chunk whose orders meet those that were there before. */
export type Meeting = {
  client: string
  isNumbered: boolean
  hasField: (field: OrderFeedField) => boolean
  /** What of the run's orders has no row yet. */
  gone: GoneLines
  /** Its orders by their numbers. */
  orders: ReadonlyMap<string, GatheredOrder>
  /** Those of which the run has seen rows before, and how many count before these. */
  goingOn: ReadonlyMap<string, number>
  refusing: Refuser
  note: (words: string) => void
}

const AMENDED =
  'Orders that were amended in the portal, of which the file says otherwise: the amendment stands, see their history'

/**
 * Refuses orders that were there before and of which the file says something else: of what people have amended since only
 * what is new. A cell that is left empty in further rows says nothing.
 */
export async function refuseOtherHeaders(connection: pg.PoolClient, meeting: Meeting): Promise<void> {
  const { client, orders, goingOn, hasField, refusing, note } = meeting
  const statement = compare.otherHeaders(hasField)
  if (statement === undefined) return
  type Other = KeptHeader & { orderNumber: string; changes: OrderChanges[] }
  const { rows } = await connection.query<Other>(statement, [client])
  for (const { orderNumber, changes, ...kept } of rows) {
    const header = orders.get(orderNumber)?.header
    if (!header) continue
    const found = otherThanKept(header, kept, { changes, hasField, isFurther: goingOn.has(orderNumber) })
    if (found === 'amended') note(AMENDED)
    else if (found) refusing.order(orderNumber, { field: found, reason: otherContent(found) })
  }
  await refusing.settle()
}

/** Orders that were there before and have other lines than in the chunk, or more. */
export async function ordersWithOtherLines(
  connection: pg.PoolClient,
  { client }: Meeting,
  takenBack: readonly string[],
): Promise<string[]> {
  type Found = { orderNumber: string }
  const other = await connection.query<Found>(compare.OTHER_LINES, [client])
  const shorter = await connection.query<Found>(compare.SHORTER_ORDERS, [client, takenBack])
  return [...new Set([...other.rows, ...shorter.rows].map(({ orderNumber }) => orderNumber))]
}

/** Orders that were there before, and are held: the same again, refused, or with further lines. Gives those that get lines. */
export async function joinExisting(
  connection: pg.PoolClient,
  meeting: Meeting,
  {
    lacking,
    takenBack,
    existing,
    rows,
  }: {
    lacking: readonly string[]
    takenBack: readonly string[]
    existing: readonly HeldOrder[]
    rows: readonly OrderFeedRow[]
  },
): Promise<string[]> {
  const { client, isNumbered, goingOn, orders, refusing, note } = meeting
  // Now that they are held, nobody else adds to them or moves them on.
  const kept = await connection.query<KeptLine & { orderNumber: string }>(compare.LINES_OF, [client, lacking])
  const linesOf = Map.groupBy(kept.rows, ({ orderNumber }) => orderNumber)
  const fedLines = await linesBeforeAmendment(connection, client, lacking)
  const seqOf = new Map(rows.map((row, seq) => [row, seq]))
  const longer: string[] = []
  const further: { seq: number; lineNumber: number }[] = []
  for (const order of existing) {
    const { orderNumber } = order
    const lines = linesOf.get(orderNumber) ?? []
    const gathered = orders.get(orderNumber)
    if (!gathered || refusing.isRefused(orderNumber) || lines.length === 0) continue
    const before = goingOn.get(orderNumber)
    const isByNumber = isNumbered || before !== undefined
    const fed = fedLines.get(orderNumber)
    const matched = fed
      ? matchAmended(gathered.rows, { fed, kept: lines })
      : { ...matchLines(gathered.rows, lines, { isByNumber, before }), isAmended: false }
    if (matched.isAmended) note(AMENDED)
    const added = furtherLines(order, matched, meeting, fed !== undefined)
    if (added.length > 0) longer.push(orderNumber)
    const last = Math.max(...lines.map(({ lineNumber }) => lineNumber))
    for (const [at, row] of added.entries())
      further.push({
        seq: seqOf.get(row) ?? -1,
        lineNumber: isByNumber ? row.lineNumber + (before ?? 0) : last + at + 1,
      })
    // Of an order that is cancelled, and stays so, nothing is sent.
    const isSent = order.status !== 'C' || takenBack.includes(orderNumber)
    if (isSent && before === undefined && matched.gone.length > 0) noteGone(gathered, order.status, matched, meeting)
  }
  if (further.length > 0)
    await connection.query(statements.MARK_FURTHER, [
      further.map(({ seq }) => seq),
      further.map(({ lineNumber }) => lineNumber),
    ])
  return longer
}

/** The lines that orders had before people first amended them; orders whose lines nobody has amended are left out. */
async function linesBeforeAmendment(
  connection: pg.PoolClient,
  client: string,
  orderNumbers: readonly string[],
): Promise<ReadonlyMap<string, KeptLine[]>> {
  type Before = { orderNumber: string; before: string }
  const { rows } = await connection.query<Before>(compare.LINES_BEFORE_AMENDMENT, [client, orderNumbers])
  return new Map(
    rows.map(({ orderNumber, before }) => [
      orderNumber,
      readLinesLabel(before).map((line, at) => ({ ...line, lineNumber: at + 1, unitValue: '' })),
    ]),
  )
}

/** Refuses what differs from an order, and what is missing in it unless it can be added. Gives what is to be added. */
function furtherLines(
  order: HeldOrder,
  { differing, further, gone }: MatchedLines,
  { refusing, goingOn }: Meeting,
  hasAmendedLines: boolean,
): readonly OrderFeedRow[] {
  for (const { row, field } of differing) refusing.row(row, field, otherContent(field))
  if (further.length === 0) return []
  if (hasAmendedLines) {
    for (const row of further) refusing.row(row, 'SKU', LINES_AMENDED, `${order.orderNumber}: ${linesInWords([row])}`)
    return []
  }
  const why = whyNotAdded(order, { differing, further, gone: goingOn.has(order.orderNumber) ? [] : gone })
  if (why === undefined) return further
  for (const row of further)
    if (why === LINE_REPLACED) refusing.row(row, 'SKU', why, `${row.SKU}: the order has ${linesInWords(gone)}`)
    else refusing.row(row, 'orderNumber', why)
  return []
}

function whyNotAdded(order: HeldOrder, { differing, further, gone }: MatchedLines): string | undefined {
  if (differing.length > 0) return ORDER_REFUSED
  const pieces = further.reduce((sum, { quantity }) => sum + quantity, 0)
  const why = cannotHaveMore(order, { lines: further.length, pieces })
  return why ?? (gone.length > 0 ? LINE_REPLACED : undefined)
}

/** Notes lines that no row of the file so far is: rows of the order may stand further down. */
function noteGone(
  { orderNumber, rows }: GatheredOrder,
  status: OrderStatus,
  { differing, further, gone }: MatchedLines,
  on: Meeting,
): void {
  // The refusal of the line that replaces it names it.
  if (further.length > 0) return
  const refused = new Set(differing.map(({ row }) => row))
  const unchanged = rows.find((row) => !refused.has(row))
  const at = unchanged ?? rows[0]
  if (at) on.gone.note(orderNumber, { line: at.line, isUnchanged: unchanged !== undefined, status }, gone)
}
