import { roundMoney } from '../../money/minor-units.ts'

/** What was paid for a line of an order, in ten-thousandths, and how many of its pieces have been refunded in all returns. */
export type PaidLine = {
  readonly lineNumber: number
  readonly value: number
  readonly bought: number
  readonly refunded: number
  /** Pieces that were refunded in returns that nobody announced here: at what was paid for them. */
  readonly elsewhere: number
}

type Pieces = readonly { readonly lineNumber: number; readonly quantity: number }[]

const costOf = ({ value, bought }: PaidLine, count: number) => (bought > 0 ? (value * count) / bought : 0)
const askedOf = ({ lineNumber }: PaidLine, pieces: Pieces) =>
  pieces.reduce((sum, piece) => sum + (piece.lineNumber === lineNumber ? piece.quantity : 0), 0)

/** What was paid for some pieces, in ten-thousandths: whole minor units of the currency. */
export const costOfPieces = (lines: readonly PaidLine[], pieces: Pieces, currency: string): number =>
  roundMoney(
    lines.reduce((sum, line) => sum + costOf(line, askedOf(line, pieces)), 0),
    currency,
  )

/** What was paid for the lines of an order, and what was refunded of it so far, announced here (`before`) or elsewhere. */
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
 * The most that a refund of some pieces may pay back, in ten-thousandths: what was paid for them, and with all that was
 * refunded of the order before (`before`) no more than was paid for all of these pieces. In whole minor units of the currency.
 */
export function refundLimit(
  lines: readonly PaidLine[],
  pieces: Pieces,
  { before, currency }: { before: number; currency: string },
): number {
  const given = (line: PaidLine) => Math.min(line.bought, line.refunded + line.elsewhere + askedOf(line, pieces))
  const all = lines.reduce((sum, line) => sum + costOf(line, given(line)) - costOf(line, line.elsewhere), 0)
  return Math.max(0, Math.min(costOfPieces(lines, pieces, currency), roundMoney(all, currency) - before))
}

/**
 * What a refund has to give a reason for: it pays back more than its limit, or less than its limit and what is taken off come
 * to, or something is taken off. undefined where it needs none.
 */
export function reasonNeededFor(given: {
  readonly amount: number
  readonly deduction: number
  readonly limit: number
}): 'more' | 'less' | 'deduction' | undefined {
  const { amount, deduction, limit } = given
  if (amount > limit) return 'more'
  if (amount + deduction < limit) return 'less'
  return deduction > 0 ? 'deduction' : undefined
}
