import { ORDER_REFERENCE_KINDS, REFERENCE_KIND_CODES } from '@despatch/domain/enquiries/search/any-reference'
import { DISPUTE_STATES } from '@despatch/domain/invoices/dispute'
import { MATCHED_FIELD_CODES } from '@despatch/domain/enquiries/search/search-words'
import { INVOICE_STATUSES } from '@despatch/domain/invoices/invoice'
import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { z } from 'zod'
import { recordId } from '../../route/fields.ts'

/** What a text was found to be: 'a postcode; 14 orders'. */
const tookItFor = z.strictObject({
  kind: z.enum(REFERENCE_KIND_CODES),
  /** As it is kept: 'SW1Y 4JH' of 'sw1y4jh'. */
  reference: z.string(),
  title: z.string(),
  /** Counted up to 1,001, which is more than 1,000. */
  count: z.int(),
})

/** An order that a text leads to. */
export const referenceMatch = z.strictObject({
  kind: z.enum(ORDER_REFERENCE_KINDS),
  /** What was found of that kind: the tracking number, the serial number. */
  reference: z.string(),
  clientCode: z.string(),
  orderNumber: z.string(),
  Status: z.enum(ORDER_STATUS_CODES),
  orderDate: z.string(),
  customer: z.string(),
  postCode: z.string(),
  /** Of a parcel or a serial number: the parcel. */
  trackingNumber: z.string(),
  /** Of a phone number, a name or an address: the parts of the order that match, as they are written. */
  matched: z.array(z.strictObject({ field: z.enum(MATCHED_FIELD_CODES), text: z.string() })),
})
export type ReferenceMatch = z.infer<typeof referenceMatch>

/** A carrier's invoice of a number: those of several carriers and accounts may be alike. */
const invoiceMatch = z.strictObject({
  summaryID: recordId,
  invoiceNumber: z.string(),
  carrierName: z.string(),
  account: z.string(),
  invoiceDay: z.string(),
  status: z.enum(INVOICE_STATUSES),
  /** Billed, net: the whole invoice, or the caller's part of it; in the invoice's currency. */
  totalCarrier: z.string(),
  currency: z.string(),
})
export type InvoiceMatch = z.infer<typeof invoiceMatch>

/** A dispute with a carrier. */
const disputeMatch = z.strictObject({
  /** Opens the dispute; null for users of clients, to whom it is shown with its invoice. */
  disputeID: recordId.nullable(),
  /** 'D-000123'. */
  number: z.string(),
  state: z.enum(DISPUTE_STATES),
  summaryID: recordId,
  invoiceNumber: z.string(),
  carrierName: z.string(),
  /** Net: of the whole dispute, or of the caller's part of it; in the invoice's currency. */
  claimed: z.string(),
  credited: z.string(),
  currency: z.string(),
})
export type DisputeMatch = z.infer<typeof disputeMatch>

export const anyReference = z.strictObject({
  tookItFor: z.array(tookItFor),
  /** At most 10 of each kind. */
  matches: z.array(referenceMatch),
  /** The newest 10, for those who may read invoices. */
  invoices: z.array(invoiceMatch),
  /** For those who may read invoices. */
  disputes: z.array(disputeMatch),
  /** Some kind has more than are answered. */
  more: z.boolean(),
})
export type AnyReference = z.infer<typeof anyReference>
