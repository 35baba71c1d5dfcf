import type { CompiledReturnsBook } from '../rules/compile-returns-book.ts'
import type { LineDecision, ReturnDecision } from '../rules/return-decision.ts'
import type { Resolution, ReturnAnswer, ReturnService } from '../rules/returns-book.ts'
import { shopperSentence } from './shopper-text.ts'

/** What a shopper asks of one line. */
export type AskedItem = {
  readonly lineNumber: number
  readonly quantity: number
  /** A code. */
  readonly reason: string
  readonly comment: string
  readonly resolution: Resolution
}

/** What a shopper was answered: kept, so that it holds for a day, and is shown beside a later one that differs. */
export type AnsweredReturn = {
  readonly bookVersion: number
  /** When, as an instant. */
  readonly at: string
  readonly lines: readonly AnsweredLine[]
  readonly parcels: readonly AnsweredParcel[]
  /** Ten-thousandths, as all amounts of it. */
  readonly fee: number
  /** What was answered before, where that was otherwise. */
  readonly before?: Omit<AnsweredReturn, 'before'>
}
export type AnsweredLine = {
  readonly lineNumber: number
  readonly quantity: number
  readonly answer: ReturnAnswer
  readonly keep: boolean
  readonly sentence: string
}
export type AnsweredParcel = {
  readonly lineNumbers: readonly number[]
  readonly fee: number
  /** Cheapest first. */
  readonly options: readonly {
    readonly id: string
    readonly name: string
    readonly service: ReturnService
    readonly pays: number
  }[]
}

/** For so long the answer that a shopper was given holds, whatever becomes of the book. */
export const ANSWER_HOLDS_HOURS = 24
/** After so long a shopper names the order again. */
export const DRAFT_HOURS = 72

/** A decision as its shopper is told of it. */
export function answerForShopper(decision: ReturnDecision, compiled: CompiledReturnsBook, at: Date): AnsweredReturn {
  return {
    bookVersion: decision.bookVersion,
    at: at.toISOString(),
    lines: decision.lines.map((line) => lineForShopper(line)),
    parcels: decision.parcels.map(({ lines, fee, options }) => ({
      lineNumbers: lines.flatMap((place) => decision.lines[place]?.lineNumber ?? []),
      fee,
      options: options.flatMap(({ id, shopperPays }) => {
        const option = compiled.book.options.find((one) => one.id === id)
        return option ? [{ id, name: option.name, service: option.service, pays: shopperPays }] : []
      }),
    })),
    fee: decision.fee,
  }
}

const lineForShopper = (line: LineDecision): AnsweredLine => ({
  lineNumber: line.lineNumber,
  quantity: line.quantity,
  answer: line.answer,
  keep: line.keep,
  sentence: shopperSentence(line),
})

/** Whether a shopper who read one answer agreed to the other as well: what may come back, how, and what it costs. */
export function isSameAnswer(one: AnsweredReturn, other: AnsweredReturn): boolean {
  const essence = ({ lines, parcels, fee }: AnsweredReturn) =>
    JSON.stringify([
      lines.map(({ lineNumber, quantity, answer, keep }) => [lineNumber, quantity, answer, keep]),
      parcels.map((parcel) => [parcel.lineNumbers, parcel.fee, parcel.options.map(({ id, pays }) => [id, pays])]),
      fee,
    ])
  return essence(one) === essence(other)
}

/** Whether an answer of a moment still holds. */
export const holdsStill = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() <= ANSWER_HOLDS_HOURS * 3_600_000
