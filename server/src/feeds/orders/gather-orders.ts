import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { CheckedRow, OrderFeedRow } from '@despatch/domain/feeds/rows/check-order-row'
import { ORDER_REFUSED, TOO_LARGE } from '@despatch/domain/feeds/existing-orders/existing-order'
import {
  type RowOwnership,
  mayBeLineOf,
  commonFields,
  type PartialHeader,
} from '@despatch/domain/feeds/rows/row-ownership'
import { MAX_ORDER_LINES, MAX_ORDER_PIECES, type OrderFeedField } from '@despatch/domain/feeds/rows/order-fields'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { sameName } from '@despatch/domain/text/same-name'
import type { OrderHeader } from '@despatch/domain/feeds/rows/order-header'
import { shortValue } from '../../files/short-value.ts'

/** The rows of one order in the current chunk. */
export type GatheredOrder = {
  readonly orderNumber: string
  header: OrderHeader | undefined
  /** Valid rows with their line numbers; empty once one row is refused. */
  rows: OrderFeedRow[]
  /** Rows identical to another of the order. */
  repeats: OrderFeedRow[]
  /** All rows with the order's number, including refused ones and those left out. */
  seen: number
  /** Line of its first refused row. */
  refusedLine: number | undefined
  /**
   * A refused row without a number before the order's first row, until the order's header tells whether it may belong
   * to it.
   */
  stray: Stray | undefined
}

/** A refused row without an order number: its line and header fields. */
type Stray = { readonly line: number; readonly partialHeader: PartialHeader }

/** Combines two rows without a number: an order may own the result if it may own either. */
function mergeStrays(first: Stray | undefined, stray: Stray): Stray {
  return first ? { line: first.line, partialHeader: commonFields(first.partialHeader, stray.partialHeader) } : stray
}

/** Rows to be written in one transaction. */
export type Chunk = {
  orders: GatheredOrder[]
  refused: FeedRefusal[]
  leftOut: Map<string, number>
}

/** Where an order was refused, for the refusals of its other rows. */
export function orderAndLine(orderNumber: string, line: number): string {
  return `${orderNumber} (line ${line})`
}

/**
 * Gathers rows into orders. An order is complete when the next one begins, so the last one stays out of a chunk. A
 * refused row refuses every order that it may belong to (see {@link RowOwnership}), and no others.
 */
export class OrderGatherer {
  readonly #columnOf: (field: OrderFeedField) => string
  readonly #isNumbered: boolean
  #chunk: Chunk = { orders: [], refused: [], leftOut: new Map() }
  /** By order number in any case; each keeps the number of its first row. */
  #orders = new Map<string, GatheredOrder>()
  #open: GatheredOrder | undefined
  /** The rows without a number since the last row with one. */
  #stray: Stray | undefined
  #heldRows = 0
  /** Rows that count in `size` but are not saved: left out, or repeated. */
  #skipped = 0

  constructor(options: { columnOf: (field: OrderFeedField) => string; isNumbered: boolean }) {
    this.#columnOf = options.columnOf
    this.#isNumbered = options.isNumbered
  }

  /** Rows that `take` would return now. */
  get size(): number {
    return this.#heldRows - (this.#open?.rows.length ?? 0) + this.#chunk.refused.length + this.#skipped
  }

  add(checked: CheckedRow, line: number): void {
    if (checked.is === 'taken') this.#take(checked.row)
    else if (checked.is === 'leftOut') this.#leaveOut(checked)
    else
      this.refuse(checked.ownership, {
        line,
        column: this.#columnOf(checked.field),
        reason: checked.reason,
        value: shortValue(checked.value),
      })
    if (checked.is !== 'refused') return
    for (const { field, reason, value } of checked.more)
      this.#chunk.refused.push({ line, column: this.#columnOf(field), reason, value: shortValue(value) })
  }

  /** The header of an order's rows so far, if none is refused. */
  headerOf(orderNumber: string): OrderHeader | undefined {
    if (this.#open?.orderNumber === orderNumber) return this.#open.header
    return this.#orders.get(sameName(orderNumber))?.header
  }

  /** Refuses a row and every order that it may belong to. */
  refuse(of: RowOwnership, refusal: FeedRefusal): void {
    const { line } = refusal
    this.#chunk.refused.push(refusal)
    if (of.is === 'ofOrder') {
      const order = this.#orderOf(of.orderNumber)
      order.seen++
      this.#refuseOrder(order, line)
    } else if (of.is === 'ofNeighbour') {
      const { partialHeader } = of
      if (this.#open) this.#refuseIfOwner({ line, partialHeader }, this.#open)
      this.#stray = mergeStrays(this.#stray, { line, partialHeader })
    }
  }

  /** Removes and returns complete orders; at the end of the file, all of them. */
  take(isEnd: boolean): Chunk {
    const chunk = this.#chunk
    const open = isEnd ? undefined : this.#open
    for (const order of this.#orders.values()) if (order !== open) chunk.orders.push(order)
    chunk.refused.sort((one, other) => one.line - other.line)
    this.#chunk = { orders: [], refused: [], leftOut: new Map() }
    this.#orders = new Map(open ? [[sameName(open.orderNumber), open]] : [])
    this.#open = open
    this.#heldRows = open?.rows.length ?? 0
    this.#skipped = 0
    return chunk
  }

  /** Drops the order in progress, because the file broke off within it. Returns how many of its rows are in no chunk. */
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
    if (order.stray) this.#refuseIfOwner(order.stray, order)
    order.stray = undefined
    if (order.refusedLine !== undefined) return this.#refuseWith(order, row)
    const twin = this.#isNumbered ? order.rows.find(({ lineNumber }) => lineNumber === row.lineNumber) : undefined
    if (twin && !isSameLine(twin, row))
      return this.#refuseRow(order, row, 'lineNumber', REPEATED, String(row.lineNumber))
    if (twin && order.repeats.length === MAX_ORDER_LINES)
      return this.#refuseRow(order, row, 'orderNumber', TOO_LARGE, row.orderNumber)
    if (twin) {
      order.repeats.push(row)
      this.#skipped++
      return
    }
    order.rows.push(row)
    this.#heldRows++
    if (order.rows.length > MAX_ORDER_LINES) this.#refuseRow(order, row, 'orderNumber', TOO_LARGE, row.orderNumber)
    else this.#checkPieces(order, row)
  }

  #checkPieces(order: GatheredOrder, row: OrderFeedRow): void {
    // Skip the sum while even maximum quantities could not exceed the limit.
    if (order.rows.length * 999_999 <= MAX_ORDER_PIECES) return
    const pieces = order.rows.reduce((sum, { quantity }) => sum + quantity, 0)
    if (pieces > MAX_ORDER_PIECES) this.#refuseRow(order, row, 'quantity', TOO_LARGE, String(row.quantity))
  }

  #leaveOut({ orderNumber, reason }: { orderNumber: string; reason: string }): void {
    this.#chunk.leftOut.set(reason, (this.#chunk.leftOut.get(reason) ?? 0) + 1)
    if (orderNumber === '') return
    this.#orderOf(orderNumber).seen++
    this.#skipped++
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
    if (order.header && this.#stray) this.#refuseIfOwner(this.#stray, order)
    else if (this.#stray) order.stray = mergeStrays(order.stray, this.#stray)
    this.#stray = undefined
    return order
  }

  /** Refuses an order if a neighbouring row without a number may belong to it. */
  #refuseIfOwner({ line, partialHeader }: Stray, order: GatheredOrder): void {
    if (!order.header || mayBeLineOf(order.header, partialHeader)) this.#refuseOrder(order, line)
  }

  #refuseRow(order: GatheredOrder, row: OrderFeedRow, field: OrderFeedField, reason: string, value: string): void {
    const at = order.rows.lastIndexOf(row)
    if (at !== -1) {
      order.rows.splice(at, 1)
      this.#heldRows--
    }
    this.#chunk.refused.push({ line: row.line, column: this.#columnOf(field), reason, value })
    this.#refuseOrder(order, row.line)
  }

  #refuseOrder(order: GatheredOrder, line: number): void {
    if (order.refusedLine !== undefined) return
    order.refusedLine = line
    for (const row of [...order.rows, ...order.repeats]) this.#refuseWith(order, row)
    this.#heldRows -= order.rows.length
    order.rows = []
    order.repeats = []
  }

  #refuseWith(order: GatheredOrder, { line }: OrderFeedRow): void {
    this.#chunk.refused.push({
      line,
      column: this.#columnOf('orderNumber'),
      reason: ORDER_REFUSED,
      value: orderAndLine(order.orderNumber, order.refusedLine ?? line),
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

/** The value of a row's field, as it was read. */
export function valueOf(row: OrderFeedRow, field: OrderFeedField): string {
  const { state, ...header } = row.header
  if (field in header) return String(header[field as keyof typeof header])
  if (field === 'date') return header.despatchDate
  if (field === 'status') return state ? ORDER_STATUSES[state.status].description : ''
  return String(row[field as 'SKU'])
}
