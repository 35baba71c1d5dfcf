import type { Cost } from '../../routing/prices/costing.ts'
import { roundToUnit } from '../../money/minor-units.ts'
import { ONE_PERCENT, type Percent } from './rules.ts'

/** Whether a difference may be rounding: at most a minor unit (a penny) a billed line. */
export const isRounding = (amount: Cost, lines: number, penny: Cost) => Math.abs(amount) <= penny * lines

export const MILLION = 1_000_000

/** A product of whole numbers over a whole number, rounded half up (negative ones alike), exact however large. */
export function timesOver(amount: number, factor: number, divisor: number): number {
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

/** So many per cent of an amount, rounded once, half up, to minor units. */
export const percentOf = (amount: Cost, percent: Percent, penny: Cost): Cost =>
  timesOver(amount, percent, 100 * ONE_PERCENT * penny) * penny

/** Into which currency amounts are reckoned, and by which rate from another: see {@link convert}; null where nobody gave one. */
export type Exchange = { readonly currency: string; readonly rateOf: (currency: string) => number | null }

/** A cost in another currency, at a rate in millionths, rounded once to minor units of that currency. */
export const convert = (cost: Cost, rate: number | null, penny: Cost): Cost =>
  rate === null ? roundToUnit(cost, penny) : timesOver(cost, rate, MILLION * penny) * penny

/** The same to the ten-thousandth, for what is reckoned with further. */
export const convertExactly = (cost: Cost, rate: number | null): Cost =>
  rate === null ? cost : timesOver(cost, rate, MILLION)

/**
 * An amount shared out by weights, by largest remainder: in whole units (a currency's minor unit) where it is a number of them,
 * else in ten-thousandths. The shares add up to it. Where the weights come to nothing, the first has it all. What is left over
 * goes first to those that want more (`wanted`, such as what a carrier billed), for it is theirs as well as another's.
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
  const given = shares.map(({ whole }) => whole * unit)
  const wants = ({ index }: { index: number }) => {
    const want = wanted?.[index] ?? 0
    return 2 * Number(want > (given[index] ?? 0)) + Number(want !== 0)
  }
  for (const { index } of shares.toSorted(
    (one, other) =>
      wants(other) - wants(one) ||
      (one.rest < other.rest ? 1 : one.rest > other.rest ? -1 : 0) ||
      one.index - other.index,
  )) {
    if (left === 0) break
    given[index] = (given[index] ?? 0) + unit
    left--
  }
  return given
}
