import { type Exchange, nextExchangeState } from './exchange.ts'
import { addDays, type Day } from '../../calendar/day.ts'
import type { LifeState } from '../life/return-state.ts'
import {
  type GoodsState,
  moveReturn,
  undecidedPieces,
  piecesReached,
  returnedPieces,
  type ReturnQuantities,
  stateOfReturn,
} from '../life/return-states.ts'
import type { Resolution, ReturnAnswer } from '../rules/returns-book.ts'

/** Consumer Contracts Regulations 2013: refund within 14 days of receiving the goods, or proof that they were sent. */
export const REFUND_DAYS = 14

/** Days after which unsent pieces expire: 14 to send them and 14 for the post. */
export const EXPIRE_DAYS = 28

/** States of the manual review of a return. */
export const REVIEWS = ['none', 'waiting', 'allowed', 'refused'] as const
export type Review = (typeof REVIEWS)[number]

/** A line of an announced return, with the states of its pieces. */
export type AnnouncedLine = {
  /** Line number in its order. */
  readonly lineNumber: number
  readonly sku: string
  readonly quantity: number
  readonly resolution: Resolution
  readonly answer: ReturnAnswer
  readonly pieces: ReturnQuantities
  /** Pieces bought with the line that are in no other return; undefined: no limit. */
  readonly spare?: number
  /** Pieces sent beyond those bought with the line. */
  readonly overshipped?: number
  /**
   * Upper bound of the pieces that can have been paid for: of the pieces bought with the line, those that no other
   * return refunded or replaced, and no earlier return has. Undefined: no limit.
   */
  readonly paid?: number
}

/** The state of a return that every change starts from. */
export type AnnouncedReturn = {
  readonly reference: string
  readonly orderNumber: string
  readonly review: Review
  readonly refundDueOn: Day | null
  /** The replacement order; '' if there is none. */
  readonly exchangeOrder: string
  readonly exchange: Exchange
  /** Number of its steps. */
  readonly version: number
  readonly lines: readonly AnnouncedLine[]
}

/** Pieces of a line that move to a state; if `from` is given, only from these states. */
export type Move = {
  readonly lineNumber: number
  readonly state: LifeState
  readonly quantity: number
  readonly from?: readonly GoodsState[]
}

/** Why a move is impossible: the line accepts at most `atMost` pieces. */
export type MoveProblem = { readonly problem: 'too-many'; readonly lineNumber: number; readonly atMost: number }

/** Moves pieces to states on a day and updates the refund deadline. A waiting review ends when nothing is left to review. */
export function moveLines(of: AnnouncedReturn, moves: readonly Move[], today: Day): AnnouncedReturn | MoveProblem {
  const lines = [...of.lines]
  for (const { lineNumber, state, quantity, from } of moves) {
    const at = lines.findIndex((line) => line.lineNumber === lineNumber)
    const line = lines[at]
    if (!line) return { problem: 'too-many', lineNumber, atMost: 0 }
    const pieces = moveReturn(line.pieces, state, quantity, {
      ...(from && { takenFrom: from }),
      ...(line.spare !== undefined && { spare: line.spare + (line.overshipped ?? 0) }),
    })
    if ('problem' in pieces) return { ...pieces, lineNumber }
    lines[at] = { ...line, pieces }
  }
  const isOver = of.review === 'waiting' && lines.every((line) => line.answer !== 'review' || isNothingToCome(line))
  const review = isOver ? 'none' : of.review
  const exchange = nextExchangeState(of.exchange, { isInReview: review === 'waiting', lines })
  return withRefundDue({ ...of, lines, review, exchange }, today)
}

/** Sets the day by which owed pieces must be refunded. The deadline counts from the first day on which something was owed. */
export function withRefundDue(of: AnnouncedReturn, today: Day): AnnouncedReturn {
  const isDue = of.lines.some((line) => owedPieces(line, of) > 0)
  const dueOn = addDays(today, REFUND_DAYS)
  return {
    ...of,
    refundDueOn: !isDue ? null : of.refundDueOn !== null && of.refundDueOn < dueOn ? of.refundDueOn : dueOn,
  }
}

const isNothingToCome = ({ pieces }: AnnouncedLine): boolean =>
  pieces.goods.announced === 0 && piecesReached(pieces, 'in_transit') === pieces.goods.lost

/**
 * Pieces that are owed a refund: they came back, are on their way or are kept, were paid for, and have no decision on
 * their money. Exchanged pieces are owed only once it is settled that no replacement is sent.
 * Over all returns of a line no more is owed and paid than was paid for: extra pieces drop out first, then those
 * announced last.
 */
export function owedPieces(
  { resolution, pieces, spare = Number.POSITIVE_INFINITY, paid = Number.POSITIVE_INFINITY }: AnnouncedLine,
  { exchange, review }: Pick<AnnouncedReturn, 'exchange' | 'review'>,
): number {
  const isSettled = exchange === 'cancelled' || exchange === 'released' || (exchange === 'none' && review !== 'waiting')
  if (resolution === 'exchange' && !isSettled) return 0
  const { money, replaced, extra } = pieces
  const surplus = Math.max(0, returnedPieces(pieces) - spare)
  const came = piecesReached(pieces, 'in_transit') + pieces.goods.kept - Math.min(extra, surplus)
  const open = Math.min(came - money.rejected, paid) - money.refunded - replaced
  return Math.max(0, Math.min(open, undecidedPieces(pieces)))
}

/** The state of a whole return. */
export const stateOf = ({ lines }: Pick<AnnouncedReturn, 'lines'>): LifeState =>
  stateOfReturn(lines.map(({ pieces }) => pieces))
