import { EXPORT_STATUSES } from '@despatch/domain/text/export-status'
import { z } from 'zod'
import { instant } from './fields.ts'
import { routes } from './route.ts'

export const exportId = z.uuid('An export id looks like 0d9b3ad6-6b8e-4a7d-9f3c-2f6f5f2f0002')

/** The state of an export. */
export const exportJob = z.strictObject({
  exportId: z.string(),
  report: z.string(),
  fileName: z.string(),
  format: z.enum(['xlsx', 'csv', 'zip', 'pdf', 'pptx', 'png']),
  /**
   * Whether Power BI makes and holds the file. It is polled and fetched by the calls on reports' files, and cannot be
   * cancelled or repeated.
   */
  isOfPowerBi: z.boolean().optional(),
  status: z.enum(EXPORT_STATUSES),
  percentComplete: z.int(),
  rows: z.int(),
  /** Rows on the screen when the export was requested; null if not sent. */
  shownRows: z.int().nullable(),
  error: z.string(),
  askedAt: instant,
  expiresAt: instant.nullable(),
  /** Whether it can be fetched now. */
  hasFile: z.boolean(),
  /** Whether it failed, was not cancelled, and was not requested again. */
  isFailed: z.boolean(),
})
export type ExportJob = z.infer<typeof exportJob>

const one = z.strictObject({ exportId })

export const exportsRoom = routes({
  list: {
    method: 'GET',
    path: '/api/exports',
    summary: 'The files that the caller asked for in the last days, newest first',
    permission: 'session',
    access: 'clients',
    answer: z.strictObject({ exports: z.array(exportJob) }),
    errors: [],
    audited: false,
  },
  again: {
    method: 'POST',
    path: '/api/exports/again',
    summary: 'Ask for one of the caller’s files again, with the same choices',
    permission: 'session',
    access: 'clients',
    body: one,
    answer: exportJob,
    errors: ['not_found', 'too_many_attempts'],
    audited: 'export.started',
  },
  cancel: {
    method: 'POST',
    path: '/api/exports/cancel',
    summary: 'Cancel one of the caller’s files that waits or is being made',
    permission: 'session',
    access: 'clients',
    body: one,
    answer: exportJob,
    errors: ['not_found'],
    audited: 'export.cancelled',
  },
  file: {
    method: 'GET',
    path: '/api/exports/file',
    summary: 'Fetch one of the caller’s files, or what is said of it, within 24 hours',
    permission: 'session',
    access: 'clients',
    query: z.strictObject({ exportId, part: z.enum(['file', 'manifest']).default('file') }),
    answer: z.strictObject({}),
    file: 'application/octet-stream',
    errors: ['not_found'],
    audited: false,
    ownTransactions: true,
  },
})
