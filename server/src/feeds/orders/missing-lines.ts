import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import { missingLineReason } from '@despatch/domain/feeds/existing-orders/existing-order'
import { type StoredLine, linesInWords } from '@despatch/domain/feeds/existing-orders/match-lines'
import type { OrderStatus } from '@despatch/domain/orders/order-status'

/** Orders remembered until the file ends, because later rows may have the missing lines. */
const MAX_ORDERS = 100_000

/** The row to refuse for the missing lines, whether it counted as unchanged, and the status of its order. */
type MissingLinesRow = { readonly line: number; readonly isUnchanged: boolean; readonly status: OrderStatus }
type OrderMissingLines = MissingLinesRow & { readonly lines: Map<number, StoredLine> }

/** Lines of stored orders for which the run has seen no row yet. */
export class MissingLines {
  readonly #orders = new Map<string, OrderMissingLines>()

  /** Records an order's missing lines. */
  note(orderNumber: string, at: MissingLinesRow, lines: readonly StoredLine[]): void {
    this.#orders.set(orderNumber, { ...at, lines: new Map(lines.map((line) => [line.lineNumber, line])) })
  }

  /** Removes lines whose rows arrived. */
  remove(orderNumber: string, lineNumbers: readonly number[]): void {
    const missing = this.#orders.get(orderNumber)
    if (!missing) return
    for (const lineNumber of lineNumbers) missing.lines.delete(lineNumber)
    if (missing.lines.size === 0) this.#orders.delete(orderNumber)
  }

  has(orderNumber: string): boolean {
    return this.#orders.has(orderNumber)
  }

  get isFull(): boolean {
    return this.#orders.size >= MAX_ORDERS
  }

  /** Removes and returns the refusals, with how many of these rows had counted as unchanged. */
  settle(column: string): { refused: FeedRefusal[]; unchanged: number } {
    const all = [...this.#orders].map(([orderNumber, { line, isUnchanged, status, lines }]) => ({
      isUnchanged,
      refusal: {
        line,
        column,
        reason: missingLineReason(status),
        value: `${orderNumber}: ${linesInWords([...lines.values()])}`,
      },
    }))
    this.#orders.clear()
    return {
      refused: all.map(({ refusal }) => refusal).toSorted((one, other) => one.line - other.line),
      unchanged: all.filter(({ isUnchanged }) => isUnchanged).length,
    }
  }
}
