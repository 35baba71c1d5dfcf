import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import { lineGone } from '@despatch/domain/feeds/kept-orders/existing-order'
import { type KeptLine, linesInWords } from '@despatch/domain/feeds/kept-orders/match-lines'
import type { OrderStatus } from '@despatch/domain/orders/order-status'

/** So many orders are remembered until the file ends, as rows of them may stand further down. */
const MAX_ORDERS = 100_000

/** Where the row stands that is refused for it, whether it counts as unchanged so far, and the status of its order. */
type GoneAt = { readonly line: number; readonly isUnchanged: boolean; readonly status: OrderStatus }
type Gone = GoneAt & { readonly lines: Map<number, KeptLine> }

/** The lines of orders that were there before of which a run has seen no row yet. */
export class GoneLines {
  readonly #orders = new Map<string, Gone>()

  /** Notes what is missing of an order. */
  note(orderNumber: string, at: GoneAt, lines: readonly KeptLine[]): void {
    this.#orders.set(orderNumber, { ...at, lines: new Map(lines.map((line) => [line.lineNumber, line])) })
  }

  /** Notes that rows of these lines have come after all. */
  found(orderNumber: string, lineNumbers: readonly number[]): void {
    const gone = this.#orders.get(orderNumber)
    if (!gone) return
    for (const lineNumber of lineNumbers) gone.lines.delete(lineNumber)
    if (gone.lines.size === 0) this.#orders.delete(orderNumber)
  }

  has(orderNumber: string): boolean {
    return this.#orders.has(orderNumber)
  }

  get isFull(): boolean {
    return this.#orders.size >= MAX_ORDERS
  }

  /** What is refused for them, with how many of the rows counted as unchanged before; nothing is remembered then. */
  settle(column: string): { refused: FeedRefusal[]; unchanged: number } {
    const all = [...this.#orders].map(([orderNumber, { line, isUnchanged, status, lines }]) => ({
      isUnchanged,
      refusal: {
        line,
        column,
        reason: lineGone(status),
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
