import { DISPUTE_STATES } from '@despatch/domain/invoices/dispute'
import { CAUSES, CHARGE_CATEGORIES, INVOICE_STATUSES, VERDICTS } from '@despatch/domain/invoices/invoice'
import { z } from 'zod'
import { instant, recordId, requiredProse } from '../route/fields.ts'
import { personName } from '../route/visible.ts'

/**
 * Shapes of carriers' invoices. Amounts are decimal texts in the invoice's currency, net of tax unless they are called tax;
 * weights are kilograms as decimal texts, sizes centimetres; days are 'YYYY-MM-DD'. What only the operator is told
 * (file names, lines, the proof, duplicates) is empty or null for users of clients.
 */

export const INVOICES = 'invoiceReconciliation' as const

/** The refusal for users of clients who ask for the operator's part of invoices. */
export const INVOICES_OPERATOR_ONLY = 'Carriers’ files and what is agreed with carriers are the operator’s alone.'
/** Of calls that are the operator's: users of clients are refused (403). */
export const operators = {
  permission: { edits: [INVOICES] },
  shows: ['costs'],
  access: 'none',
  operatorOnly: INVOICES_OPERATOR_ONLY,
} as const

/** Specification 5: 'Invoice responses with a code other than 200 are failures and their message is shown.' */
export const ok = { code: z.literal(200) }
export const done = z.strictObject({ ...ok, message: z.string() })

/** How the sums that a file states compare with the sums of its rows. */
export const PROOF_RESULTS = ['adds up', 'does not add up', 'nothing stated'] as const
export type ProofResult = (typeof PROOF_RESULTS)[number]

export const reason = requiredProse(500, 'Reason')

/** A part of a variance and what it comes from. The parts of a row add up to its variance. */
const causePart = z.strictObject({ cause: z.enum(CAUSES), amount: z.string() })
export type CausePart = z.infer<typeof causePart>

/** Rows of one verdict, and their sums. */
const verdictPart = z.strictObject({
  verdict: z.enum(VERDICTS),
  rows: z.int(),
  /** Rows that nobody has accepted or rejected yet. */
  undecided: z.int(),
  billed: z.string(),
  variance: z.string(),
})

/** A dispute by its number; its id is the operator's alone. */
export const namedDispute = z.strictObject({
  disputeID: recordId.nullable(),
  number: z.string(),
  state: z.enum(DISPUTE_STATES),
})

/** A step of why something should cost what it does; the amount is '' where the step adds none. */
export const reasonStep = z.strictObject({ title: z.string(), text: z.string(), amount: z.string() })

/** What is claimed back of an invoice, or of the caller's part of it, net. */
const disputedSums = z.strictObject({
  count: z.int(),
  claimed: z.string(),
  credited: z.string(),
  /** What may still be credited. */
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
  /** ISO code; empty where nobody has said which. */
  currency: z.string(),
  invoiceDay: z.string(),
  dueDay: z.string().nullable(),
  importedAt: instant,
  /** Billed, net: the whole invoice, or the caller's part of it. */
  totalCarrier: z.string(),
  /** Null where no row says its tax; of the whole invoice, where the document says none either. */
  totalTax: z.string().nullable(),
  /** The names of the clients it bills that the caller may see: 'Acme Ltd, Birch Ltd'. */
  parcelClient: z.string(),
  clients: z.array(z.strictObject({ clientCode: z.string(), clientName: z.string() })),
  details: z.int(),
  parcels: z.int(),
  /** Sum of what is Matched or Within tolerance. */
  matched: z.string(),
  /** Of what could be judged. */
  expected: z.string(),
  variance: z.string(),
  causes: z.array(causePart),
  verdicts: z.array(verdictPart),
  /** Parcel rows that nobody has decided yet, and their sum. */
  leftToDecide: z.int(),
  leftToDecideAmount: z.string(),
  disputes: disputedSums,
  /** With tax: what is billed, less what is disputed and open where the carrier is paid without it. */
  payable: z.string(),
  /** Null for users of clients. */
  proof: z.enum(PROOF_RESULTS).nullable(),
  /** Why it may be accepted although it does not add up; empty while nobody has said. */
  explanation: z.string(),
  /** Why it was rejected. */
  reason: z.string(),
  decidedAt: instant.nullable(),
  decidedBy: personName(),
  /** The caller may decide: the clients that it bills are all theirs. */
  canDecide: z.boolean(),
  /** The posting that it stands in, 'P-000001'; null where it is in none, and for users of clients. */
  posting: z.string().nullable(),
  version: z.int(),
})
export type InvoiceSummary = z.infer<typeof invoiceSummary>

/** What details and parcel rows have in common. */
const row = {
  summaryID: recordId,
  status: z.enum(INVOICE_STATUSES),
  /** Empty where it bills nothing that is known. */
  clientCode: z.string(),
  clientName: z.string(),
  orderNumber: z.string(),
  billed: z.string(),
  tax: z.string(),
  /** Null where it cannot be judged. */
  expected: z.string().nullable(),
  variance: z.string().nullable(),
  verdict: z.enum(VERDICTS),
  /** The verdict in words: what was looked for, or what is missing to judge. */
  verdictText: z.string(),
  causes: z.array(causePart),
  /** By how much we changed what it costs since it was routed; null where nothing changed or nobody knows. */
  ourChange: z.string().nullable(),
  /** Kilograms as billed and as despatched. */
  billedWeight: z.string().nullable(),
  ourWeight: z.string().nullable(),
  /** The newest dispute that it is in; its id is the operator's alone. */
  dispute: namedDispute.nullable(),
  /** Why it was rejected. */
  reason: z.string(),
  decidedAt: instant.nullable(),
  decidedBy: personName(),
  version: z.int(),
  /** The line of the file, counted from 1; null for users of clients. */
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
  /** The line of the file; null for users of clients. */
  line: z.int().nullable(),
})
export type InvoiceCharge = z.infer<typeof invoiceCharge>

/** Specification 3: 'Invoice parcel: parcelID or detailID, status'. */
export const invoiceParcel = z.strictObject({
  parcelID: recordId,
  /** Of the detail that it belongs to. */
  detailID: recordId,
  ...row,
  invoiceNumber: z.string(),
  consignmentNumber: z.string(),
  trackingNumber: z.string(),
  declaredWeight: z.string().nullable(),
  /** Length, width, height. */
  size: z.array(z.string()).nullable(),
  charges: z.array(invoiceCharge),
  /** The row that billed the same before; null where none did, and for users of clients. */
  billedBefore: z.strictObject({ parcelID: recordId, summaryID: recordId, invoiceNumber: z.string() }).nullable(),
})
export type InvoiceParcel = z.infer<typeof invoiceParcel>

/** A row as it is exported. Specification 3: 'exports add clientName and invoiceRef'. */
export const exportedDetail = z.strictObject({ ...invoiceDetail.shape, invoiceRef: z.string() })
