import type { Day } from '../../calendar/day.ts'
import { roundMoney } from '../../money/minor-units.ts'
import { costOf, NO_PRICE, pricingOn, quantitiesOf } from './compile-pricing.ts'
import type { Cost, Pricing } from './costing.ts'

const KILOGRAM = 1000

/** What methods of several clients are compared by: consignments, the weight of each of their parcels in grams. */
export const COMPARED: readonly (readonly number[])[] = [
  [5 * KILOGRAM],
  [20 * KILOGRAM],
  [KILOGRAM, KILOGRAM, KILOGRAM],
]

/**
 * What one parcel of a kilogram costs on a day, as the engine reckons it; null where it has no price then. In a currency it is
 * what would be charged, whole minor units.
 */
export const costOfOneParcel = (pricing: Pricing, day: Day, currency?: string): Cost | null =>
  costOfParcels(pricing, day, [KILOGRAM], currency)

/** The same of parcels of these weights, in grams, that travel together. */
export function costOfParcels(pricing: Pricing, day: Day, grams: readonly number[], currency?: string): Cost | null {
  const priced = pricingOn(pricing, day)
  const cost = priced ? costOf(priced, quantitiesOf(grams)) : NO_PRICE
  if (cost === NO_PRICE) return null
  return currency === undefined ? cost : roundMoney(cost, currency)
}
