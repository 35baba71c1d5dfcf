import type { Cost } from '../prices/costing.ts'
import { roundToUnit } from '../../money/minor-units.ts'
import { ONE_PERCENT, type Percent } from './agreed-charge.ts'

/** Whether a difference may be rounding: at most one minor unit (a penny) for each billed line. */
export const isRounding = (amount: Cost, lines: number, penny: Cost) => Math.abs(amount) <= penny * lines

export const MILLION = 1_000_000

/** Multiplies and divides whole numbers, rounded half up (for negative numbers too), and exact for any size. */
export function multiplyDivide(amount: number, factor: number, divisor: number): number {
  const product = amount * factor
  if (Number.isSafeInteger(product) && Number.isSafeInteger(2 * product)) {
    const magnitude = Math.abs(product)
    const rest = magnitude % divisor
    const whole = (magnitude - rest) / divisor + (2 * rest >= divisor ? 1 : 0)
    return product < 0 ? -whole : whole
  }
  const exact = BigInt(Math.abs(amount)) * BigInt(Math.abs(factor))
  const whole = Number((2n * exact + BigInt(divisor)) / (2n * BigInt(divisor)))
  return amount < 0 !== factor < 0 ? -whole : whole
}

/** A percentage of an amount, rounded once, half up, to minor units. */
export const percentOf = (amount: Cost, percent: Percent, penny: Cost): Cost =>
  multiplyDivide(amount, percent, 100 * ONE_PERCENT * penny) * penny

/**
 * The target currency of conversions, and the rates from other currencies: see {@link convert}; null if there is no
 * rate.
 */
export type Exchange = { readonly currency: string; readonly rateOf: (currency: string) => number | null }

/** Converts a cost at a rate in millionths, rounded once to minor units of the target currency. */
export const convert = (cost: Cost, rate: number | null, penny: Cost): Cost =>
  rate === null ? roundToUnit(cost, penny) : multiplyDivide(cost, rate, MILLION * penny) * penny

/** Converts a cost without rounding to minor units, for further calculation. */
export const convertExactly = (cost: Cost, rate: number | null): Cost =>
  rate === null ? cost : multiplyDivide(cost, rate, MILLION)

/**
 * Distributes an amount by weights with the largest-remainder method: in whole units (a currency's minor unit) if it
 * is a multiple of them, otherwise in ten-thousandths. The shares add up to it. If all weights are zero, the first
 * gets everything. The remainder first goes to those that should get more (`wanted`, for example what a carrier
 * billed).
 */
export function shareOut(
  amount: number,
  weights: readonly number[],
  wholeUnit: number,
  wanted?: readonly number[],
): number[] {
  if (weights.length === 1) return [amount]
  const unit = amount % wholeUnit === 0 ? wholeUnit : 1
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.map((_, index) => (index === 0 ? amount : 0))
  const units = BigInt(amount / unit)
  const shares = weights.map((weight, index) => {
    const exact = units * BigInt(weight) * BigInt(Math.sign(total))
    const over = BigInt(Math.abs(total))
    const rest = ((exact % over) + over) % over
    return { index, whole: Number((exact - rest) / over), rest }
  })
  let left = Number(units) - shares.reduce((sum, { whole }) => sum + whole, 0)
  const assigned = shares.map(({ whole }) => whole * unit)
  const wants = ({ index }: { index: number }) => {
    const want = wanted?.[index] ?? 0
    return 2 * Number(want > (assigned[index] ?? 0)) + Number(want !== 0)
  }
  for (const { index } of shares.toSorted(
    (one, other) =>
      wants(other) - wants(one) ||
      (one.rest < other.rest ? 1 : one.rest > other.rest ? -1 : 0) ||
      one.index - other.index,
  )) {
    if (left === 0) break
    assigned[index] = (assigned[index] ?? 0) + unit
    left--
  }
  return assigned
}
