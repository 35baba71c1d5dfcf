import { z } from 'zod'
import { clientCode, day, text, wholeQueryPaging } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { INVOICES, ok } from './invoice.ts'

/** Amounts are decimal texts, net, by the service that left and what was entered by the end of `asOf`; weeks begin on Monday, days are those of London. */
const narrowing = {
  carriercode: text(50, 'Carrier').optional(),
  /** As of the end of this day, today or earlier: by invoices, prices and terms that were entered by then. Today if not given. */
  asOf: day.optional(),
  clientCode: clientCode.or(z.literal('')).optional(),
}

const week = z.strictObject({
  carrierCode: z.string(),
  carrierName: z.string(),
  /** Its Monday. */
  week: z.string(),
  currency: z.string(),
  despatched: z.int(),
  billed: z.int(),
  missing: z.int(),
  /** What the missing ones should cost. */
  accrual: z.string(),
  /** Those of the missing for which no cost is known. */
  unpriced: z.int(),
})
export type RequiredWeek = z.infer<typeof week>

const lateBilling = z.strictObject({
  carrierCode: z.string(),
  carrierName: z.string(),
  currency: z.string(),
  parcels: z.int(),
  /** What they should cost. */
  cost: z.string(),
  /** The first day on which one of them left, and the last on which an invoice came that bills one. */
  despatchedFrom: z.string(),
  billedOn: z.string(),
})
export type LateBilling = z.infer<typeof lateBilling>

const missingInvoice = z.strictObject({
  carrierCode: z.string(),
  carrierName: z.string(),
  account: z.string(),
  rhythm: z.enum(['weekly', 'fortnightly', 'monthly']),
  /** The day of the last invoice that came. */
  last: z.string(),
  /** The days on which one was to be expected. */
  missing: z.array(z.string()),
})
export type MissingInvoice = z.infer<typeof missingInvoice>

const missingParcel = z.strictObject({
  clientCode: z.string(),
  clientName: z.string(),
  trackingNumber: z.string(),
  orderNumber: z.string(),
  carrierName: z.string(),
  carrierService: z.string(),
  despatchedAt: z.string(),
  /** Kilograms; null where nobody said. */
  weight: z.string().nullable(),
  /** What it should cost; null where no cost is known. */
  cost: z.string().nullable(),
  currency: z.string(),
})
export type MissingParcel = z.infer<typeof missingParcel>

/** What carriers have not billed yet. */
export const required = routes({
  required: {
    method: 'GET',
    path: '/api/invoice/summary/required',
    summary:
      'What carriers have not billed yet: by carrier and week of despatch, with what it should cost (the accrual); and for internal users the invoices that did not come',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    query: z.strictObject(narrowing),
    answer: z.strictObject({
      ...ok,
      asOf: z.string(),
      /** False for a while after a feed of many days: some of them are not counted yet. */
      isComplete: z.boolean(),
      required: z.array(week),
      /** Parcels that invoices of the last 30 days bill more than 60 days after they left. */
      billedLate: z.array(lateBilling),
      /** Of carriers’ accounts that are billed in a rhythm; none for users of clients. */
      missingInvoices: z.array(missingInvoice),
    }),
    errors: ['not_found'],
    audited: false,
  },
  requiredParcels: {
    method: 'GET',
    path: '/api/invoice/summary/required/parcels',
    summary: 'The parcels of a carrier and week that no invoice bills yet, the first to leave first',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    query: z.strictObject({
      ...narrowing,
      carriercode: text(50, 'Carrier'),
      /** Any day of the week. */
      week: day,
      ...wholeQueryPaging(50),
    }),
    answer: z.strictObject({
      ...ok,
      asOf: z.string(),
      parcels: z.array(missingParcel),
      pageInfo: z.strictObject({ total: z.int(), page: z.int(), limit: z.int() }),
    }),
    errors: ['not_found'],
    audited: false,
    whole: 'parcels',
  },
})
