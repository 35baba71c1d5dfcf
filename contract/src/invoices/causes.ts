import { CHARGE_CATEGORIES } from '@despatch/domain/routing/terms/charge-category'
import { z } from 'zod'
import { day } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { INVOICES, ok, operators } from './invoice.ts'

export const MAX_CAUSES_DAYS = 92

/** Fields of every cause: the rows that it explains, the number of similar rows, and the net amount. */
const habit = {
  carrierCode: z.string(),
  carrierName: z.string(),
  currency: z.string(),
  rows: z.int(),
  of: z.int(),
  /** The part of the rows' variances that it explains. */
  amount: z.string(),
  /** The first and last day of shipment. */
  first: z.string(),
  last: z.string(),
}
const ofClient = { ...habit, clientCode: z.string(), clientName: z.string() }

const weightCause = z.strictObject({
  ...ofClient,
  /** The contents of each parcel: 'MUG ×2, PLATE'. */
  contents: z.string(),
  skus: z.array(z.string()),
  /** Average weights in kilograms. */
  billedWeight: z.string(),
  ourWeight: z.string(),
})
export type WeightCause = z.infer<typeof weightCause>

const priceCause = z.strictObject({
  ...ofClient,
  clientMethodID: z.string(),
  country: z.string(),
  /** The billed and the expected base of a row. */
  billed: z.string(),
  expected: z.string(),
})
export type PriceCause = z.infer<typeof priceCause>

const chargeCause = z.strictObject({
  ...habit,
  /** The only client whose parcels it is billed for; empty for several or unknown clients. */
  clientCode: z.string(),
  chargeCode: z.string(),
  chargeText: z.string(),
  category: z.enum(CHARGE_CATEGORIES),
  least: z.string(),
  most: z.string(),
  /** The number of consignments with it: fewer than rows if it is billed per parcel. */
  consignments: z.int(),
})
export type ChargeCause = z.infer<typeof chargeCause>

/** Causes that explain many variances at once and can be fixed. */
export const causes = routes({
  causes: {
    ...operators,
    method: 'GET',
    path: '/api/invoice/causes',
    summary:
      'What explains many variances of invoices of some days: contents weighed heavier, prices raised, charges nobody agreed; for internal users',
    permission: { reads: [INVOICES] },
    query: z
      .strictObject({ from: day, to: day })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The end date is before the start date' }),
    answer: z.strictObject({
      ...ok,
      weights: z.array(weightCause),
      prices: z.array(priceCause),
      charges: z.array(chargeCause),
    }),
    errors: ['unprocessable'],
    audited: false,
  },
})
