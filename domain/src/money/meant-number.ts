/**
 * The number of at most so many decimals that a sum of floats means: 3.3000000000000003 is 3.3, and 0.7999999999999999 is 0.8.
 * Undefined where it says more than that, as 1e-7 does of an amount.
 */
export function meantNumber(value: number, decimals: number): number | undefined {
  const meant = Number(value.toFixed(decimals))
  // A few hundred additions add up to some units in the last place; far below what the last decimal is worth.
  const noise = Math.max(10 ** -(decimals + 6), Math.abs(value) * Number.EPSILON * 256)
  if (!(Math.abs(value - meant) <= noise)) return undefined
  // Of a zero the sign means nothing.
  return meant === 0 ? 0 : meant
}

/** More decimals than any figure of the product has. */
const MOST_DECIMALS = 6

/** A number as people write the one that it means: '3.3' for 3.3000000000000003. What means none is written as it is: '1e-7'. */
export function meantText(value: number): string {
  return String(meantNumber(value, MOST_DECIMALS) ?? value)
}
