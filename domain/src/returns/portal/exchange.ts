import type { ReturnQuantities } from '../life/return-states.ts'
import type { Resolution, ReturnAnswer } from '../rules/returns-book.ts'

/** What stands of the order that replaces the goods of a return, and what it is called. */
export const EXCHANGES = {
  none: '',
  make: 'Not made yet',
  waiting: 'Waits for the goods',
  release: 'About to be released',
  cancel: 'About to be cancelled',
  released: 'Released',
  cancelled: 'Cancelled',
  held: 'Needs attention',
} as const
export type Exchange = keyof typeof EXCHANGES
export const EXCHANGE_CODES = Object.keys(EXCHANGES) as [Exchange, ...Exchange[]]

/** What someone has to do: the others are settled, or wait for the goods. */
export const EXCHANGES_TO_DO = ['make', 'release', 'cancel'] as const satisfies readonly Exchange[]

/** What becomes of such an order, as its steps and timelines call it. */
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

/** Pieces by line that a replacement is owed for by now, and those that may still come to it. */
type Replaced = { readonly lineNumber: number; readonly came: number; readonly coming: number }

/**
 * The pieces of lines that are exchanged. What came back or is kept by the shopper is replaced, unless its money was refunded or
 * rejected; what is lost may yet turn up, and waits for someone to decide. Extra pieces are never replaced.
 */
export function replacedPieces(lines: readonly ExchangedLine[]): Replaced[] {
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
 * What is next of the order that replaces the goods. It is made once nothing waits for a review any more, released when all
 * that is to come has come, and cancelled where nothing comes.
 */
export function exchangeAfter(
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
 * Lines whose goods are replaced by what is sent for them, in pieces by SKU: by the same SKU first, then by what else is sent;
 * those that came first, then those that may still come, then what ended and may turn up all the same.
 */
export function withReplaced<Line extends ExchangedLine & { readonly sku: string; readonly pieces: ReturnQuantities }>(
  lines: readonly Line[],
  sent: ReadonlyMap<string, number>,
): Line[] {
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
