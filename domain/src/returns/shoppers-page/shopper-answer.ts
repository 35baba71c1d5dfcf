import type { CompiledReturnsBook } from '../rules/compile-returns-book.ts'
import type { LineDecision, ReturnDecision } from '../rules/return-decision.ts'
import type { Resolution, ReturnAnswer, ReturnService } from '../rules/returns-book.ts'
import { shopperSentence } from './shopper-text.ts'

/** A shopper's request for one line. */
export type RequestedItem = {
  readonly lineNumber: number
  readonly quantity: number
  /** A reason code. */
  readonly reason: string
  readonly comment: string
  readonly resolution: Resolution
}

/**
 * The answer that a shopper saw. It is stored because it is valid for a day, and is shown beside a later answer that
 * differs.
 */
export type AnsweredReturn = {
  readonly bookVersion: number
  /** ISO instant of the answer. */
  readonly at: string
  readonly lines: readonly AnsweredLine[]
  readonly parcels: readonly AnsweredParcel[]
  /** Ten-thousandths, like all amounts here. */
  readonly fee: number
  /** The previous answer, if it differed. */
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

/** Hours for which an answer is valid, even if a new version of the book is published. */
export const ANSWER_HOLDS_HOURS = 24
/** Hours after which a shopper must enter the order again. */
export const DRAFT_HOURS = 72

/** Presents a decision to the shopper. */
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

/** Whether two answers agree in all that a shopper consents to: what can come back, how, and at what cost. */
export function isSameAnswer(one: AnsweredReturn, other: AnsweredReturn): boolean {
  const essence = ({ lines, parcels, fee }: AnsweredReturn) =>
    JSON.stringify([
      lines.map(({ lineNumber, quantity, answer, keep }) => [lineNumber, quantity, answer, keep]),
      parcels.map((parcel) => [parcel.lineNumbers, parcel.fee, parcel.options.map(({ id, pays }) => [id, pays])]),
      fee,
    ])
  return essence(one) === essence(other)
}

export const isAnswerValid = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() <= ANSWER_HOLDS_HOURS * 3_600_000
