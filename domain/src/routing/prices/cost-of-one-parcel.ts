import type { Day } from '../../calendar/day.ts'
import { costOf, NO_PRICE, pricingOn, quantitiesOf } from './compile-pricing.ts'
import type { Cost, Pricing } from './costing.ts'

const KILOGRAM = 1000
const ONE_PARCEL = quantitiesOf([KILOGRAM])

/** What one parcel of a kilogram costs on a day, as the engine reckons it; null where it has no price then. */
export function costOfOneParcel(pricing: Pricing, day: Day): Cost | null {
  const priced = pricingOn(pricing, day)
  const cost = priced ? costOf(priced, ONE_PARCEL) : NO_PRICE
  return cost === NO_PRICE ? null : cost
}
