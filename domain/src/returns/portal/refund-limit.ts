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

/**
 * The most that a refund of some pieces may pay back, in ten-thousandths: what was paid for them, and with all that was
 * refunded of the order before (`before`) no more than was paid for all of these pieces. In whole minor units of the currency.
 */
export function refundLimit(
  lines: readonly PaidLine[],
  pieces: readonly { readonly lineNumber: number; readonly quantity: number }[],
  { before, currency }: { before: number; currency: string },
): number {
  const ofLine = ({ value, bought }: PaidLine, count: number) => (bought > 0 ? (value * count) / bought : 0)
  const asked = ({ lineNumber }: PaidLine) =>
    pieces.reduce((sum, piece) => sum + (piece.lineNumber === lineNumber ? piece.quantity : 0), 0)
  const own = lines.reduce((sum, line) => sum + ofLine(line, asked(line)), 0)
  const given = (line: PaidLine) => Math.min(line.bought, line.refunded + line.elsewhere + asked(line))
  const all = lines.reduce((sum, line) => sum + ofLine(line, given(line)) - ofLine(line, line.elsewhere), 0)
  return Math.max(0, Math.min(roundMoney(own, currency), roundMoney(all, currency) - before))
}
