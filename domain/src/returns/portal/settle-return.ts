import type { Day } from '../../calendar/day.ts'
import type { ReturnState } from '../life/return-state.ts'
import { type GoodsState, openMoney, reached, takeBack, TAKEN_FROM } from '../life/return-states.ts'
import { piecesOnTheWay, type ReturnTally, STATES_ON_THE_WAY, stockedPieces } from '../life/return-tally.ts'
import { type AnnouncedLine, type AnnouncedReturn, type Move, moveLines, owedPieces } from './announced-return.ts'

type Settled = {
  readonly SKU: string
  /** What the newest event is of, and by how many pieces it raised its state. */
  readonly event: ReturnState
  readonly growth: number
  /** All that was said, the newest event too. */
  readonly tally: ReturnTally
  /** On which it happened. */
  readonly day: Day
}

/**
 * Brings the pieces of a SKU of a return to where all that was said puts them, and gives the pieces that moved, by line. Over
 * the lines of the SKU the first that has such pieces gives them; what arrives beyond what was announced comes to the first.
 */
export function settleReturn(
  before: AnnouncedReturn,
  { SKU, event, growth, tally, day }: Settled,
): { to: AnnouncedReturn; pieces: { lineNumber: number; quantity: number }[] } {
  const isMoney = event === 'refunded' || event === 'rejected'
  let to = moveOn(isMoney ? before : withoutMoved(before, { SKU, tally }), [], day)
  const moved = new Map<number, number>()
  const move = (moves: readonly Move[]) => {
    to = moveOn(to, moves, day)
    for (const { lineNumber, quantity } of moves) moved.set(lineNumber, (moved.get(lineNumber) ?? 0) + quantity)
  }
  const linesOf = () => to.lines.filter(({ sku }) => sku === SKU)
  if (event === 'refunded' || event === 'rejected') move(refundMoves(linesOf(), { event, growth, of: to }))
  else {
    for (const { state, from, quantity } of stockMoves(linesOf(), tally))
      move(goodsMoves(linesOf(), state, quantity, from))
    for (const state of STATES_ON_THE_WAY) {
      const missing = piecesOnTheWay(tally, state) - sumOf(linesOf(), (line) => reached(line.pieces, state))
      move(goodsMoves(linesOf(), state, missing, TAKEN_FROM[state]))
    }
  }
  return { to, pieces: [...moved].map(([lineNumber, quantity]) => ({ lineNumber, quantity })) }
}

/** A return without the pieces that were taken for others in stock, and had only moved there. */
function withoutMoved(of: AnnouncedReturn, { SKU, tally }: Pick<Settled, 'SKU' | 'tally'>): AnnouncedReturn {
  const placed = stockedPieces(tally)
  const own = of.lines.filter(({ sku }) => sku === SKU)
  const left = { restocked: 0, quarantined: 0 }
  for (const state of ['restocked', 'quarantined'] as const)
    left[state] = Math.max(0, sumOf(own, ({ pieces }) => pieces.goods[state]) - placed[state])
  let tooMany =
    sumOf(own, ({ pieces: { goods } }) => goods.restocked + goods.quarantined) - placed.restocked - placed.quarantined
  const lines = of.lines.map((line) => {
    if (line.sku !== SKU) return line
    let { pieces } = line
    for (const state of ['restocked', 'quarantined'] as const) {
      const back = Math.max(0, Math.min(tooMany, left[state], pieces.goods[state]))
      tooMany -= back
      left[state] -= back
      pieces = takeBack(pieces, state, back)
    }
    return { ...line, pieces }
  })
  return { ...of, lines }
}

/** Moves that cannot be are left out: what was said of them changes nothing. */
function moveOn(of: AnnouncedReturn, moves: readonly Move[], day: Day): AnnouncedReturn {
  const to = moveLines(of, moves, day)
  return 'problem' in to ? of : to
}

const sumOf = (lines: readonly AnnouncedLine[], piecesOf: (line: AnnouncedLine) => number) =>
  lines.reduce((sum, line) => sum + piecesOf(line), 0)

type StockMove = {
  readonly state: 'restocked' | 'quarantined'
  readonly quantity: number
  readonly from: readonly GoodsState[]
}

/** What comes into stock, and what changes places there. */
function stockMoves(lines: readonly AnnouncedLine[], tally: ReturnTally): StockMove[] {
  const { restocked, quarantined } = stockedPieces(tally)
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

/** Spreads a move over lines by what they have of the states that it takes from. */
function goodsMoves(
  lines: readonly AnnouncedLine[],
  state: GoodsState,
  quantity: number,
  from: readonly GoodsState[],
): Move[] {
  const shares = spread(lines, quantity, ({ pieces }) => from.reduce((sum, one) => sum + pieces.goods[one], 0))
  return shares.map((share) => ({ ...share, state, from }))
}

/** What is owed is refunded first, then what is not decided yet. */
function refundMoves(
  lines: readonly AnnouncedLine[],
  { event, growth, of }: { event: 'refunded' | 'rejected'; growth: number; of: AnnouncedReturn },
): Move[] {
  const owed = Math.min(
    growth,
    sumOf(lines, (line) => owedPieces(line, of)),
  )
  const first = spread(lines, owed, (line) => owedPieces(line, of))
  const taken = new Map(first.map(({ lineNumber, quantity }) => [lineNumber, quantity]))
  const then = spread(lines, growth - owed, (line) => openMoney(line.pieces) - (taken.get(line.lineNumber) ?? 0))
  return [...first, ...then].map((share) => ({ ...share, state: event }))
}

/** Shares a quantity between lines, up to what each has; the first takes what is left. */
function spread(
  lines: readonly AnnouncedLine[],
  quantity: number,
  mostOf: (line: AnnouncedLine) => number,
): { lineNumber: number; quantity: number }[] {
  let left = Math.max(0, quantity)
  const shares = lines.map((line) => {
    const share = Math.min(left, mostOf(line))
    left -= share
    return { lineNumber: line.lineNumber, quantity: share }
  })
  return shares
    .map((share, at) => (at === 0 ? { ...share, quantity: share.quantity + left } : share))
    .filter((share) => share.quantity > 0)
}
