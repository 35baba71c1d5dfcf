import type { LifeState } from './return-state.ts'

/** States of goods, the furthest last. From `withdrawn` on, the pieces have left the return. */
export const GOODS_STATES = [
  'announced',
  'in_transit',
  'received',
  'inspected',
  'restocked',
  'quarantined',
  'withdrawn',
  'expired',
  'refused',
  'lost',
  'kept',
] as const
export type GoodsState = (typeof GOODS_STATES)[number]
export type MoneyState = 'refunded' | 'rejected'

/**
 * Piece counts of one line. Each piece is in one goods state; independently its money is undecided, refunded or
 * rejected.
 * `extra` pieces came back beyond what was announced: they are accepted and flagged.
 */
export type ReturnQuantities = {
  readonly goods: Readonly<Record<GoodsState, number>>
  readonly money: Readonly<Record<MoneyState, number>>
  readonly extra: number
  /** Pieces for which the shopper was sent a replacement. */
  readonly replaced: number
}

export const NO_PIECES: ReturnQuantities = {
  goods: Object.fromEntries(GOODS_STATES.map((state) => [state, 0])) as Record<GoodsState, number>,
  money: { refunded: 0, rejected: 0 },
  extra: 0,
  replaced: 0,
}

/** Pieces in these states can be announced again, because they were never sent. */
const NOT_SENT = ['expired', 'withdrawn', 'refused'] as const satisfies readonly GoodsState[]
/** States in which nothing more is expected, although pieces can still come back; the likeliest first. */
export const ENDED = ['lost', ...NOT_SENT, 'kept'] as const satisfies readonly GoodsState[]

/** States from which a state takes its pieces, the furthest first. */
export const TAKEN_FROM: Readonly<Record<GoodsState, readonly GoodsState[]>> = {
  announced: [],
  in_transit: ['announced', ...NOT_SENT, 'kept'],
  received: ['in_transit', 'announced', ...ENDED],
  inspected: ['received', 'in_transit', 'announced', ...ENDED],
  restocked: ['inspected', 'received', 'in_transit', 'announced', 'quarantined', ...ENDED],
  quarantined: ['inspected', 'received', 'in_transit', 'announced', 'restocked', ...ENDED],
  withdrawn: ['announced'],
  expired: ['announced'],
  refused: ['announced'],
  lost: ['in_transit', 'announced'],
  kept: ['announced'],
}
/** States that accept announced pieces only. In other states more can arrive than was announced. */
const NEVER_EXTRA: ReadonlySet<LifeState> = new Set([
  'withdrawn',
  'expired',
  'refused',
  'lost',
  'kept',
  'refunded',
  'rejected',
])

/** Why a move is impossible. */
export type LineMoveProblem = { readonly problem: 'too-many'; readonly atMost: number }

const total = (figures: Readonly<Record<string, number>>) => Object.values(figures).reduce((sum, one) => sum + one, 0)

/** All pieces of a line in any state. */
export const piecesOf = ({ goods }: ReturnQuantities): number => total(goods)

/** Pieces of a line that cannot be announced again: all except those that ended unsent. */
export const returnedPieces = (line: ReturnQuantities): number =>
  Math.max(piecesOf(line) - piecesNotSent(line), line.money.refunded)

/** Announced pieces that were never sent, as far as anyone knows. */
export const piecesNotSent = ({ goods }: ReturnQuantities): number =>
  NOT_SENT.reduce((sum, state) => sum + goods[state], 0)

/**
 * Moves pieces to a state. A later state implies the earlier ones: restocked pieces were received, whether or not
 * anyone reported that.
 * Goods come from the furthest earlier state, or from `takenFrom`. Pieces that arrive beyond the announced ones count
 * as extra. Unsent pieces can move only up to `spare`, because another return may have claimed them. Refunds and
 * rejections take undecided pieces.
 *
 * @returns the problem if the state accepts fewer pieces, for example withdrawing pieces that are on their way
 */
export function moveReturn(
  line: ReturnQuantities,
  state: LifeState,
  quantity: number,
  { takenFrom, spare = Number.POSITIVE_INFINITY }: { takenFrom?: readonly GoodsState[]; spare?: number } = {},
): ReturnQuantities | LineMoveProblem {
  if (state === 'refunded' || state === 'rejected') {
    const open = undecidedPieces(line)
    if (quantity > open) return { problem: 'too-many', atMost: open }
    return { ...line, money: { ...line.money, [state]: line.money[state] + quantity } }
  }
  const goods = { ...line.goods }
  if (state === 'announced') return { ...line, goods: { ...goods, announced: goods.announced + quantity } }
  let left = quantity
  let free = Math.max(0, spare - returnedPieces(line))
  for (const from of takenFrom ?? TAKEN_FROM[state]) {
    const isFree = !NOT_SENT.some((one) => one === from)
    const taken = Math.min(left, goods[from], isFree ? left : free)
    if (!isFree) free -= taken
    goods[from] -= taken
    left -= taken
  }
  if (left > 0 && NEVER_EXTRA.has(state)) return { problem: 'too-many', atMost: quantity - left }
  goods[state] += quantity
  return { ...line, goods, extra: line.extra + left }
}

/**
 * Corrects pieces that never reached a state: they are announced again. Extra pieces disappear, unless their money is
 * decided.
 */
export function undoMove(line: ReturnQuantities, state: GoodsState, quantity: number): ReturnQuantities {
  const never = Math.min(line.extra, quantity, undecidedPieces(line))
  const goods = { ...line.goods, [state]: line.goods[state] - quantity }
  return {
    ...line,
    goods: { ...goods, announced: goods.announced + quantity - never },
    extra: line.extra - never,
  }
}

/** Pieces that reached a state or a later one. */
export function piecesReached({ goods, money }: ReturnQuantities, state: LifeState): number {
  if (state === 'refunded' || state === 'rejected') return money[state]
  const put = goods.restocked + goods.quarantined
  if (state === 'announced') return total(goods)
  if (state === 'in_transit') return goods.in_transit + goods.received + goods.inspected + put + goods.lost
  if (state === 'received') return goods.received + goods.inspected + put
  return state === 'inspected' ? goods.inspected + put : goods[state]
}

/** Pieces whose money is undecided and that were not replaced. */
export const undecidedPieces = (line: ReturnQuantities): number =>
  Math.max(0, piecesOf(line) - total(line.money) - line.replaced)

/**
 * The state of a whole return: that of its least advanced piece still in the return, or, if all have left it, of an
 * ended one.
 */
export function stateOfReturn(lines: readonly ReturnQuantities[]): LifeState {
  const left = (state: GoodsState) => lines.some(({ goods }) => goods[state] > 0)
  const waiting = (['announced', 'in_transit'] as const).find(left)
  if (waiting) return waiting
  const came = (['received', 'inspected', 'quarantined', 'restocked'] as const).find(left)
  if (came) {
    const isPaid = lines.every((line) => piecesOf(line) === total(line.money))
    if (!isPaid) return came
    return lines.some(({ money }) => money.refunded > 0) ? 'refunded' : 'rejected'
  }
  return (['kept', 'lost', 'expired', 'refused', 'withdrawn'] as const).find(left) ?? 'announced'
}
