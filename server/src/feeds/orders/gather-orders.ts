import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { CheckedRow, OrderFeedRow } from '@despatch/domain/feeds/rows/check-order-row'
import { ORDER_REFUSED, TOO_LARGE } from '@despatch/domain/feeds/kept-orders/existing-order'
import { type RowOwnership, mayBeLineOf, saidByBoth, type SaidOfOrder } from '@despatch/domain/feeds/rows/row-ownership'
import { MAX_ORDER_LINES, MAX_ORDER_PIECES, type OrderFeedField } from '@despatch/domain/feeds/rows/order-fields'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { sameName } from '@despatch/domain/text/same-name'
import type { OrderHeader } from '@despatch/domain/feeds/rows/order-header'
import { shortValue } from '../../files/short-value.ts'

/** The rows of one order that have come so far in a chunk. */
export type GatheredOrder = {
  readonly orderNumber: string
  /** What its rows say of it. */
  header: OrderHeader | undefined
  /** The rows to be taken, each with its line number; none once one of them is refused. */
  rows: OrderFeedRow[]
  /** Rows that repeat another of the order word for word. */
  repeats: OrderFeedRow[]
  /** All rows that bear the order's number, those left out and refused too. */
  seen: number
  /** Where its first refused row stands. */
  refusedLine: number | undefined
  /** A refused row without a number that stood before its own, until the order's header tells whether it may be of it. */
  stray: Stray | undefined
}

/** Where a refused row stands that has no order number, and what it says of its order. */
type Stray = { readonly line: number; readonly says: SaidOfOrder }

/** Two rows without a number as one: what may be a line of an order is what either may be. */
function withStray(first: Stray | undefined, stray: Stray): Stray {
  return first ? { line: first.line, says: saidByBoth(first.says, stray.says) } : stray
}

/** What has come, to be written in one transaction. */
export type Chunk = {
  orders: GatheredOrder[]
  refused: FeedRefusal[]
  leftOut: Map<string, number>
}

/** Where an order was refused, for its other rows. */
export function inOrder(orderNumber: string, line: number): string {
  return `${orderNumber} (line ${line})`
}

/**
 * Gathers rows into orders. An order is whole when the next one begins, so the last one is held back from a chunk. When
 * a row is refused, so are the others of each order that it may be a line of (see {@link RowOwnership}), and no more.
 */
export class OrderGatherer {
  readonly #columnOf: (field: OrderFeedField) => string
  readonly #isNumbered: boolean
  #chunk: Chunk = { orders: [], refused: [], leftOut: new Map() }
  /** By their numbers in any case; each is numbered as its first row has it. */
  #orders = new Map<string, GatheredOrder>()
  #open: GatheredOrder | undefined
  /** Of the rows without a number since the last that had one. */
  #stray: Stray | undefined
  #held = 0
  /** Rows that count among their order's and are not taken: left out, or repeating another. */
  #passed = 0

  constructor(given: { columnOf: (field: OrderFeedField) => string; isNumbered: boolean }) {
    this.#columnOf = given.columnOf
    this.#isNumbered = given.isNumbered
  }

  /** How many rows a chunk of now would have. */
  get size(): number {
    return this.#held - (this.#open?.rows.length ?? 0) + this.#chunk.refused.length + this.#passed
  }

  add(checked: CheckedRow, line: number): void {
    if (checked.is === 'taken') this.#take(checked.row)
    else if (checked.is === 'leftOut') this.#leaveOut(checked)
    else
      this.refuse(checked.lineOf, {
        line,
        column: this.#columnOf(checked.field),
        reason: checked.reason,
        value: shortValue(checked.value),
      })
    if (checked.is !== 'refused') return
    for (const { field, reason, value } of checked.more)
      this.#chunk.refused.push({ line, column: this.#columnOf(field), reason, value: shortValue(value) })
  }

  /** What the rows of an order so far say of it, where none of them is refused. */
  headerOf(orderNumber: string): OrderHeader | undefined {
    if (this.#open?.orderNumber === orderNumber) return this.#open.header
    return this.#orders.get(sameName(orderNumber))?.header
  }

  /** Refuses a row, and with it each order that it may be a line of. */
  refuse(of: RowOwnership, refusal: FeedRefusal): void {
    const { line } = refusal
    this.#chunk.refused.push(refusal)
    if (of.is === 'ofOrder') {
      const order = this.#orderOf(of.orderNumber)
      order.seen++
      this.#refuseOrder(order, line)
    } else if (of.is === 'ofNeighbour') {
      const { says } = of
      if (this.#open) this.#refuseFor({ line, says }, this.#open)
      this.#stray = withStray(this.#stray, { line, says })
    }
  }

  /** What is whole, leaving the order in progress; at the proper end of a file, that one too. */
  take(isEnd: boolean): Chunk {
    const chunk = this.#chunk
    const kept = isEnd ? undefined : this.#open
    for (const order of this.#orders.values()) if (order !== kept) chunk.orders.push(order)
    chunk.refused.sort((one, other) => one.line - other.line)
    this.#chunk = { orders: [], refused: [], leftOut: new Map() }
    this.#orders = new Map(kept ? [[sameName(kept.orderNumber), kept]] : [])
    this.#open = kept
    this.#held = kept?.rows.length ?? 0
    this.#passed = 0
    return chunk
  }

  /** Forgets the order in progress: the file broke off within it. Gives how many of its rows are in no chunk. */
  dropOpen(): number {
    const open = this.#open
    if (!open) return 0
    this.#orders.delete(sameName(open.orderNumber))
    this.#open = undefined
    return open.rows.length + open.repeats.length
  }

  #take(row: OrderFeedRow): void {
    const order = this.#orderOf(row.orderNumber)
    order.seen++
    if (!this.#isNumbered) row.lineNumber = order.seen
    if (order.refusedLine !== undefined) return this.#refuseWith(order, row)
    order.header = row.header
    if (order.stray) this.#refuseFor(order.stray, order)
    order.stray = undefined
    if (order.refusedLine !== undefined) return this.#refuseWith(order, row)
    const twin = this.#isNumbered ? order.rows.find(({ lineNumber }) => lineNumber === row.lineNumber) : undefined
    if (twin && !isSameLine(twin, row))
      return this.#refuseRow(order, row, 'lineNumber', REPEATED, String(row.lineNumber))
    if (twin && order.repeats.length === MAX_ORDER_LINES)
      return this.#refuseRow(order, row, 'orderNumber', TOO_LARGE, row.orderNumber)
    if (twin) {
      order.repeats.push(row)
      this.#passed++
      return
    }
    order.rows.push(row)
    this.#held++
    if (order.rows.length > MAX_ORDER_LINES) this.#refuseRow(order, row, 'orderNumber', TOO_LARGE, row.orderNumber)
    else this.#checkPieces(order, row)
  }

  #checkPieces(order: GatheredOrder, row: OrderFeedRow): void {
    // No sum is kept while it cannot matter: that many lines of the largest quantity are still within the limit.
    if (order.rows.length * 999_999 <= MAX_ORDER_PIECES) return
    const pieces = order.rows.reduce((sum, { quantity }) => sum + quantity, 0)
    if (pieces > MAX_ORDER_PIECES) this.#refuseRow(order, row, 'quantity', TOO_LARGE, String(row.quantity))
  }

  #leaveOut({ orderNumber, reason }: { orderNumber: string; reason: string }): void {
    this.#chunk.leftOut.set(reason, (this.#chunk.leftOut.get(reason) ?? 0) + 1)
    if (orderNumber === '') return
    this.#orderOf(orderNumber).seen++
    this.#passed++
  }

  #orderOf(orderNumber: string): GatheredOrder {
    if (this.#open?.orderNumber === orderNumber && this.#stray === undefined) return this.#open
    const name = sameName(orderNumber)
    let order = this.#orders.get(name)
    if (!order) {
      order = {
        orderNumber,
        header: undefined,
        rows: [],
        repeats: [],
        seen: 0,
        refusedLine: undefined,
        stray: undefined,
      }
      this.#orders.set(name, order)
    }
    this.#open = order
    if (order.header && this.#stray) this.#refuseFor(this.#stray, order)
    else if (this.#stray) order.stray = withStray(order.stray, this.#stray)
    this.#stray = undefined
    return order
  }

  /** Refuses an order for a row without a number beside it, where the row may be a line of it. */
  #refuseFor({ line, says }: Stray, order: GatheredOrder): void {
    if (!order.header || mayBeLineOf(order.header, says)) this.#refuseOrder(order, line)
  }

  #refuseRow(order: GatheredOrder, row: OrderFeedRow, field: OrderFeedField, reason: string, value: string): void {
    const at = order.rows.lastIndexOf(row)
    if (at !== -1) {
      order.rows.splice(at, 1)
      this.#held--
    }
    this.#chunk.refused.push({ line: row.line, column: this.#columnOf(field), reason, value })
    this.#refuseOrder(order, row.line)
  }

  #refuseOrder(order: GatheredOrder, line: number): void {
    if (order.refusedLine !== undefined) return
    order.refusedLine = line
    for (const row of [...order.rows, ...order.repeats]) this.#refuseWith(order, row)
    this.#held -= order.rows.length
    order.rows = []
    order.repeats = []
  }

  #refuseWith(order: GatheredOrder, { line }: OrderFeedRow): void {
    this.#chunk.refused.push({
      line,
      column: this.#columnOf('orderNumber'),
      reason: ORDER_REFUSED,
      value: inOrder(order.orderNumber, order.refusedLine ?? line),
    })
  }
}

const REPEATED = 'The order has two different lines with this number'

function isSameLine(one: OrderFeedRow, other: OrderFeedRow): boolean {
  return (
    sameName(one.SKU) === sameName(other.SKU) &&
    one.quantity === other.quantity &&
    Number(one.unitValue) === Number(other.unitValue)
  )
}

/** What a row says in a field, as it was read. */
export function valueOf(row: OrderFeedRow, field: OrderFeedField): string {
  const { state, ...header } = row.header
  if (field in header) return String(header[field as keyof typeof header])
  if (field === 'date') return header.despatchDate
  if (field === 'status') return state ? ORDER_STATUSES[state.status].description : ''
  return String(row[field as 'SKU'])
}
