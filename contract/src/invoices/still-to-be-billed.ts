import { z } from 'zod'
import { clientCode, day, text, wholeQueryPaging } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { INVOICES, ok } from './invoice.ts'

/**
 * Amounts are decimal texts, net, by the despatched service and what was entered by the end of `asOf`; weeks begin on
 * Monday; days are those of London.
 */
const narrowing = {
  carriercode: text(50, 'Carrier').optional(),
  /**
   * The state at the end of this day, today or earlier: by invoices, prices and terms entered by then. Today by
   * default.
   */
  asOf: day.optional(),
  clientCode: clientCode.or(z.literal('')).optional(),
}

const week = z.strictObject({
  carrierCode: z.string(),
  carrierName: z.string(),
  /** The Monday of the week. */
  week: z.string(),
  currency: z.string(),
  despatched: z.int(),
  billed: z.int(),
  missing: z.int(),
  /** The expected cost of the missing parcels. */
  accrual: z.string(),
  /** Missing parcels without a known cost. */
  unpriced: z.int(),
})
export type RequiredWeek = z.infer<typeof week>

const lateBilling = z.strictObject({
  carrierCode: z.string(),
  carrierName: z.string(),
  currency: z.string(),
  parcels: z.int(),
  /** Their expected cost. */
  cost: z.string(),
  /** The first despatch day of these parcels, and the last day on which an invoice for one of them was imported. */
  despatchedFrom: z.string(),
  billedOn: z.string(),
})
export type LateBilling = z.infer<typeof lateBilling>

const missingInvoice = z.strictObject({
  carrierCode: z.string(),
  carrierName: z.string(),
  account: z.string(),
  rhythm: z.enum(['weekly', 'fortnightly', 'monthly']),
  /** The day of the last invoice. */
  last: z.string(),
  /** The days on which an invoice was expected. */
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
  /** Kilograms; null if unknown. */
  weight: z.string().nullable(),
  /** The expected cost; null if unknown. */
  cost: z.string().nullable(),
  currency: z.string(),
})
export type MissingParcel = z.infer<typeof missingParcel>

/** Parcels that carriers have not billed yet. */
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
      /** False for a while after a feed of many days, while some of them are being counted. */
      isComplete: z.boolean(),
      required: z.array(week),
      /** Parcels billed by invoices of the last 30 days more than 60 days after their despatch. */
      billedLate: z.array(lateBilling),
      /** Missing invoices of accounts with a billing rhythm; empty for client users. */
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
