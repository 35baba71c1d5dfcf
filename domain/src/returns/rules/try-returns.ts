import { costText } from '../../routing/allocation/units.ts'
import { dayNumbered } from '../day-numbers.ts'
import type { CompiledReturnsBook } from './compile-returns-book.ts'
import { isOtherForRetailer } from './compare-decisions.ts'
import { decideReturn } from './decide-return.ts'
import { type AskedOnce, classifyReturns, type ReturnClassifier } from './return-classes.ts'
import type { ReturnDecision } from './return-decision.ts'
import { ANSWER_TITLES, RESOLUTION_TITLES } from './return-rule-text.ts'

/** What a book makes of all that is tried; money in ten-thousandths. */
export type TriedSide = { allowed: number; refused: number; review: number; fees: number; retailerPays: number }

/** What one book makes of a class of returns. */
type Verdict = { answer: 'allowed' | 'refused' | 'review'; fee: number; retailerPays: number; words: string }
type Pair = { readonly before: Verdict; readonly after: Verdict; readonly isOtherwise: boolean }

/** With how it would come back and what that costs, or what the shopper gets for it. */
function withWay(verdict: Verdict, { lines, parcels }: ReturnDecision, { options }: CompiledReturnsBook): Verdict {
  const [cheapest] = parcels[0]?.options ?? []
  const way = cheapest && `${options.get(cheapest.id)?.name ?? cheapest.id} at ${costText(cheapest.cost)}`
  const [line] = lines
  const gets = line?.resolutions.map((resolution) => RESOLUTION_TITLES[resolution]).join(' or ')
  return { ...verdict, words: [verdict.words, gets, way].filter(Boolean).join(', ') }
}

/** What is kept of classes: a book of which every order is a class of its own must not fill the memory. */
const MAX_CLASSES = 50_000

/** Tries two books on returns, one after the other: what is the same to both books is decided once. */
export class ReturnsTrial {
  readonly before: TriedSide = { allowed: 0, refused: 0, review: 0, fees: 0, retailerPays: 0 }
  readonly after: TriedSide = { ...this.before }
  lines = 0
  changed = 0
  readonly #books: readonly [CompiledReturnsBook, CompiledReturnsBook]
  readonly #classOf: ReturnClassifier
  readonly #known = new Map<string, Pair>()

  constructor(before: CompiledReturnsBook, after: CompiledReturnsBook) {
    this.#books = [before, after]
    this.#classOf = classifyReturns(this.#books)
  }

  /** Counts a line, or so many of its class; gives whether they are answered otherwise. */
  add(one: AskedOnce, lines = 1): boolean {
    const pair = this.#pairOf(one)
    this.lines += lines
    tally(this.before, pair.before, lines)
    tally(this.after, pair.after, lines)
    if (pair.isOtherwise) this.changed += lines
    return pair.isOtherwise
  }

  /** Both answers to a line in words. */
  told(one: AskedOnce): { before: string; after: string } {
    const { before, after } = this.#pairOf(one)
    return { before: before.words, after: after.words }
  }

  #pairOf(one: AskedOnce): Pair {
    const key = this.#classOf(one)
    const known = this.#known.get(key)
    if (known) return known
    if (this.#known.size >= MAX_CLASSES) this.#known.clear()
    const pair = this.#decide(one)
    this.#known.set(key, pair)
    return pair
  }

  #decide({ order, line, facts, asked, today }: AskedOnce): Pair {
    const lines = [{ lineNumber: line.lineNumber, quantity: asked.quantity, reason: asked.reason }]
    const at = new Date(`${dayNumbered(today)}T12:00:00Z`)
    // As it was when it was asked: nothing had come back.
    const then = { ...facts, lines: [] }
    const [before, after] = this.#books
    const was = decideReturn(order, then, { lines }, before, at)
    const is = decideReturn(order, then, { lines }, after, at)
    const pair = { before: verdictOf(was), after: verdictOf(is), isOtherwise: isOtherForRetailer(was, is) }
    if (!pair.isOtherwise || pair.before.words !== pair.after.words) return pair
    // The answer is the same in words: then the way back is what changes.
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
    if (line.keep) parts.push('kept by the shopper')
    if (fee > 0) parts.push(`fee ${costText(fee)}`)
    const [cheapest] = parcels[0]?.options ?? []
    if (cheapest && cheapest.shopperPays > 0) parts.push(`postage ${costText(cheapest.shopperPays)}`)
  }
  return parts.join(', ')
}
