import type { CompiledReturnsBook } from '../rules/compile-returns-book.ts'
import { decideReturn } from '../rules/decide-return.ts'
import { offeredReasonCodes } from '../offered-reason-codes.ts'
import type { LineDecision } from '../rules/return-decision.ts'
import type { ReturnFacts, ReturnOrder } from '../return-order.ts'
import type { Resolution } from '../rules/returns-book.ts'
import { shopperSentence } from './shopper-text.ts'

/** An order line as shown to the shopper before they choose a reason. */
export type PageLine = {
  readonly lineNumber: number
  readonly sku: string
  readonly ordered: number
  /** Pieces that can be requested; 0 if no reason lets the line come back. */
  readonly returnable: number
  readonly sentence: string
  /** Resolutions that any reason can lead to. */
  readonly resolutions: readonly Resolution[]
}

const RANK = { allowed: 2, review: 1, refused: 0 } as const

/** The lines of an order for the shoppers' page: a line is open if any reason lets it come back or sends it to review. */
export function linesOnPage(
  order: ReturnOrder,
  facts: ReturnFacts,
  compiled: CompiledReturnsBook,
  now: Date,
): PageLine[] {
  const reasons = offeredReasonCodes(compiled)
  const left = new Map(facts.lines.map(({ lineNumber, returnable }) => [lineNumber, returnable]))
  const decided = (reasons.length > 0 ? reasons : ['']).map((reason) => {
    const lines = order.lines.map(({ lineNumber }) => ({ lineNumber, quantity: 1, reason }))
    return decideReturn(order, facts, { lines }, compiled, now).lines
  })
  return order.lines.map(({ lineNumber, sku, quantity }, place) => {
    const answers = decided.flatMap((lines) => lines[place] ?? [])
    const best = answers.toSorted(byBest)[0]
    const isOpen = best !== undefined && best.answer !== 'refused'
    const resolutions = answers.flatMap((line) => (line.answer === 'refused' ? [] : line.resolutions))
    return {
      lineNumber,
      sku,
      ordered: quantity,
      returnable: isOpen ? (left.get(lineNumber) ?? 0) : 0,
      sentence: best ? shopperSentence(best) : '',
      resolutions: [...new Set(resolutions)],
    }
  })
}

/** Sorts the most favourable answer first, then the one with the latest deadline. */
function byBest(one: LineDecision, other: LineDecision): number {
  const rank = RANK[other.answer] - RANK[one.answer]
  if (rank !== 0) return rank
  return (other.until ?? '9').localeCompare(one.until ?? '9')
}

/** The reason recorded for a shopper who withdraws without giving one: a change of mind. */
export function reasonOfWithdrawal(compiled: CompiledReturnsBook): string | undefined {
  const codes = offeredReasonCodes(compiled)
  const own = compiled.book.reasons.filter(({ code }) => codes.includes(code))
  return (own.find(({ fault }) => fault === 'shopper') ?? own[0])?.code
}

/** Countries of the European Union, where shoppers have a legal right to withdraw on the page. */
export const EU_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)
