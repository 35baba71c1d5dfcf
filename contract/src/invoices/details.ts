import { CAUSES, INVOICE_STATUSES, VERDICTS } from '@despatch/domain/invoices/invoice'
import { z } from 'zod'
import {
  ALL_ROWS,
  clientCode,
  day,
  givenId,
  instant,
  queryFlagOr,
  recordId,
  sortBy,
  text,
  wholePaging,
  wholeQueryPaging,
} from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName, shownWith } from '../route/visible.ts'
import {
  exportedDetail,
  INVOICES,
  INVOICES_OPERATOR_ONLY,
  invoiceDetail,
  invoiceParcel,
  invoiceSummary,
  ok,
  PROOF_RESULTS,
  reasonStep,
} from './invoice.ts'

export const SUMMARY_SORTS = [
  'importedAt',
  'invoiceDay',
  'dueDay',
  'invoiceNumber',
  'carrierName',
  'status',
  'totalCarrier',
  'variance',
  'leftToDecide',
] as const
export type SummarySort = (typeof SUMMARY_SORTS)[number]

/** Sort keys of details and parcel rows; `line` is the order of the file. */
export const ROW_SORTS = [
  'line',
  'status',
  'verdict',
  'billed',
  'expected',
  'variance',
  'orderNumber',
  'clientCode',
  'consignmentNumber',
  'shipmentDay',
  'billedWeight',
] as const
export type RowSort = (typeof ROW_SORTS)[number]
export const PARCEL_ROW_SORTS = [...ROW_SORTS, 'trackingNumber'] as const
export type ParcelRowSort = (typeof PARCEL_ROW_SORTS)[number]

const pageInfo = z.strictObject({ total: z.int(), page: z.int(), limit: z.int() })

/** Filters for the rows of an invoice. Without page and limit, all are returned in the order of the file. */
const rowFilter = {
  summaryID: givenId,
  desc: z.boolean().default(false),
  clientCode: clientCode.or(z.literal('')).optional(),
  page: wholePaging.page,
  limit: wholePaging.limit.default(ALL_ROWS),
  /** Part of a tracking, consignment or order number, or of a reference. */
  search: text(100, 'Search').optional(),
  status: z.enum(INVOICE_STATUSES).optional(),
  verdict: z.enum(VERDICTS).optional(),
  cause: z.enum(CAUSES).optional(),
}

/** A refused, contradictory or unusual cell of a file, with its position. */
const proofLine = z.strictObject({ line: z.int(), column: z.string(), value: z.string(), reason: z.string() })

/** Specification 7, Invoices, and further calls that its screens need. */
export const reading = routes({
  carriers: {
    method: 'GET',
    path: '/api/invoice/carrier',
    summary: 'The carriers that have a layout or an invoice',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    answer: z.strictObject({ ...ok, carriers: z.array(z.strictObject({ code: z.string(), name: z.string() })) }),
    errors: [],
    audited: false,
  },
  summary: {
    method: 'GET',
    path: '/api/invoice/summary',
    summary: 'Carriers’ invoices, a page at a time; days from and to are those of the invoices, both included',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    query: z.strictObject({
      ...wholeQueryPaging(10),
      sort: sortBy(SUMMARY_SORTS, 'importedAt'),
      desc: queryFlagOr(true),
      /** Part of an invoice number, a file name, a carrier or an account. */
      search: text(100, 'Search').optional(),
      filterFrom: day.or(z.literal('')).optional(),
      filterTo: day.or(z.literal('')).optional(),
      summaryID: recordId.optional(),
      carrier: text(50, 'Carrier').optional(),
      status: z.enum(INVOICE_STATUSES).optional(),
      clientCode: clientCode.optional(),
    }),
    answer: z.strictObject({ ...ok, summary: z.array(invoiceSummary), pageInfo }),
    errors: [],
    audited: false,
    whole: 'summary',
  },
  details: {
    method: 'POST',
    path: '/api/invoice/details',
    summary: 'The consignments of an invoice: all, or a page where page and limit are given',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    body: z.strictObject({ ...rowFilter, sort: sortBy(ROW_SORTS, 'line'), detailsID: givenId.optional() }),
    answer: z.strictObject({ ...ok, details: z.array(invoiceDetail), pageInfo }),
    errors: ['not_found'],
    audited: false,
    whole: 'details',
  },
  parcels: {
    method: 'POST',
    path: '/api/invoice/parcels',
    summary: 'The parcel rows of an invoice, or of one of its details, with their charges',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    body: z.strictObject({
      ...rowFilter,
      sort: sortBy(PARCEL_ROW_SORTS, 'line'),
      detailsID: givenId.optional(),
      parcelID: givenId.optional(),
    }),
    answer: z.strictObject({ ...ok, parcels: z.array(invoiceParcel), pageInfo }),
    errors: ['not_found'],
    audited: false,
    whole: 'parcels',
  },
  detailsExport: {
    method: 'POST',
    path: '/api/invoice/detailsexport',
    summary: 'The consignments of an invoice to export, 1,000 a page, with the client’s name and the invoice’s number',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    body: z.strictObject({
      summaryID: givenId,
      page: z.int().min(1).max(1_000_000).default(1),
      items: z.int().min(1).max(1000).default(1000),
      clientCode: clientCode.or(z.literal('')).optional(),
    }),
    answer: z.strictObject({ ...ok, details: z.array(exportedDetail), pageInfo }),
    errors: ['not_found'],
    audited: false,
  },
  proof: {
    method: 'GET',
    path: '/api/invoice/proof',
    summary:
      'Whether an invoice was read whole: rows taken and refused, and the sums it states; for internal users alone',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    operatorOnly: INVOICES_OPERATOR_ONLY,
    query: z.strictObject({ summaryID: recordId }),
    answer: z.strictObject({
      ...ok,
      result: z.enum(PROOF_RESULTS),
      filename: z.string(),
      fileRows: z.int(),
      taken: z.int(),
      refused: z.int(),
      /** Lines with totals or without data, which are not rows. */
      passedOver: z.int(),
      deleted: z.int(),
      /** Refused rows whose invoice is unknown; they are included in the refusals. */
      unplaced: z.int(),
      /** Rows of other invoices in the same file. */
      elsewhere: z.int(),
      net: z.string(),
      /** Null if the file states none. */
      tax: z.string().nullable(),
      /** The sums that the document states, and their differences from the sums of its rows. */
      stated: z.array(
        z.strictObject({
          what: z.enum(['net', 'tax', 'gross']),
          amount: z.string(),
          difference: z.string(),
          line: z.int(),
        }),
      ),
      /** Refused rows, at most 1,000. */
      refusals: z.array(proofLine),
      /** Rows whose charges do not add up to their own total, at most 1,000. */
      contradictions: z.array(proofLine),
      /** Unusual values in accepted rows: a date in the future, a negative base charge, a truncated last row. */
      remarks: z.array(z.strictObject({ line: z.int(), column: z.string(), text: z.string(), rows: z.int() })),
      /** Earlier imports of the same file or invoice number. */
      duplicates: z.array(z.strictObject({ what: z.string(), filename: z.string(), summaryID: recordId.nullable() })),
      explanation: z.string(),
      explainedBy: personName(),
    }),
    errors: ['not_found', 'unauthorized_access'],
    audited: false,
  },
  why: {
    method: 'GET',
    path: '/api/invoice/why',
    summary: 'Why a parcel row is expected to cost what it does: despatch, price row, agreed charges, step by step',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    query: z.strictObject({ parcelID: recordId }),
    answer: z.strictObject({
      ...ok,
      parcel: invoiceParcel,
      despatch: z
        .strictObject({
          clientCode: z.string(),
          orderNumber: z.string(),
          trackingNumber: z.string(),
          carrier: z.string(),
          carrierService: z.string(),
          despatchedAt: z.string(),
          weight: z.string().nullable(),
        })
        .nullable(),
      /** The price on the day of despatch, and who entered it when. */
      price: z
        .strictObject({
          clientMethodID: z.string(),
          methodDescription: z.string(),
          pricingMethod: z.string(),
          ruleBookVersion: shownWith('otherMethods', z.int()),
          publishedAt: z.string(),
          /** The first day that it applies to; null: every day. */
          holdsFrom: day.nullable(),
          publishedBy: personName(),
          summary: shownWith('otherMethods', z.string()),
        })
        .nullable(),
      /** Who matched it by hand, if nothing or several clients' parcels were found; null for client users. */
      matchedByHand: z.strictObject({ by: personName(), at: instant }).nullable(),
      /** What must be entered before the undecided row can be judged. */
      missing: z.enum(['price', 'rate', 'agreed charge', 'zone']).nullable(),
      /** The steps from zero to the billed amount, each with its amount and reason. */
      steps: z.array(reasonStep),
    }),
    errors: ['not_found'],
    audited: false,
  },
})
