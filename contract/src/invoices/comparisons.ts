import { z } from 'zod'
import { givenId, instant, queryPaging, recordId, text } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName } from '../route/visible.ts'
import { invoiceParcel, INVOICES, ok, operators } from './invoice.ts'

/** A decided row with today's expected cost. */
export const invoiceDifference = z.strictObject({
  parcelID: recordId,
  clientCode: z.string(),
  ...invoiceParcel.pick({ orderNumber: true, trackingNumber: true, status: true, billed: true, expected: true }).shape,
  /** The expected cost by today's prices and agreements; null if it cannot be calculated. */
  expectedNow: z.string().nullable(),
  /** Today's expected cost less the earlier one; null if either is unknown. */
  difference: z.string().nullable(),
})
export type InvoiceDifference = z.infer<typeof invoiceDifference>

/** A difference in the list of all invoices, as last compared. */
export const decidedDifference = z.strictObject({
  ...invoiceDifference.shape,
  summaryID: recordId,
  invoiceNumber: z.string(),
  invoiceDay: z.string(),
  carrierName: z.string(),
  currency: z.string(),
  foundAt: instant,
  /** Who reviewed it and when; null if nobody did. */
  reviewed: z.strictObject({ by: personName(), at: instant }).nullable(),
})
export type DecidedDifference = z.infer<typeof decidedDifference>

/** Comparison of decided rows with today's expected cost. */
export const comparisons = routes({
  differences: {
    ...operators,
    permission: { reads: [INVOICES] },
    method: 'GET',
    path: '/api/invoice/differences',
    summary:
      'Rows of an invoice that somebody decided on, or that it closed with, of which another cost is expected now; they stay as they are. A piece at a time. For internal users',
    query: z.strictObject({
      summaryID: givenId,
      /** `after` of the previous answer: the last detail of that batch; 0 to begin. */
      after: z
        .string()
        .regex(/^\d{1,9}$/, 'A detail is a whole number')
        .default('0'),
    }),
    answer: z.strictObject({
      ...ok,
      rows: z.array(invoiceDifference),
      /** The start of the next batch; null after the last. */
      after: z.int().nullable(),
    }),
    errors: ['not_found', 'unauthorized_access'],
    audited: false,
    ownTransactions: true,
  },
  foundDifferences: {
    ...operators,
    permission: { reads: [INVOICES] },
    method: 'GET',
    path: '/api/invoice/differences/found',
    summary:
      'Decided rows of all invoices of which another cost is expected now, as they were last compared: once a day. For internal users',
    query: z.strictObject({
      state: z.enum(['to review', 'reviewed']).default('to review'),
      carrier: text(50, 'Carrier').optional(),
      ...queryPaging,
    }),
    answer: z.strictObject({
      ...ok,
      rows: z.array(decidedDifference),
      /** By currency, for all filtered rows: the number, and the amount accepted beyond today's expected cost. */
      sums: z.array(z.strictObject({ currency: z.string(), rows: z.int(), beyond: z.string() })),
      pageInfo: z.strictObject({ total: z.int(), page: z.int(), limit: z.int() }),
    }),
    errors: ['unauthorized_access'],
    audited: false,
  },
  reviewDifferences: {
    ...operators,
    method: 'PUT',
    path: '/api/invoice/differences/reviewed',
    summary: 'Mark decided rows of which another cost is expected now as reviewed, or not; nothing of the rows changes',
    body: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            parcelID: givenId,
            /** As it was read: nothing is marked if the expected cost has changed since. */
            foundAt: z.iso.datetime('As the list gave it'),
          }),
        )
        .min(1, 'Choose at least one row')
        .max(500),
      isReviewed: z.boolean(),
    }),
    answer: z.strictObject({ ...ok, message: z.string(), done: z.int() }),
    errors: ['unauthorized_access', 'version_conflict'],
    audited: 'invoice.differences-reviewed',
  },
})
