import type { CompiledReturnsBook } from '../rules/compile-returns-book.ts'
import { decideReturn } from '../rules/decide-return.ts'
import { askable } from '../askable.ts'
import type { LineDecision } from '../rules/return-decision.ts'
import type { ReturnFacts, ReturnOrder } from '../return-order.ts'
import type { Resolution } from '../rules/returns-book.ts'
import { shopperSentence } from './shopper-text.ts'

/** A line of an order as a shopper is shown it before they have said why it comes back. */
export type PageLine = {
  readonly lineNumber: number
  readonly sku: string
  readonly ordered: number
  /** Pieces that may be asked for; 0 where it cannot come back, whatever the reason. */
  readonly returnable: number
  readonly sentence: string
  /** All that any reason may lead to. */
  readonly resolutions: readonly Resolution[]
}

const RANK = { allowed: 2, review: 1, refused: 0 } as const

/** What a shopper may ask of each line: it is open where any reason lets it come back, or has it looked at. */
export function linesOnPage(
  order: ReturnOrder,
  facts: ReturnFacts,
  compiled: CompiledReturnsBook,
  now: Date,
): PageLine[] {
  const reasons = askable(compiled)
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

/** The answer that promises most; of those that allow it the one that holds longest. */
function byBest(one: LineDecision, other: LineDecision): number {
  const rank = RANK[other.answer] - RANK[one.answer]
  if (rank !== 0) return rank
  return (other.until ?? '9').localeCompare(one.until ?? '9')
}

/** The reason that stands for a shopper who need not give one: they changed their mind. */
export function reasonOfWithdrawal(compiled: CompiledReturnsBook): string | undefined {
  const codes = askable(compiled)
  const own = compiled.book.reasons.filter(({ code }) => codes.includes(code))
  return (own.find(({ fault }) => fault === 'shopper') ?? own[0])?.code
}

/** The countries of the European Union, where a shopper may withdraw on the page by law. */
export const EU_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)
