import type { ReturnQuantities } from '../life/return-states.ts'
import type { Resolution, ReturnAnswer } from '../rules/returns-book.ts'

/** States of the order that replaces returned goods, with their titles. */
export const EXCHANGES = {
  none: '',
  make: 'Not created yet',
  waiting: 'Awaiting goods',
  release: 'About to be released',
  cancel: 'About to be cancelled',
  released: 'Released',
  cancelled: 'Cancelled',
  held: 'Needs attention',
} as const
export type Exchange = keyof typeof EXCHANGES
export const EXCHANGE_CODES = Object.keys(EXCHANGES) as [Exchange, ...Exchange[]]

/** States in which the job has something to do. In all others the exchange is settled or waits for the goods. */
export const EXCHANGES_TO_DO = ['make', 'release', 'cancel'] as const satisfies readonly Exchange[]

/** Steps of a replacement order, as return steps and timelines name them. */
export const EXCHANGE_STEPS = {
  exchange_made: 'Replacement ordered',
  exchange_released: 'Replacement released',
  exchange_cancelled: 'Replacement cancelled',
  exchange_held: 'Replacement needs attention',
} as const
export type ExchangeStep = keyof typeof EXCHANGE_STEPS

type ExchangedLine = {
  readonly lineNumber: number
  readonly quantity: number
  readonly resolution: Resolution
  readonly answer: ReturnAnswer
  readonly pieces: Pick<ReturnQuantities, 'goods' | 'money'>
}

/** Pieces of a line to replace now (`came`), and pieces that may still come back (`coming`). */
type ReplacedPieces = { readonly lineNumber: number; readonly came: number; readonly coming: number }

/**
 * The pieces to replace, by line. Pieces that came back or are kept are replaced, unless their money was refunded or
 * rejected. Lost pieces can still turn up, so they wait for a decision. Extra pieces are never replaced.
 */
export function replacedPieces(lines: readonly ExchangedLine[]): ReplacedPieces[] {
  return lines
    .filter(({ resolution, answer }) => resolution === 'exchange' && answer === 'allowed')
    .map(({ lineNumber, quantity, pieces: { goods, money } }) => {
      const arrived = goods.received + goods.inspected + goods.restocked + goods.quarantined + goods.kept
      return {
        lineNumber,
        came: Math.max(0, Math.min(arrived, quantity) - money.refunded - money.rejected),
        coming: goods.announced + goods.in_transit + goods.lost,
      }
    })
}

/**
 * The next state of the replacement order: it is made once no review is waiting, released when everything expected has
 * come back, and cancelled if nothing comes.
 */
export function nextExchangeState(
  before: Exchange,
  of: { isInReview: boolean; lines: readonly ExchangedLine[] },
): Exchange {
  const pieces = replacedPieces(of.lines)
  const isComing = pieces.some(({ coming }) => coming > 0)
  const hasCome = pieces.some(({ came }) => came > 0)
  switch (before) {
    case 'none':
    case 'make':
      return !of.isInReview && (isComing || hasCome) ? 'make' : 'none'
    case 'waiting':
    case 'release':
    case 'cancel':
      if (isComing) return 'waiting'
      return hasCome ? 'release' : 'cancel'
    case 'released':
    case 'cancelled':
    case 'held':
      return before
  }
}

/**
 * Assigns the pieces of a replacement order (by SKU) to the lines that they replace: lines of the same SKU first, then
 * others; within these, pieces that came back first, then expected ones, then ended ones that may still turn up.
 */
export function assignReplacements<
  Line extends ExchangedLine & { readonly sku: string; readonly pieces: ReturnQuantities },
>(lines: readonly Line[], sent: ReadonlyMap<string, number>): Line[] {
  const left = new Map(sent)
  const pieces = replacedPieces(lines)
  const shares = new Map(pieces.map(({ lineNumber }) => [lineNumber, 0]))
  const take = (lineNumber: number, sku: string, atMost: number) => {
    const share = Math.max(0, Math.min(left.get(sku) ?? 0, atMost - (shares.get(lineNumber) ?? 0)))
    shares.set(lineNumber, (shares.get(lineNumber) ?? 0) + share)
    left.set(sku, (left.get(sku) ?? 0) - share)
  }
  const bounds = pieces.map(({ lineNumber, came, coming }) => {
    const line = lines.find((one) => one.lineNumber === lineNumber)
    const { refunded = 0, rejected = 0 } = line?.pieces.money ?? {}
    const all = (line?.quantity ?? 0) - refunded - rejected
    return { lineNumber, sku: line?.sku ?? '', steps: [came, came + coming, all] }
  })
  for (const others of [false, true])
    for (const step of [0, 1, 2])
      for (const { lineNumber, sku, steps } of bounds)
        for (const one of others ? left.keys() : [sku]) take(lineNumber, one, steps[step] ?? 0)
  return lines.map((line) => ({
    ...line,
    pieces: { ...line.pieces, replaced: shares.get(line.lineNumber) ?? 0 },
  }))
}
