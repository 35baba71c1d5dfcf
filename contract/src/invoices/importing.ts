import { z } from 'zod'
import { instant, queryFlagOr, queryPaging, recordId, text } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName } from '../route/visible.ts'
import { done, INVOICES, ok, operators } from './invoice.ts'

/** 'Unknown layout': the file waits until its columns are mapped in the mapping studio. */
export const IMPORT_STATES = [
  'Waiting',
  'Reading',
  'Matching',
  'Judging',
  'Imported',
  'Unknown layout',
  'Refused',
  'Cancelled',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** One uploaded file with the state of its import. */
export const invoiceImport = z.strictObject({
  importID: recordId,
  filename: z.string(),
  bytes: z.int(),
  state: z.enum(IMPORT_STATES),
  /** Rows read, matched or judged so far, and the total; 0 of 0 if unknown. */
  done: z.int(),
  total: z.int(),
  percentComplete: z.int(),
  /** The result, or why it was refused and what to do. */
  message: z.string(),
  /** The recognised layout: 'UPS, version 1'; empty if unknown. */
  layout: z.string(),
  refusedRows: z.int(),
  /** The first 100. */
  invoices: z.array(z.strictObject({ summaryID: recordId, invoiceNumber: z.string() })),
  /** The number of its invoices. */
  invoiceCount: z.int(),
  sentAt: instant,
  sentBy: personName(),
})
export type InvoiceImport = z.infer<typeof invoiceImport>

export const importing = routes({
  import: {
    ...operators,
    method: 'POST',
    path: '/api/invoice/import/',
    summary:
      'Import carriers’ invoices: files of a form, CSV or XLSX, also in ZIP or gzip; read in a job. For internal users',
    query: z.strictObject({
      /** The specification writes '?creator'. Stored as a note of who sent the files, beside the signed-in user. */
      creator: text(100, 'Creator').optional(),
    }),
    body: 'multipart',
    answer: z.strictObject({ ...ok, message: z.string(), imports: z.array(invoiceImport) }),
    errors: ['unsupported_file', 'too_large', 'unprocessable', 'unauthorized_access'],
    audited: 'invoice.file-sent',
    ownTransactions: true,
  },
  imports: {
    ...operators,
    method: 'GET',
    path: '/api/invoice/imports',
    summary:
      'How far the imports have come: those named, all, or those that wait for a mapping, newest first; for internal users',
    permission: { reads: [INVOICES] },
    query: z.strictObject({
      id: z
        .string()
        .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,49}$/, 'Ids are digits with commas between them, 50 at most')
        .optional(),
      /** Only files with an unknown layout. */
      isWaiting: queryFlagOr(false),
      ...queryPaging,
    }),
    answer: z.strictObject({
      ...ok,
      imports: z.array(invoiceImport),
      /** The number of all files with an unknown layout. */
      waiting: z.int(),
      pageInfo: z.strictObject({ total: z.int(), page: z.int(), limit: z.int() }),
    }),
    errors: ['unauthorized_access'],
    audited: false,
  },
  cancelImport: {
    ...operators,
    method: 'POST',
    path: '/api/invoice/imports/cancel',
    summary: 'Cancel an import that is not done: nothing of its file is left behind; for internal users',
    body: z.strictObject({ importID: recordId }),
    answer: done,
    errors: ['not_found', 'unprocessable', 'unauthorized_access'],
    audited: 'invoice.import-cancelled',
  },
})
