import { CHARGE_CATEGORIES } from '@despatch/domain/routing/terms/charge-category'
import { z } from 'zod'
import { clientCode, day, givenId, recordId } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { INVOICES, invoiceParcel, ok } from './invoice.ts'

export const MAX_STATEMENT_DAYS = 366
export const MAX_EXPORTED_INVOICES = 100

const statementLine = z.strictObject({
  carrierCode: z.string(),
  carrierName: z.string(),
  currency: z.string(),
  category: z.enum(CHARGE_CATEGORIES),
  net: z.string(),
})
export type StatementLine = z.infer<typeof statementLine>

export const STATEMENT_KINDS = ['invoice', 'correction', 'reversal'] as const

const statementInvoice = z.strictObject({
  /** Its position among the invoices of the statement, from 1. */
  line: z.int(),
  summaryID: recordId,
  /** The invoice itself, a correction of it, or the reversal of either. */
  kind: z.enum(STATEMENT_KINDS),
  invoiceNumber: z.string(),
  carrierCode: z.string(),
  carrierName: z.string(),
  invoiceDay: z.string(),
  currency: z.string(),
  /** The posting date; null if it waits to be posted. */
  postedOn: z.string().nullable(),
  /** The client's rows of it; zero for a correction, negative for a reversal. */
  parcels: z.int(),
  /**
   * What the client is charged: billed, less what is claimed back or credited. Tax is null if the invoice states
   * none.
   */
  net: z.string(),
  tax: z.string().nullable(),
})
export type StatementInvoice = z.infer<typeof statementInvoice>

const statementTotal = z.strictObject({
  currency: z.string(),
  /** Each invoice counts once, even if it was corrected or reversed. */
  invoices: z.int(),
  /** The number of invoices that state no tax. */
  withoutTax: z.int(),
  parcels: z.int(),
  net: z.string(),
  /** Of the other invoices; null if there are none. */
  tax: z.string().nullable(),
})
export type StatementTotal = z.infer<typeof statementTotal>

/** A row of an invoice for export. Specification 3: 'exports add clientName and invoiceRef'. */
export const exportedParcel = z.strictObject({
  ...invoiceParcel.shape,
  invoiceRef: z.string(),
  carrierName: z.string(),
  invoiceDay: z.string(),
  currency: z.string(),
})
export type ExportedParcel = z.infer<typeof exportedParcel>

/** What clients are charged, and exports of rows of invoices or whole files. */
export const statements = routes({
  statement: {
    method: 'GET',
    path: '/api/invoice/statement',
    summary:
      'What postings charge a client by their posting dates, by carrier and category, and by invoice; and what of accepted invoices waits to be posted',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    query: z
      .strictObject({ clientCode, from: day, to: day })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The end date is before the start date' }),
    answer: z.strictObject({
      ...ok,
      clientCode: z.string(),
      clientName: z.string(),
      from: z.string(),
      to: z.string(),
      totals: z.array(statementTotal),
      lines: z.array(statementLine),
      invoices: z.array(statementInvoice),
      /** Accepted but not posted, or not corrected, for invoices up to the last day. */
      waiting: z.strictObject({ totals: z.array(statementTotal), invoices: z.array(statementInvoice) }),
    }),
    errors: ['not_found', 'unprocessable'],
    audited: false,
  },
  exportRows: {
    method: 'POST',
    path: '/api/invoice/export',
    summary:
      'Rows of invoices to export, 1,000 at a time, with clientName and invoiceRef; for internal users of a whole file too',
    permission: { reads: [INVOICES] },
    shows: ['costs'],
    access: 'clients',
    body: z.strictObject({
      summaryIDs: z.array(givenId).min(1).max(MAX_EXPORTED_INVOICES),
      /** All invoices of the files that contain these. */
      wholeFiles: z.boolean().default(false),
      clientCode: clientCode.or(z.literal('')).optional(),
      /** The last parcelID of the previous page. */
      after: recordId.optional(),
      items: z.int().min(1).max(1000).default(1000),
    }),
    answer: z.strictObject({ ...ok, rows: z.array(exportedParcel), hasMore: z.boolean() }),
    errors: ['not_found', 'unauthorized_access'],
    audited: false,
  },
})
