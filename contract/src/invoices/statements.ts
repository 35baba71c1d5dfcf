import { CHARGE_CATEGORIES } from '@despatch/domain/invoices/invoice'
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
  /** Its place among the invoices of the statement, from 1. */
  line: z.int(),
  summaryID: recordId,
  /** The invoice itself, what was decided otherwise since, or the reversal of either. */
  kind: z.enum(STATEMENT_KINDS),
  invoiceNumber: z.string(),
  carrierCode: z.string(),
  carrierName: z.string(),
  invoiceDay: z.string(),
  currency: z.string(),
  /** The posting date; null for what waits to be posted. */
  postedOn: z.string().nullable(),
  /** The client's rows of it; none of a correction, less than none of a reversal. */
  parcels: z.int(),
  /** What the client is charged: billed, less what is claimed back or credited. Tax is null where the invoice states none. */
  net: z.string(),
  tax: z.string().nullable(),
})
export type StatementInvoice = z.infer<typeof statementInvoice>

const statementTotal = z.strictObject({
  currency: z.string(),
  /** Each counts once, however often it was posted, corrected and reversed. */
  invoices: z.int(),
  /** Invoices of them that state no tax. */
  withoutTax: z.int(),
  parcels: z.int(),
  net: z.string(),
  /** Of the others; null where there are none. */
  tax: z.string().nullable(),
})
export type StatementTotal = z.infer<typeof statementTotal>

/** A row of an invoice as it is exported. Specification 3: 'exports add clientName and invoiceRef'. */
export const exportedParcel = z.strictObject({
  ...invoiceParcel.shape,
  invoiceRef: z.string(),
  carrierName: z.string(),
  invoiceDay: z.string(),
  currency: z.string(),
})
export type ExportedParcel = z.infer<typeof exportedParcel>

/** What leaves invoice reconciliation: what clients are charged, and rows of invoices or files whole. */
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
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day is before the first' }),
    answer: z.strictObject({
      ...ok,
      clientCode: z.string(),
      clientName: z.string(),
      from: z.string(),
      to: z.string(),
      totals: z.array(statementTotal),
      lines: z.array(statementLine),
      invoices: z.array(statementInvoice),
      /** Accepted and not yet posted, or not yet corrected, by invoices up to the last day. */
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
      /** All invoices of the files that these came in. */
      wholeFiles: z.boolean().default(false),
      clientCode: clientCode.or(z.literal('')).optional(),
      /** The parcelID that the rows before ended with. */
      after: recordId.optional(),
      items: z.int().min(1).max(1000).default(1000),
    }),
    answer: z.strictObject({ ...ok, rows: z.array(exportedParcel), hasMore: z.boolean() }),
    errors: ['not_found', 'unauthorized_access'],
    audited: false,
  },
})
