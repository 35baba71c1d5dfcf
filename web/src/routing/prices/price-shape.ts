import { chargedFor, pricingMethod } from '@despatch/contract/routing/prices/costing'
import { knownVersion } from '@despatch/contract/routing/rule-book/fields'
import { z } from 'zod'

/** Text as typed, valid or not. */
const typed = z.string().max(60)

const rowShape = z.strictObject({
  chargeID: typed,
  from: typed,
  to: typed,
  baseCost: typed,
  incrementalCost: typed,
  incrementStart: typed,
  increment: typed,
  effectiveFrom: typed,
  betweenFrom: typed,
  betweenTo: typed,
})
export type RowValues = z.infer<typeof rowShape>
export type RowField = Exclude<keyof RowValues, 'chargeID'>

const costingShape = z.strictObject({
  fromParcel: typed,
  baseCost: typed,
  incrementalCost: typed,
  incrementStart: typed,
  increment: typed,
  costingMatrix: z.array(rowShape),
})
export type CostingValues = z.infer<typeof costingShape>
export type CostingName = 'primaryCosting' | 'secondaryCosting'

export const priceShape = z.strictObject({
  version: knownVersion,
  form: z.enum(['single', 'matrix']),
  pricingMethod,
  chargedFor,
  primaryCosting: costingShape,
  hasSecondary: z.boolean(),
  secondaryCosting: costingShape,
  /** The first day that the prices apply to; '' is the default. */
  holdsFrom: typed,
})
export type PriceValues = z.infer<typeof priceShape>
