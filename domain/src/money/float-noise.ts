/**
 * Rounds away the noise of floating point sums: 3.3000000000000003 is 3.3, and 0.7999999999999999 is 0.8. Undefined if
 * the value has real digits beyond `decimals`, like 1e-7 as an amount.
 */
export function withoutFloatNoise(value: number, decimals: number): number | undefined {
  const rounded = Number(value.toFixed(decimals))
  // A few hundred additions cause errors of a few units in the last place, far below the last decimal.
  const noise = Math.max(10 ** -(decimals + 6), Math.abs(value) * Number.EPSILON * 256)
  if (!(Math.abs(value - rounded) <= noise)) return undefined
  // Avoid -0.
  return rounded === 0 ? 0 : rounded
}

/** More than any figure of the product has. */
const MOST_DECIMALS = 6

/**
 * Writes a number without noise: '3.3' for 3.3000000000000003. Numbers with more decimals are written as they are:
 * '1e-7'.
 */
export function numberText(value: number): string {
  return String(withoutFloatNoise(value, MOST_DECIMALS) ?? value)
}
