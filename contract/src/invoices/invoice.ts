import { DISPUTE_STATES } from '@despatch/domain/invoices/dispute'
import { CAUSES, INVOICE_STATUSES, VERDICTS } from '@despatch/domain/invoices/invoice'
import { CHARGE_CATEGORIES } from '@despatch/domain/routing/terms/charge-category'
import { z } from 'zod'
import { instant, recordId, requiredProse } from '../route/fields.ts'
import { personName } from '../route/visible.ts'

/**
 * Shapes of carriers' invoices. Amounts are decimal texts in the invoice's currency, net of tax unless they are
 * called tax; weights are kilograms as decimal texts, sizes centimetres; days are 'YYYY-MM-DD'. Fields for the
 * operator only (file names, lines, the proof, duplicates) are empty or null for client users.
 */

export const INVOICES = 'invoiceReconciliation' as const

/** The refusal for client users who request the operator's part of invoices. */
export const INVOICES_OPERATOR_ONLY = 'Carriers’ files and what is agreed with carriers are the operator’s alone.'
/** Calls for the operator only: client users are refused (403). */
export const operators = {
  permission: { edits: [INVOICES] },
  shows: ['costs'],
  access: 'none',
  operatorOnly: INVOICES_OPERATOR_ONLY,
} as const

/** Specification 5: 'Invoice responses with a code other than 200 are failures and their message is shown.' */
export const ok = { code: z.literal(200) }
export const done = z.strictObject({ ...ok, message: z.string() })

/** The result of comparing the sums that a file states with those of its rows. */
export const PROOF_RESULTS = ['adds up', 'does not add up', 'nothing stated'] as const
export type ProofResult = (typeof PROOF_RESULTS)[number]

export const reason = requiredProse(500, 'Reason')

/** A part of a variance and its cause. The parts of a row add up to its variance. */
const causePart = z.strictObject({ cause: z.enum(CAUSES), amount: z.string() })
export type CausePart = z.infer<typeof causePart>

/** Rows of one verdict, and their sums. */
const verdictPart = z.strictObject({
  verdict: z.enum(VERDICTS),
  rows: z.int(),
  /** Rows that nobody has accepted or rejected. */
  undecided: z.int(),
  billed: z.string(),
  variance: z.string(),
})

/** A dispute by its number; its id is for the operator only. */
export const namedDispute = z.strictObject({
  disputeID: recordId.nullable(),
  number: z.string(),
  state: z.enum(DISPUTE_STATES),
})

/** A step that explains an expected cost; the amount is '' if the step adds nothing. */
export const reasonStep = z.strictObject({ title: z.string(), text: z.string(), amount: z.string() })

/** The claims on an invoice, or on the caller's part of it, net. */
const disputedSums = z.strictObject({
  count: z.int(),
  claimed: z.string(),
  credited: z.string(),
  /** The amount that may still be credited. */
  open: z.string(),
  /** The newest three. */
  newest: z.array(namedDispute),
})

/** Specification 3: 'summaryID, status, filename, invoiceNumber, carrierName, totalCarrier, parcelClient'. */
export const invoiceSummary = z.strictObject({
  summaryID: recordId,
  status: z.enum(INVOICE_STATUSES),
  filename: z.string(),
  invoiceNumber: z.string(),
  carrierCode: z.string(),
  carrierName: z.string(),
  account: z.string(),
  /** ISO code; empty if unknown. */
  currency: z.string(),
  invoiceDay: z.string(),
  dueDay: z.string().nullable(),
  importedAt: instant,
  /** The billed net amount of the whole invoice, or of the caller's part. */
  totalCarrier: z.string(),
  /** Null if no row states tax; for a whole invoice, if the document states none either. */
  totalTax: z.string().nullable(),
  /** The names of the billed clients that the caller may see: 'Acme Ltd, Birch Ltd'. */
  parcelClient: z.string(),
  clients: z.array(z.strictObject({ clientCode: z.string(), clientName: z.string() })),
  details: z.int(),
  parcels: z.int(),
  /** The sum of rows that are Matched or Within tolerance. */
  matched: z.string(),
  /** Of the rows that could be judged. */
  expected: z.string(),
  variance: z.string(),
  causes: z.array(causePart),
  verdicts: z.array(verdictPart),
  /** Undecided parcel rows, and their sum. */
  leftToDecide: z.int(),
  leftToDecideAmount: z.string(),
  disputes: disputedSums,
  /** With tax: the billed amount, less open disputes if the carrier's terms withhold them. */
  payable: z.string(),
  /** Null for client users. */
  proof: z.enum(PROOF_RESULTS).nullable(),
  /** Why it may be accepted although it does not add up; empty without an explanation. */
  explanation: z.string(),
  /** Why it was rejected. */
  reason: z.string(),
  decidedAt: instant.nullable(),
  decidedBy: personName(),
  /** Whether the caller may decide: all clients that it bills are theirs. */
  canDecide: z.boolean(),
  /** The number of its posting, 'P-000001'; null if it is not posted, and for client users. */
  posting: z.string().nullable(),
  version: z.int(),
})
export type InvoiceSummary = z.infer<typeof invoiceSummary>

/** Fields that details and parcel rows have in common. */
const row = {
  summaryID: recordId,
  status: z.enum(INVOICE_STATUSES),
  /** Empty if the row was not matched. */
  clientCode: z.string(),
  clientName: z.string(),
  orderNumber: z.string(),
  billed: z.string(),
  tax: z.string(),
  /** Null if it cannot be judged. */
  expected: z.string().nullable(),
  variance: z.string().nullable(),
  verdict: z.enum(VERDICTS),
  /** The verdict as text: what was searched, or what is missing to judge. */
  verdictText: z.string(),
  causes: z.array(causePart),
  /** How much the cost has changed since routing by our own changes; null if it has not, or is unknown. */
  ourChange: z.string().nullable(),
  /** In kilograms, as billed and as despatched. */
  billedWeight: z.string().nullable(),
  ourWeight: z.string().nullable(),
  /** The newest dispute that it is in; its id is for the operator only. */
  dispute: namedDispute.nullable(),
  /** Why it was rejected. */
  reason: z.string(),
  decidedAt: instant.nullable(),
  decidedBy: personName(),
  version: z.int(),
  /** The line of the file, counted from 1; null for client users. */
  line: z.int().nullable(),
}

/** Specification 3: 'Invoice detail (consignment): detailsID, status.' */
export const invoiceDetail = z.strictObject({
  detailsID: recordId,
  ...row,
  consignmentNumber: z.string(),
  references: z.array(z.string()),
  leg: z.enum(['outbound', 'return', 'adjustment']),
  service: z.string(),
  shipmentDay: z.string().nullable(),
  country: z.string(),
  postcode: z.string(),
  /** As billed. */
  pieces: z.int(),
  parcels: z.int(),
})
export type InvoiceDetail = z.infer<typeof invoiceDetail>

export const invoiceCharge = z.strictObject({
  /** The carrier's own code and text. */
  chargeCode: z.string(),
  chargeText: z.string(),
  category: z.enum(CHARGE_CATEGORIES),
  billed: z.string(),
  expected: z.string().nullable(),
  variance: z.string().nullable(),
  /** The line of the file; null for client users. */
  line: z.int().nullable(),
})
export type InvoiceCharge = z.infer<typeof invoiceCharge>

/** Specification 3: 'Invoice parcel: parcelID or detailID, status'. */
export const invoiceParcel = z.strictObject({
  parcelID: recordId,
  /** The id of its detail. */
  detailID: recordId,
  ...row,
  invoiceNumber: z.string(),
  consignmentNumber: z.string(),
  trackingNumber: z.string(),
  declaredWeight: z.string().nullable(),
  /** Length, width, height. */
  size: z.array(z.string()).nullable(),
  charges: z.array(invoiceCharge),
  /** The row that billed the same before; null if none did, and for client users. */
  billedBefore: z.strictObject({ parcelID: recordId, summaryID: recordId, invoiceNumber: z.string() }).nullable(),
})
export type InvoiceParcel = z.infer<typeof invoiceParcel>

/** A row for export. Specification 3: 'exports add clientName and invoiceRef'. */
export const exportedDetail = z.strictObject({ ...invoiceDetail.shape, invoiceRef: z.string() })
