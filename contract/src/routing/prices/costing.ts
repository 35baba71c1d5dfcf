import { CHARGED_FOR, isBand, PRICING_METHODS } from '@despatch/domain/routing/prices/costing'
import { z } from 'zod'
import { cost, effectiveBetween, kilograms } from '../rule-book/fields.ts'
import { count, day } from '../../route/fields.ts'

export const pricingMethod = z.enum(PRICING_METHODS, 'Choose a pricing method')

/** For By Weight Matrix: whether the bands weigh all parcels of a consignment together, or each parcel. */
export const chargedFor = z.enum(CHARGED_FOR, 'Prices are for the consignment or for each parcel')

/** A quantity in the unit of the pricing method: kg or parcels. The server checks that parcels are whole. */
const quantity = kilograms

const charge = {
  baseCost: cost('Base cost'),
  incrementalCost: cost('Incremental cost'),
  /** The quantity that the base cost includes. */
  incrementStart: quantity('Increment start'),
  /** 0: no increments. */
  increment: quantity('Increment'),
}
const fromParcel = count('From parcel is not a whole number: write one, like 1')
  .min(1, 'From parcel is at least 1')
  .max(1000, 'From parcel is at most 1,000')

/** Specification 3: 'Each costing has baseCost, fromParcel, incrementalCost, incrementStart, increment'. */
export const singleCosting = z.strictObject({ fromParcel, ...charge })

/**
 * A printed band from `from` up to and including `to` (null: open-ended). A gap between two bands belongs to the upper
 * one if it is at most one printed step; a shared edge belongs to the lower one.
 */
export const matrixRow = z
  .strictObject({
    /** Empty for a new row. */
    chargeID: z
      .string()
      .regex(/^[A-Za-z0-9_-]{0,40}$/, 'The id of a charge is letters, digits, _ and -')
      .default(''),
    from: quantity('From'),
    to: quantity('To').nullable(),
    ...charge,
    /** In force from this day on; null: from the start. */
    effectiveFrom: day.nullable().default(null),
    /** In force only on these days, with priority over rows from a day on. */
    effectiveBetween: effectiveBetween.nullable().default(null),
  })
  .refine(({ from, to }) => isBand(from, to), {
    path: ['to'],
    message: 'To is not less than from, and more than 0',
  })
  .refine(({ effectiveFrom, effectiveBetween: between }) => effectiveFrom === null || between === null, {
    path: ['effectiveFrom'],
    message: 'Either from a day on, or between days',
  })

export const MAX_MATRIX_ROWS = 500
export const matrixCosting = z.strictObject({
  fromParcel,
  costingMatrix: z
    .array(matrixRow)
    .min(1, 'A matrix has at least one row')
    .max(MAX_MATRIX_ROWS, `A matrix has at most ${MAX_MATRIX_ROWS} rows`),
})

/** A stored costing: single, or with a matrix whose rows alone determine the cost. */
export const costing = z.strictObject({ fromParcel, ...charge, costingMatrix: z.array(matrixRow) })
export type Costing = z.infer<typeof costing>
