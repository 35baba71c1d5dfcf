import { type Exchange, exchangeAfter } from './exchange.ts'
import { addDays, type Day } from '../../calendar/day.ts'
import type { LifeState } from '../life/return-state.ts'
import {
  type GoodsState,
  moveReturn,
  openMoney,
  reached,
  returnedPieces,
  type ReturnQuantities,
  stateOfReturn,
} from '../life/return-states.ts'
import type { Resolution, ReturnAnswer } from '../rules/returns-book.ts'

/** Consumer Contracts Regulations 2013: refunded within 14 days of the goods, or of proof that they were sent. */
export const REFUND_DAYS = 14

/** Days after which what was announced and never sent ends by itself: 14 to send it, and as many for the post. */
export const EXPIRE_DAYS = 28

/** Whether someone has to look at a return, or what they made of it. */
export const REVIEWS = ['none', 'waiting', 'allowed', 'refused'] as const
export type Review = (typeof REVIEWS)[number]

/** A line of a return that was announced, with what became of its pieces. */
export type AnnouncedLine = {
  /** Of its order. */
  readonly lineNumber: number
  readonly sku: string
  readonly quantity: number
  readonly resolution: Resolution
  readonly answer: ReturnAnswer
  readonly pieces: ReturnQuantities
  /** Pieces that were bought with the line and are in no other return; without it, as many as there are. */
  readonly spare?: number
  /** Pieces of the line that were sent beyond those that were bought. */
  readonly sentBeyond?: number
  /**
   * The most of its pieces that can have been paid for: of those that were bought with the line, what no other return has given
   * something for, nor is of an earlier return. Without it, all.
   */
  readonly paid?: number
}

/** What every change of a return looks at. */
export type AnnouncedReturn = {
  readonly reference: string
  readonly orderNumber: string
  readonly review: Review
  readonly refundDueOn: Day | null
  /** The order that replaces what is exchanged; '' while there is none. */
  readonly exchangeOrder: string
  readonly exchange: Exchange
  /** Counts its steps. */
  readonly version: number
  readonly lines: readonly AnnouncedLine[]
}

/** Pieces of a line that come to a state, from `from` alone where it is given. */
export type Move = {
  readonly lineNumber: number
  readonly state: LifeState
  readonly quantity: number
  readonly from?: readonly GoodsState[]
}

/** Why a move cannot be: the line takes at most so many. */
export type MoveProblem = { readonly problem: 'too-many'; readonly lineNumber: number; readonly atMost: number }

/**
 * Brings pieces of a return to states on a day, and says until when what came back is to be refunded. A review is no longer
 * waited for once nothing is left of what it is about.
 */
export function moveLines(of: AnnouncedReturn, moves: readonly Move[], today: Day): AnnouncedReturn | MoveProblem {
  const lines = [...of.lines]
  for (const { lineNumber, state, quantity, from } of moves) {
    const at = lines.findIndex((line) => line.lineNumber === lineNumber)
    const line = lines[at]
    if (!line) return { problem: 'too-many', lineNumber, atMost: 0 }
    const pieces = moveReturn(line.pieces, state, quantity, {
      ...(from && { takenFrom: from }),
      ...(line.spare !== undefined && { spare: line.spare + (line.sentBeyond ?? 0) }),
    })
    if ('problem' in pieces) return { ...pieces, lineNumber }
    lines[at] = { ...line, pieces }
  }
  const isOver = of.review === 'waiting' && lines.every((line) => line.answer !== 'review' || isNothingToCome(line))
  const review = isOver ? 'none' : of.review
  const exchange = exchangeAfter(of.exchange, { isInReview: review === 'waiting', lines })
  return withRefundDue({ ...of, lines, review, exchange }, today)
}

/** A return with the day until which what is owed by now is to be refunded: it counts from the first day that is named. */
export function withRefundDue(of: AnnouncedReturn, today: Day): AnnouncedReturn {
  const isDue = of.lines.some((line) => owedPieces(line, of) > 0)
  const dueOn = addDays(today, REFUND_DAYS)
  return {
    ...of,
    refundDueOn: !isDue ? null : of.refundDueOn !== null && of.refundDueOn < dueOn ? of.refundDueOn : dueOn,
  }
}

/** Whether nothing of a line is to come any more. */
const isNothingToCome = ({ pieces }: AnnouncedLine): boolean =>
  pieces.goods.announced === 0 && reached(pieces, 'in_transit') === pieces.goods.lost

/**
 * Pieces that came back, are on their way or are kept, that were paid for, and whose money nobody has decided about. What is
 * exchanged is owed only once it is settled that no other piece is sent for it. Over all returns of a line no more is owed and given
 * than was paid: pieces beyond what was announced are the first that were not, then those that were announced last.
 */
export function owedPieces(
  { resolution, pieces, spare = Number.POSITIVE_INFINITY, paid = Number.POSITIVE_INFINITY }: AnnouncedLine,
  { exchange, review }: Pick<AnnouncedReturn, 'exchange' | 'review'>,
): number {
  const isSettled = exchange === 'cancelled' || exchange === 'released' || (exchange === 'none' && review !== 'waiting')
  if (resolution === 'exchange' && !isSettled) return 0
  const { money, replaced, extra } = pieces
  const surplus = Math.max(0, returnedPieces(pieces) - spare)
  const came = reached(pieces, 'in_transit') + pieces.goods.kept - Math.min(extra, surplus)
  const open = Math.min(came - money.rejected, paid) - money.refunded - replaced
  return Math.max(0, Math.min(open, openMoney(pieces)))
}

/** The state that stands for a whole return. */
export const stateOf = ({ lines }: Pick<AnnouncedReturn, 'lines'>): LifeState =>
  stateOfReturn(lines.map(({ pieces }) => pieces))
