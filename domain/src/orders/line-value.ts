import { type Money, parseMoney, times } from '../money/money.ts'

/** Exclusive limit of a line's value, in the currency's main unit, so that order totals fit their column. */
export const MAX_LINE_VALUE = 100_000_000
export const TOO_VALUABLE_LINE = 'Enter a value below 100,000,000'

/** Line values are charged and summed, so they are whole pence; unit values may be finer. */
export const WHOLE_PENCE = 'Enter at most two decimals, like 12.50'
const PENNY = parseMoney('0.01')

export const isWholePence = (amount: Money) => amount % PENNY === 0n

/** Value of several pieces, rounded half up to the penny. */
export function valueOfPieces(unit: Money, quantity: number): Money {
  return ((times(unit, quantity) + PENNY / 2n) / PENNY) * PENNY
}

/**
 * Value of a line and of one piece: the entered line value, else price times quantity, rounded to the penny. The unit
 * value of an entered line value is rounded half up to a ten-thousandth.
 */
export function lineValue(line: { quantity: number; price: Money; enteredTotal?: Money | undefined }): {
  unit: Money
  total: Money
} {
  // An entered value that equals the price times the quantity keeps the price, which may have more decimals.
  if (line.enteredTotal === undefined || line.enteredTotal === valueOfPieces(line.price, line.quantity))
    return { unit: line.price, total: valueOfPieces(line.price, line.quantity) }
  const quantity = BigInt(line.quantity)
  return { unit: (2n * line.enteredTotal + quantity) / (2n * quantity), total: line.enteredTotal }
}

/** Returns a message for the field, or undefined if the value is valid. */
export function lineValueProblem(total: Money): string | undefined {
  return total < parseMoney(String(MAX_LINE_VALUE)) ? undefined : TOO_VALUABLE_LINE
}
