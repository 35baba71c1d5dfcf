import type { Day } from '../../calendar/day.ts'
import { type ActiveRange, sortByFirstDay } from '../active-dates/active-dates.ts'
import type { Charge, Cost, Costing, Pricing } from '../prices/costing.ts'

/**
 * Extends the range that ends last to a day (null: open-ended). It never shortens a range. No ranges, which mean
 * always, stay none.
 */
export function extendActiveDates(ranges: readonly ActiveRange[], to: Day | null): ActiveRange[] {
  const sorted = sortByFirstDay(ranges)
  const last = sorted.at(-1)
  if (!last || last.to === null || (to !== null && to <= last.to)) return sorted
  return [...sorted.slice(0, -1), { from: last.from, to }]
}

/** Changes the daily limits of a capacity by a percentage, rounded to whole parcels; null (no limit) stays. */
export const changeLimitsByPercent = (slots: readonly (number | null)[], percent: number) =>
  slots.map((slot) => (slot === null ? null : Math.round((slot * (100 + percent)) / 100)))

/** Changes all charges by a percentage, each rounded to a ten-thousandth of a pound. */
export function changePricesByPercent(pricing: Pricing, percent: number): Pricing {
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
