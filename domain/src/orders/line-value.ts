import { type Money, parseMoney, times } from '../money/money.ts'

/** What a line is worth less than, in the currency's main unit, so that the sums of an order stay within what is kept. */
export const MAX_LINE_VALUE = 100_000_000
export const TOO_VALUABLE_LINE = 'A line is worth less than 100,000,000'

/** What a line is worth is whole pence: it is charged, and summed up. What one piece is worth may be finer. */
export const WHOLE_PENCE = 'The value of a line has at most two decimals, like 12.50'
const PENNY = parseMoney('0.01')

export const isWholePence = (amount: Money) => amount % PENNY === 0n

/** Pieces of a finer value as what is charged for all of them: to the penny, half up. */
export function valueOfPieces(unit: Money, quantity: number): Money {
  return ((times(unit, quantity) + PENNY / 2n) / PENNY) * PENNY
}

/**
 * What a line is worth, and what one piece of it is: the value given for the line, else the SKU's price times the
 * quantity, to the penny. A piece of a given value is rounded to a ten-thousandth, half up.
 */
export function lineValue(line: { quantity: number; price: Money; given?: Money | undefined }): {
  unit: Money
  total: Money
} {
  // A value that is given as the price makes it leaves the price as it is, which may be finer than the value says.
  if (line.given === undefined || line.given === valueOfPieces(line.price, line.quantity))
    return { unit: line.price, total: valueOfPieces(line.price, line.quantity) }
  const quantity = BigInt(line.quantity)
  return { unit: (2n * line.given + quantity) / (2n * quantity), total: line.given }
}

/** What is wrong with the value of a line, in words for its field, or undefined when nothing is. */
export function lineValueProblem(total: Money): string | undefined {
  return total < parseMoney(String(MAX_LINE_VALUE)) ? undefined : TOO_VALUABLE_LINE
}
