import { CHARGE_CATEGORIES } from '@despatch/domain/invoices/invoice'
import { z } from 'zod'
import { day } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { INVOICES, ok, operators } from './invoice.ts'

export const MAX_CAUSES_DAYS = 92

/** What every cause says: how many rows it explains, of how many that are alike, and what they come to, net. */
const habit = {
  carrierCode: z.string(),
  carrierName: z.string(),
  currency: z.string(),
  rows: z.int(),
  of: z.int(),
  /** The part of their variances that it explains. */
  amount: z.string(),
  /** The first and last day of shipment. */
  first: z.string(),
  last: z.string(),
}
const ofClient = { ...habit, clientCode: z.string(), clientName: z.string() }

const weightCause = z.strictObject({
  ...ofClient,
  /** What is in each of the parcels: 'MUG ×2, PLATE'. */
  contents: z.string(),
  skus: z.array(z.string()),
  /** Kilograms on average. */
  billedWeight: z.string(),
  ourWeight: z.string(),
})
export type WeightCause = z.infer<typeof weightCause>

const priceCause = z.strictObject({
  ...ofClient,
  clientMethodID: z.string(),
  country: z.string(),
  /** What a row is billed as its base, and what it should be. */
  billed: z.string(),
  expected: z.string(),
})
export type PriceCause = z.infer<typeof priceCause>

const chargeCause = z.strictObject({
  ...habit,
  /** Of the one client whose parcels it is billed for; empty where they are several’s or nobody’s. */
  clientCode: z.string(),
  chargeCode: z.string(),
  chargeText: z.string(),
  category: z.enum(CHARGE_CATEGORIES),
  least: z.string(),
  most: z.string(),
  /** In how many consignments it is billed: in fewer than rows where it is billed of each parcel. */
  consignments: z.int(),
})
export type ChargeCause = z.infer<typeof chargeCause>

/** What explains many variances at once, and can be mended. */
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
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day is before the first' }),
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
