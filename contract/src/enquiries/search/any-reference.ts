import { ORDER_REFERENCE_KINDS, REFERENCE_KIND_CODES } from '@despatch/domain/enquiries/search/any-reference'
import { DISPUTE_STATES } from '@despatch/domain/invoices/dispute'
import { MATCHED_FIELD_CODES } from '@despatch/domain/enquiries/search/search-words'
import { INVOICE_STATUSES } from '@despatch/domain/invoices/invoice'
import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { z } from 'zod'
import { recordId } from '../../route/fields.ts'

/** How the search text was interpreted: 'a postcode; 14 orders'. */
const tookItFor = z.strictObject({
  kind: z.enum(REFERENCE_KIND_CODES),
  /** In stored form: 'SW1Y 4JH' for 'sw1y4jh'. */
  reference: z.string(),
  title: z.string(),
  /** Counting stops at 1,001, which means more than 1,000. */
  count: z.int(),
})

/** An order found by the search text. */
export const referenceMatch = z.strictObject({
  kind: z.enum(ORDER_REFERENCE_KINDS),
  /** The matching value, such as the tracking number or serial number. */
  reference: z.string(),
  clientCode: z.string(),
  orderNumber: z.string(),
  Status: z.enum(ORDER_STATUS_CODES),
  orderDate: z.string(),
  customer: z.string(),
  /** From the lines of the address; empty if it has only one. */
  town: z.string(),
  postCode: z.string(),
  /** Names of the carriers of its active consignments; empty without any. */
  carrier: z.string(),
  /** The parcel, when found by tracking or serial number; otherwise empty. */
  trackingNumber: z.string(),
  /** The matching parts of the order as written, when found by phone, name or address. */
  matched: z.array(z.strictObject({ field: z.enum(MATCHED_FIELD_CODES), text: z.string() })),
})
export type ReferenceMatch = z.infer<typeof referenceMatch>

/** Several carriers and accounts may use the same invoice number. */
const invoiceMatch = z.strictObject({
  summaryID: recordId,
  invoiceNumber: z.string(),
  carrierName: z.string(),
  account: z.string(),
  invoiceDay: z.string(),
  status: z.enum(INVOICE_STATUSES),
  /** Net amount billed, in the invoice's currency: the whole invoice or the caller's part of it. */
  totalCarrier: z.string(),
  currency: z.string(),
})
export type InvoiceMatch = z.infer<typeof invoiceMatch>

const disputeMatch = z.strictObject({
  /** Id for opening the dispute; null for client users, who see it on its invoice. */
  disputeID: recordId.nullable(),
  /** For example 'D-000123'. */
  number: z.string(),
  state: z.enum(DISPUTE_STATES),
  summaryID: recordId,
  invoiceNumber: z.string(),
  carrierName: z.string(),
  /** Net, in the invoice's currency: of the whole dispute or the caller's part of it. */
  claimed: z.string(),
  credited: z.string(),
  currency: z.string(),
})
export type DisputeMatch = z.infer<typeof disputeMatch>

export const anyReference = z.strictObject({
  tookItFor: z.array(tookItFor),
  /** At most 10 of each kind. */
  matches: z.array(referenceMatch),
  /** The newest 10, for callers who may read invoices. */
  invoices: z.array(invoiceMatch),
  /** For callers who may read invoices. */
  disputes: z.array(disputeMatch),
  /** True if any kind has more results than are listed. */
  more: z.boolean(),
})
export type AnyReference = z.infer<typeof anyReference>
