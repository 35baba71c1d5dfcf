import type { Cost } from '../../routing/prices/costing.ts'
import { ONE_PERCENT } from '../../routing/terms/agreed-charge.ts'
import type { JudgedCharge } from './judged.ts'
import type { Allowance, Tolerance } from './rules.ts'

/** Whether a difference is allowed: it must be within both the amount and the percentage of the expected cost. */
export function isAllowed({ money, percent }: Allowance, variance: Cost, expected: Cost): boolean {
  const size = Math.abs(variance)
  if (size === 0) return true
  if (money !== null && size > money) return false
  return percent === null || size * 100 * ONE_PERCENT <= Math.abs(expected) * percent
}

/**
 * What exceeds a tolerance: the row itself, or the text of the first charge that does; '' if nothing does. Rounding
 * is only compared with the amount, because a penny exceeds any percentage of a small charge.
 */
export function beyondTolerance(
  tolerance: Tolerance,
  row: { readonly variance: Cost; readonly expected: Cost; readonly charges: readonly JudgedCharge[] },
): string {
  const moneyOf = ({ money }: Allowance): Allowance => ({ money, percent: null })
  const isRounded = row.charges.every((charge) => charge.isRounded || charge.billed === charge.expected)
  if (!isAllowed(isRounded ? moneyOf(tolerance.row) : tolerance.row, row.variance, row.expected)) return 'row'
  const beyond = row.charges.find(
    ({ billed, expected, isRounded: isPenny }) =>
      !isAllowed(isPenny ? moneyOf(tolerance.charge) : tolerance.charge, billed - expected, expected),
  )
  return beyond ? beyond.text || beyond.code || beyond.category : ''
}

/** Whether the sum of an invoice's differences within tolerance is at most `most` (null: no limit). */
export function isSumAllowed(most: Cost | null, sum: Cost): boolean {
  return most === null || Math.abs(sum) <= most
}
