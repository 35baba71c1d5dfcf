import type { Day } from '../../calendar/day.ts'
import type { ReturnState } from '../life/return-state.ts'
import {
  ENDED,
  type GoodsState,
  moveReturn,
  undecidedPieces,
  piecesReached,
  undoMove,
  TAKEN_FROM,
} from '../life/return-states.ts'
import { STATES_ON_THE_WAY } from '../life/return-tally.ts'
import { type AnnouncedLine, type AnnouncedReturn, type Move, moveLines, owedPieces } from './announced-return.ts'
import type { ReportedPieces } from './reported-pieces.ts'

type SettleInput = {
  readonly SKU: string
  /** The newest event's state, and by how many pieces it raised that state. */
  readonly event: ReturnState
  readonly growth: number
  /** Where all reports, including the newest event, put the pieces. */
  readonly reported: ReportedPieces
  /** The event's day. */
  readonly day: Day
}

/**
 * Moves the pieces of a SKU to where all reports put them. Of several lines of the SKU, the first one with suitable
 * pieces gives them; arrivals beyond what was announced go to the first line.
 *
 * @returns the return after the moves, and the moved pieces by line
 */
export function settleReturn(
  before: AnnouncedReturn,
  { SKU, event, growth, reported, day }: SettleInput,
): { to: AnnouncedReturn; pieces: { lineNumber: number; quantity: number }[] } {
  const isMoney = event === 'refunded' || event === 'rejected'
  let to = moveOn(isMoney ? before : withoutMoved(before, { SKU, reported }), [], day)
  const moved = new Map<number, number>()
  const move = (moves: readonly Move[]) => {
    to = moveOn(to, moves, day)
    for (const { lineNumber, quantity } of moves) moved.set(lineNumber, (moved.get(lineNumber) ?? 0) + quantity)
  }
  const linesOf = () => to.lines.filter(({ sku }) => sku === SKU)
  if (event === 'refunded' || event === 'rejected') move(refundMoves(linesOf(), { event, growth, of: to }))
  else {
    for (const { state, from, quantity } of stockMoves(linesOf(), reported))
      move(goodsMoves(linesOf(), state, quantity, from))
    for (const state of STATES_ON_THE_WAY) {
      const missing = reported.onTheWay(state) - sumOf(linesOf(), (line) => piecesReached(line.pieces, state))
      move(goodsMoves(linesOf(), state, missing, TAKEN_FROM[state]))
    }
  }
  return { to, pieces: [...moved].map(([lineNumber, quantity]) => ({ lineNumber, quantity })) }
}

/** Removes pieces that were counted as additional stock but had only moved within it. */
function withoutMoved(
  of: AnnouncedReturn,
  { SKU, reported }: { SKU: string; reported: ReportedPieces },
): AnnouncedReturn {
  const own = of.lines.filter(({ sku }) => sku === SKU)
  const left = { restocked: 0, quarantined: 0 }
  for (const state of ['restocked', 'quarantined'] as const)
    left[state] = Math.max(0, sumOf(own, ({ pieces }) => pieces.goods[state]) - reported[state])
  let tooMany =
    sumOf(own, ({ pieces: { goods } }) => goods.restocked + goods.quarantined) -
    reported.restocked -
    reported.quarantined
  // Pieces that had ended before they were wrongly counted as arrived are ended again.
  const ended = Object.fromEntries(
    ENDED.map((state) => [state, Math.max(0, reported.ended(state) - sumOf(own, ({ pieces }) => pieces.goods[state]))]),
  ) as Record<(typeof ENDED)[number], number>
  const lines = of.lines.map((line) => {
    if (line.sku !== SKU) return line
    let { pieces } = line
    for (const state of ['restocked', 'quarantined'] as const) {
      const back = Math.max(0, Math.min(tooMany, left[state], pieces.goods[state]))
      tooMany -= back
      left[state] -= back
      pieces = undoMove(pieces, state, back)
    }
    for (const state of ENDED) {
      const again = Math.min(ended[state], pieces.goods.announced - line.pieces.goods.announced)
      const moved = moveReturn(pieces, state, again)
      if ('problem' in moved) continue
      ended[state] -= again
      pieces = moved
    }
    return { ...line, pieces }
  })
  return { ...of, lines }
}

/** Ignores impossible moves: the reports behind them change nothing. */
function moveOn(of: AnnouncedReturn, moves: readonly Move[], day: Day): AnnouncedReturn {
  const to = moveLines(of, moves, day)
  return 'problem' in to ? of : to
}

const sumOf = (lines: readonly AnnouncedLine[], piecesOf: (line: AnnouncedLine) => number) =>
  lines.reduce((sum, line) => sum + piecesOf(line), 0)

const isEnded = (state: GoodsState): boolean => ENDED.some((one) => one === state)

type StockMove = {
  readonly state: 'restocked' | 'quarantined'
  readonly quantity: number
  readonly from: readonly GoodsState[]
}

/** Pieces that enter stock, and pieces that change state within it. */
function stockMoves(lines: readonly AnnouncedLine[], { restocked, quarantined }: ReportedPieces): StockMove[] {
  const ofRestocked = restocked - sumOf(lines, ({ pieces }) => pieces.goods.restocked)
  const ofQuarantined = quarantined - sumOf(lines, ({ pieces }) => pieces.goods.quarantined)
  const fresh = Math.max(0, ofRestocked + ofQuarantined)
  const toRestocked = Math.max(0, Math.min(fresh, ofRestocked))
  const toQuarantined = fresh - toRestocked
  const [left, right] = [ofRestocked - toRestocked, ofQuarantined - toQuarantined]
  const notInStock = TAKEN_FROM.restocked.filter((state) => state !== 'quarantined')
  return [
    { state: 'restocked', quantity: toRestocked, from: notInStock },
    { state: 'quarantined', quantity: toQuarantined, from: notInStock },
    { state: 'restocked', quantity: Math.min(left, -right), from: ['quarantined'] },
    { state: 'quarantined', quantity: Math.min(right, -left), from: ['restocked'] },
  ]
}

/** Spreads a move over lines by what they have in the source states: open pieces first, then ended ones. */
function goodsMoves(
  lines: readonly AnnouncedLine[],
  state: GoodsState,
  quantity: number,
  from: readonly GoodsState[],
): Move[] {
  const [ended, open] = [from.filter(isEnded), from.filter((one) => !isEnded(one))]
  const piecesIn =
    (states: readonly GoodsState[]) =>
    ({ pieces }: AnnouncedLine) =>
      states.reduce((sum, one) => sum + pieces.goods[one], 0)
  return spread(lines, quantity, [piecesIn(open), piecesIn(ended)]).map((share) => ({ ...share, state, from }))
}

/** Refunds owed pieces first, then undecided ones. */
function refundMoves(
  lines: readonly AnnouncedLine[],
  { event, growth, of }: { event: 'refunded' | 'rejected'; growth: number; of: AnnouncedReturn },
): Move[] {
  const owed = (line: AnnouncedLine) => owedPieces(line, of)
  const undecided = (line: AnnouncedLine) => undecidedPieces(line.pieces) - owed(line)
  return spread(lines, growth, [owed, undecided]).map((share) => ({ ...share, state: event }))
}

/** Shares a quantity between lines: up to each line's first figure, then the next figure; the first line takes the rest. */
function spread(
  lines: readonly AnnouncedLine[],
  quantity: number,
  figures: readonly ((line: AnnouncedLine) => number)[],
): { lineNumber: number; quantity: number }[] {
  let left = Math.max(0, quantity)
  const shares = lines.map(({ lineNumber }) => ({ lineNumber, quantity: 0 }))
  const give = (share: { quantity: number } | undefined, most: number) => {
    const taken = Math.min(left, most)
    if (share) share.quantity += taken
    left -= taken
  }
  for (const mostOf of figures) for (const [at, line] of lines.entries()) give(shares[at], mostOf(line))
  give(shares[0], left)
  return shares.filter((share) => share.quantity > 0)
}
