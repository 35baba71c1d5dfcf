import { roundMoney } from '../../money/minor-units.ts'

/** What was paid for an order line, in ten-thousandths, and how many of its pieces were refunded in all announced returns. */
export type PaidLine = {
  readonly lineNumber: number
  readonly value: number
  readonly bought: number
  readonly refunded: number
  /** Pieces refunded in returns that were not announced here. They count at their price. */
  readonly elsewhere: number
}

type Pieces = readonly { readonly lineNumber: number; readonly quantity: number }[]

const costOf = ({ value, bought }: PaidLine, count: number) => (bought > 0 ? (value * count) / bought : 0)
const requestedOf = ({ lineNumber }: PaidLine, pieces: Pieces) =>
  pieces.reduce((sum, piece) => sum + (piece.lineNumber === lineNumber ? piece.quantity : 0), 0)

/** Price paid for some pieces, in ten-thousandths, rounded to the currency's minor unit. */
export const costOfPieces = (lines: readonly PaidLine[], pieces: Pieces, currency: string): number =>
  roundMoney(
    lines.reduce((sum, line) => sum + costOf(line, requestedOf(line, pieces)), 0),
    currency,
  )

/** What was paid for an order, and refunded so far in announced returns (`before`) and others; in ten-thousandths. */
export function refundedSoFar(
  lines: readonly PaidLine[],
  { before, currency }: { before: number; currency: string },
): { paid: number; refunded: number; left: number } {
  const paid = roundMoney(
    lines.reduce((sum, { value }) => sum + value, 0),
    currency,
  )
  const elsewhere = lines.reduce((sum, line) => sum + costOf(line, line.elsewhere), 0)
  const refunded = before + roundMoney(elsewhere, currency)
  return { paid, refunded, left: Math.max(0, paid - refunded) }
}

/**
 * The most that a refund of some pieces may pay, in ten-thousandths, rounded to the currency's minor unit: at most the
 * price of these pieces, and together with earlier refunds (`before`) at most the price of all refunded pieces.
 */
export function refundLimit(
  lines: readonly PaidLine[],
  pieces: Pieces,
  { before, currency }: { before: number; currency: string },
): number {
  const countOf = (line: PaidLine) => Math.min(line.bought, line.refunded + line.elsewhere + requestedOf(line, pieces))
  const all = lines.reduce((sum, line) => sum + costOf(line, countOf(line)) - costOf(line, line.elsewhere), 0)
  return Math.max(0, Math.min(costOfPieces(lines, pieces, currency), roundMoney(all, currency) - before))
}

/**
 * Why a refund needs a reason: it exceeds the limit, it falls short of the limit even with its deduction, or it has a
 * deduction. Undefined if it needs none.
 */
export function reasonNeededFor(refund: {
  readonly amount: number
  readonly deduction: number
  readonly limit: number
}): 'more' | 'less' | 'deduction' | undefined {
  const { amount, deduction, limit } = refund
  if (amount > limit) return 'more'
  if (amount + deduction < limit) return 'less'
  return deduction > 0 ? 'deduction' : undefined
}
