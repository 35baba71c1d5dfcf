import { costOfText, costText, gramsOf, kilogramsOf } from '../allocation/units.ts'
import {
  type Charge,
  type ChargedFor,
  type Costing,
  isForEachParcel,
  type MatrixRow,
  type Pricing,
  type PricingMethod,
} from './costing.ts'

/** A charge in calls and on screens: costs are decimal strings, quantities kg by weight, otherwise parcels. */
type WrittenCharge = {
  readonly baseCost: string
  readonly incrementalCost: string
  readonly incrementStart: number
  readonly increment: number
}
type WrittenRow = WrittenCharge & Pick<MatrixRow, 'chargeID' | 'from' | 'to' | 'effectiveFrom' | 'effectiveBetween'>
type WrittenCosting = WrittenCharge & { readonly fromParcel: number; readonly costingMatrix: readonly WrittenRow[] }

/** Prices of a method in calls and on screens. */
export type WrittenPricing = {
  readonly pricingMethod: PricingMethod
  readonly chargedFor?: ChargedFor | undefined
  readonly primaryCosting: WrittenCosting | null
  readonly secondaryCosting: WrittenCosting | null
}

/** The charge of a costing that has a matrix. */
export const NO_CHARGE: WrittenCharge = { baseCost: '0.00', incrementalCost: '0.00', incrementStart: 0, increment: 0 }

/** Converts a quantity for calculations: grams by weight, otherwise parcels. */
export const quantityOf = (method: PricingMethod, written: number) =>
  method === 'By Weight Matrix' ? gramsOf(written) : written
/** Converts a quantity for screens: kg by weight, otherwise parcels. */
export const writtenQuantity = (method: PricingMethod, quantity: number) =>
  method === 'By Weight Matrix' ? kilogramsOf(quantity) : quantity

/** Converts prices for calculations. Throws a RangeError for a cost that is not an amount. */
export function pricingOf(written: WrittenPricing): Pricing {
  const { pricingMethod, primaryCosting, secondaryCosting } = written
  const quantity = (written: number) => quantityOf(pricingMethod, written)
  const charge = (written: WrittenCharge): Charge => ({
    baseCost: costOfText(written.baseCost),
    incrementalCost: costOfText(written.incrementalCost),
    incrementStart: quantity(written.incrementStart),
    increment: quantity(written.increment),
  })
  const costing = (written: WrittenCosting | null): Costing | null =>
    written && {
      fromParcel: written.fromParcel,
      ...charge(written),
      costingMatrix: written.costingMatrix.map((row) => ({
        chargeID: row.chargeID,
        from: quantity(row.from),
        to: row.to === null ? null : quantity(row.to),
        ...charge(row),
        effectiveFrom: row.effectiveFrom,
        effectiveBetween: row.effectiveBetween,
      })),
    }
  return {
    pricingMethod,
    // Prices for the consignment are stored without the field, as before it existed.
    ...(isForEachParcel(written) && { chargedFor: 'parcel' as const }),
    primaryCosting: costing(primaryCosting),
    secondaryCosting: costing(secondaryCosting),
  }
}

/** Converts prices for calls and screens. */
export function writtenPricing(pricing: Pricing) {
  const { pricingMethod, primaryCosting, secondaryCosting } = pricing
  const quantity = (reckoned: number) => writtenQuantity(pricingMethod, reckoned)
  const charge = (of: Charge) => ({
    baseCost: costText(of.baseCost),
    incrementalCost: costText(of.incrementalCost),
    incrementStart: quantity(of.incrementStart),
    increment: quantity(of.increment),
  })
  const costing = (of: Costing | null) =>
    of && {
      fromParcel: of.fromParcel,
      ...charge(of),
      costingMatrix: of.costingMatrix.map((row) => ({
        chargeID: row.chargeID,
        from: quantity(row.from),
        to: row.to === null ? null : quantity(row.to),
        ...charge(row),
        effectiveFrom: row.effectiveFrom,
        effectiveBetween: row.effectiveBetween,
      })),
    }
  return {
    pricingMethod,
    ...(isForEachParcel(pricing) && { chargedFor: 'parcel' as const }),
    primaryCosting: costing(primaryCosting),
    secondaryCosting: costing(secondaryCosting),
  }
}
