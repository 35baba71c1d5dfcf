import { costText } from '../../routing/allocation/units.ts'
import { dayOfNumber } from '../day-numbers.ts'
import type { CompiledReturnsBook } from './compile-returns-book.ts'
import { differsForRetailer } from './compare-decisions.ts'
import { decideReturn } from './decide-return.ts'
import { type SingleLineReturn, classifyReturns, type ReturnClassifier } from './return-classes.ts'
import type { ReturnDecision } from './return-decision.ts'
import { ANSWER_TITLES, RESOLUTION_TITLES } from './return-rule-text.ts'

/** Totals of a trial for one book; money in ten-thousandths. */
export type TriedSide = { allowed: number; refused: number; review: number; fees: number; retailerPays: number }

/** One book's decision for a class of returns. */
type Verdict = { answer: 'allowed' | 'refused' | 'review'; fee: number; retailerPays: number; words: string }
type Pair = { readonly before: Verdict; readonly after: Verdict; readonly isChanged: boolean }

/** Adds the cheapest way back with its price, or the resolutions, to the words. */
function withWay(verdict: Verdict, { lines, parcels }: ReturnDecision, { options }: CompiledReturnsBook): Verdict {
  const [cheapest] = parcels[0]?.options ?? []
  const way = cheapest && `${options.get(cheapest.id)?.name ?? cheapest.id} at ${costText(cheapest.cost)}`
  const [line] = lines
  const gets = line?.resolutions.map((resolution) => RESOLUTION_TITLES[resolution]).join(' or ')
  return { ...verdict, words: [verdict.words, gets, way].filter(Boolean).join(', ') }
}

/** Cached classes. A book that puts every order in its own class must not fill the memory. */
const MAX_CLASSES = 50_000

/** Compares two books over many returns. Returns that both books cannot tell apart are decided once. */
export class ReturnsTrial {
  readonly before: TriedSide = { allowed: 0, refused: 0, review: 0, fees: 0, retailerPays: 0 }
  readonly after: TriedSide = { ...this.before }
  lines = 0
  changed = 0
  readonly #books: readonly [CompiledReturnsBook, CompiledReturnsBook]
  readonly #classOf: ReturnClassifier
  readonly #decided = new Map<string, Pair>()

  constructor(before: CompiledReturnsBook, after: CompiledReturnsBook) {
    this.#books = [before, after]
    this.#classOf = classifyReturns(this.#books)
  }

  /**
   * Counts `lines` lines of one class.
   *
   * @returns whether the two books decide them differently
   */
  add(one: SingleLineReturn, lines = 1): boolean {
    const pair = this.#pairOf(one)
    this.lines += lines
    tally(this.before, pair.before, lines)
    tally(this.after, pair.after, lines)
    if (pair.isChanged) this.changed += lines
    return pair.isChanged
  }

  /** Describes both decisions for a line. */
  describe(one: SingleLineReturn): { before: string; after: string } {
    const { before, after } = this.#pairOf(one)
    return { before: before.words, after: after.words }
  }

  #pairOf(one: SingleLineReturn): Pair {
    const key = this.#classOf(one)
    const decided = this.#decided.get(key)
    if (decided) return decided
    if (this.#decided.size >= MAX_CLASSES) this.#decided.clear()
    const pair = this.#decide(one)
    this.#decided.set(key, pair)
    return pair
  }

  #decide({ order, line, facts, request, today }: SingleLineReturn): Pair {
    const lines = [{ lineNumber: line.lineNumber, quantity: request.quantity, reason: request.reason }]
    const at = new Date(`${dayOfNumber(today)}T12:00:00Z`)
    // At the time of the request nothing had come back.
    const then = { ...facts, lines: [] }
    const [before, after] = this.#books
    const was = decideReturn(order, then, { lines }, before, at)
    const is = decideReturn(order, then, { lines }, after, at)
    const pair = { before: verdictOf(was), after: verdictOf(is), isChanged: differsForRetailer(was, is) }
    if (!pair.isChanged || pair.before.words !== pair.after.words) return pair
    // If the words are equal, the way back is what differs.
    return { ...pair, before: withWay(pair.before, was, before), after: withWay(pair.after, is, after) }
  }
}

function tally(side: TriedSide, { answer, fee, retailerPays }: Verdict, lines: number): void {
  side[answer] += lines
  side.fees += fee * lines
  side.retailerPays += retailerPays * lines
}

function verdictOf(decision: ReturnDecision): Verdict {
  const { lines, fee, parcels } = decision
  const cheapest = parcels.flatMap(({ options }) => options.slice(0, 1))
  return {
    answer: lines[0]?.answer ?? 'review',
    fee,
    retailerPays: cheapest.reduce((sum, { cost, shopperPays }) => sum + cost - shopperPays, 0),
    words: outcomeText(decision),
  }
}

function outcomeText({ lines: [line], fee, parcels }: ReturnDecision): string {
  if (!line) return ''
  const parts: string[] = [ANSWER_TITLES[line.answer]]
  if (line.answer === 'allowed') {
    if (line.keep) parts.push('kept by the customer')
    if (fee > 0) parts.push(`fee ${costText(fee)}`)
    const [cheapest] = parcels[0]?.options ?? []
    if (cheapest && cheapest.shopperPays > 0) parts.push(`postage ${costText(cheapest.shopperPays)}`)
  }
  return parts.join(', ')
}
