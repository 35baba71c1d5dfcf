import type { LifeState } from './return-state.ts'

/** Where pieces of a line may be, the furthest on last; `ended` ones are out of it. */
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
/** What became of their money. */
export type MoneyState = 'refunded' | 'rejected'

/**
 * What became of the pieces of one line: each piece is in one goods state, and apart from that its money is open, refunded
 * or rejected. `extra` are pieces that came back beyond what was announced: taken, and flagged.
 */
export type ReturnQuantities = {
  readonly goods: Readonly<Record<GoodsState, number>>
  readonly money: Readonly<Record<MoneyState, number>>
  readonly extra: number
  /** Pieces for which the shopper was sent others. */
  readonly replaced: number
}

export const NO_PIECES: ReturnQuantities = {
  goods: Object.fromEntries(GOODS_STATES.map((state) => [state, 0])) as Record<GoodsState, number>,
  money: { refunded: 0, rejected: 0 },
  extra: 0,
  replaced: 0,
}

/** States that may be announced again: nothing of them was sent. */
const NOT_SENT = ['expired', 'withdrawn', 'refused'] as const satisfies readonly GoodsState[]
/** States of which nothing more is expected, and whose pieces may come back all the same; the likeliest first. */
export const ENDED = ['lost', ...NOT_SENT, 'kept'] as const satisfies readonly GoodsState[]

/** From where pieces are taken when they come to a state: the furthest on first. */
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
/** States that only what someone announced comes to; of others more may arrive than anyone announced. */
const NEVER_EXTRA: ReadonlySet<LifeState> = new Set([
  'withdrawn',
  'expired',
  'refused',
  'lost',
  'kept',
  'refunded',
  'rejected',
])

/** Why pieces cannot come to a state. */
export type NoMove = { readonly problem: 'too-many'; readonly atMost: number }

const total = (figures: Readonly<Record<string, number>>) => Object.values(figures).reduce((sum, one) => sum + one, 0)

/** All pieces of a line, whatever became of them. */
export const piecesOf = ({ goods }: ReturnQuantities): number => total(goods)

/** Pieces of a line that cannot be announced again: all but those that ended without being sent. */
export const returnedPieces = (line: ReturnQuantities): number =>
  Math.max(piecesOf(line) - piecesNotSent(line), line.money.refunded)

/** Pieces of a line that were announced and, as far as anyone knows, never sent. */
export const piecesNotSent = ({ goods }: ReturnQuantities): number =>
  NOT_SENT.reduce((sum, state) => sum + goods[state], 0)

/**
 * Brings pieces to a state. A later state implies the earlier ones: what is restocked was received, said or not. Pieces
 * come from the furthest state before it, or from `takenFrom`; what arrives beyond what was announced is taken as extra. So is what
 * was never sent, as far as another return has it by now: of pieces that were sent, this one may have `spare`.
 * Refunds and rejections take pieces whose money is open. Gives the problem where a state takes no more: nothing is withdrawn
 * that is on its way.
 */
export function moveReturn(
  line: ReturnQuantities,
  state: LifeState,
  quantity: number,
  { takenFrom, spare = Number.POSITIVE_INFINITY }: { takenFrom?: readonly GoodsState[]; spare?: number } = {},
): ReturnQuantities | NoMove {
  if (state === 'refunded' || state === 'rejected') {
    const open = openMoney(line)
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
 * Takes pieces out of a state that they never came to: they are announced, as before; what came beyond what was announced was
 * not there, unless its money was decided.
 */
export function takeBack(line: ReturnQuantities, state: GoodsState, quantity: number): ReturnQuantities {
  const never = Math.min(line.extra, quantity, openMoney(line))
  const goods = { ...line.goods, [state]: line.goods[state] - quantity }
  return {
    ...line,
    goods: { ...goods, announced: goods.announced + quantity - never },
    extra: line.extra - never,
  }
}

/** Pieces that have come to a state or beyond it: a later one implies the earlier. */
export function reached({ goods, money }: ReturnQuantities, state: LifeState): number {
  if (state === 'refunded' || state === 'rejected') return money[state]
  const put = goods.restocked + goods.quarantined
  if (state === 'announced') return total(goods)
  if (state === 'in_transit') return goods.in_transit + goods.received + goods.inspected + put + goods.lost
  if (state === 'received') return goods.received + goods.inspected + put
  return state === 'inspected' ? goods.inspected + put : goods[state]
}

/** Pieces whose money nobody has decided about, and for which no others were sent. */
export const openMoney = (line: ReturnQuantities): number =>
  Math.max(0, piecesOf(line) - total(line.money) - line.replaced)

/** The state that stands for a whole return: of its pieces that are not out of it the one least far; where all are, theirs. */
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
