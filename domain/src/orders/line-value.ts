import { type Money, times } from '../money/money.ts'

/**
 * What a line is worth, and what one piece of it is: the value given for the line, else the SKU's price times the
 * quantity. A piece of a given value is rounded to a ten-thousandth, half up; the line's value is never rounded.
 */
export function lineValue(line: { quantity: number; price: Money; given?: Money | undefined }): {
  unit: Money
  total: Money
} {
  if (line.given === undefined) return { unit: line.price, total: times(line.price, line.quantity) }
  const quantity = BigInt(line.quantity)
  return { unit: (2n * line.given + quantity) / (2n * quantity), total: line.given }
}
