import type { Day } from '../../calendar/day.ts'
import { roundMoney } from '../../money/minor-units.ts'
import { costOf, NO_PRICE, pricingOn, quantitiesOf } from './compile-pricing.ts'
import type { Cost, Pricing } from './costing.ts'

const KILOGRAM = 1000

/** The consignments by which methods of several clients are compared: grams of each parcel. */
export const COMPARED: readonly (readonly number[])[] = [
  [5 * KILOGRAM],
  [20 * KILOGRAM],
  [KILOGRAM, KILOGRAM, KILOGRAM],
]

/**
 * The cost of one 1 kg parcel on a day; null without a price. With a currency it is rounded to whole minor units, as
 * charged.
 */
export const costOfOneParcel = (pricing: Pricing, day: Day, currency?: string): Cost | null =>
  costOfParcels(pricing, day, [KILOGRAM], currency)

/** The cost of a consignment of parcels with these weights in grams. */
export function costOfParcels(pricing: Pricing, day: Day, grams: readonly number[], currency?: string): Cost | null {
  const priced = pricingOn(pricing, day)
  const cost = priced ? costOf(priced, quantitiesOf(grams)) : NO_PRICE
  if (cost === NO_PRICE) return null
  return currency === undefined ? cost : roundMoney(cost, currency)
}
