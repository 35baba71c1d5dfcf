import type { Day } from '../../calendar/day.ts'
import { type ActiveRange, inOrderOfDays } from '../active-dates/active-dates.ts'
import type { Charge, Cost, Costing, Pricing } from '../prices/costing.ts'

/**
 * Active dates that go on to a day (null: without end): the range that ends last is given that last day. It never becomes
 * shorter, and no dates at all, which is always, stay so.
 */
export function extendedTo(ranges: readonly ActiveRange[], to: Day | null): ActiveRange[] {
  const sorted = inOrderOfDays(ranges)
  const last = sorted.at(-1)
  if (!last || last.to === null || (to !== null && to <= last.to)) return sorted
  return [...sorted.slice(0, -1), { from: last.from, to }]
}

/** Slots of a capacity with so many per cent more (or fewer) parcels, rounded; null, which is no limit, stays. */
export const slotsChangedBy = (slots: readonly (number | null)[], percent: number) =>
  slots.map((slot) => (slot === null ? null : Math.round((slot * (100 + percent)) / 100)))

/** Prices with all that they charge so many per cent dearer (or cheaper), each rounded to a ten-thousandth of a pound. */
export function pricesChangedBy(pricing: Pricing, percent: number): Pricing {
  const changed = (cost: Cost): Cost => Math.round((cost * (100 + percent)) / 100)
  const charge = <One extends Charge>(one: One): One => ({
    ...one,
    baseCost: changed(one.baseCost),
    incrementalCost: changed(one.incrementalCost),
  })
  const costing = (one: Costing | null) => one && { ...charge(one), costingMatrix: one.costingMatrix.map(charge) }
  return {
    ...pricing,
    primaryCosting: costing(pricing.primaryCosting),
    secondaryCosting: costing(pricing.secondaryCosting),
  }
}
