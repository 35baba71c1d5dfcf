import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import { LINE_GONE } from '@despatch/domain/feeds/kept-orders/existing-order'
import { type KeptLine, linesInWords } from '@despatch/domain/feeds/kept-orders/match-lines'

/** So many orders are remembered until the file ends, as rows of them may stand further down. */
const MAX_ORDERS = 100_000

type Gone = { readonly line: number; readonly isUnchanged: boolean; readonly lines: Map<number, KeptLine> }

/** The lines of orders that were there before of which a run has seen no row yet. */
export class GoneLines {
  readonly #orders = new Map<string, Gone>()

  /** Notes what is missing; `line` is where the order's row stands that is refused for it, and counted unchanged so far, or not. */
  note(orderNumber: string, at: { line: number; isUnchanged: boolean }, lines: readonly KeptLine[]): void {
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
    const all = [...this.#orders].map(([orderNumber, { line, isUnchanged, lines }]) => ({
      isUnchanged,
      refusal: { line, column, reason: LINE_GONE, value: `${orderNumber}: ${linesInWords([...lines.values()])}` },
    }))
    this.#orders.clear()
    return {
      refused: all.map(({ refusal }) => refusal).toSorted((one, other) => one.line - other.line),
      unchanged: all.filter(({ isUnchanged }) => isUnchanged).length,
    }
  }
}
