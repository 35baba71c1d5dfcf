import { CHARGED_FOR, isBand, PRICING_METHODS } from '@despatch/domain/routing/prices/costing'
import { z } from 'zod'
import { cost, effectiveBetween, kilograms } from '../rule-book/fields.ts'
import { count, day } from '../../route/fields.ts'

export const pricingMethod = z.enum(PRICING_METHODS, 'Choose a pricing method')

/** Of By Weight Matrix: whether the bands weigh the parcels of a consignment together, or each parcel by itself. */
export const chargedFor = z.enum(CHARGED_FOR, 'Prices are for the consignment or for each parcel')

/** A quantity in the unit of the pricing method: kg, or parcels (then whole: the server says so). */
const quantity = kilograms

const charge = {
  baseCost: cost('Base cost'),
  incrementalCost: cost('Incremental cost'),
  /** The quantity that the base cost holds. */
  incrementStart: quantity('Increment start'),
  /** 0: the quantity adds nothing. */
  increment: quantity('Increment'),
}
const fromParcel = count('From parcel is not a whole number: write one, like 1')
  .min(1, 'From parcel is at least 1')
  .max(1000, 'From parcel is at most 1,000')

/** Specification 3: 'Each costing has baseCost, fromParcel, incrementalCost, incrementStart, increment'. */
export const singleCosting = z.strictObject({ fromParcel, ...charge })

/**
 * From `from` up to and with `to` (null: without end), as carriers print bands: what lies between two of them belongs to the
 * upper one where that is no more than the step they are printed in, and an edge where two meet to the lower one.
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
    /** In force from this day on; null: from ever. */
    effectiveFrom: day.nullable().default(null),
    /** In force on these days alone, before what is in force from a day on. */
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

/** A costing as it is kept: single, or with a matrix, whose rows alone then say what a quantity costs. */
export const costing = z.strictObject({ fromParcel, ...charge, costingMatrix: z.array(matrixRow) })
export type Costing = z.infer<typeof costing>
