import { EXPORT_STATUSES } from '@despatch/domain/text/export-status'
import { z } from 'zod'
import { exportId } from '../route/exports.ts'
import { requiredText, text } from '../route/fields.ts'
import { reportPeriod, withPeriod } from '../route/report-period.ts'
import { routes } from '../route/route.ts'

/** The permission depends on the report, so the handlers check it. */
const ANY = 'session'

/** Name or title. */
const reportName = requiredText(100, 'Report')

/** File formats: CSV or XLSX for built-in reports; PDF, PPTX or PNG for ordinary Power BI reports. */
export const REPORT_FORMATS = ['CSV', 'XLSX', 'PDF', 'PPTX', 'PNG'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]
const FORMAT_MESSAGE = 'A format is CSV or XLSX'
const format = z
  .string(FORMAT_MESSAGE)
  .max(10, FORMAT_MESSAGE)
  .transform((written) => written.toUpperCase())
  .pipe(z.enum(REPORT_FORMATS, FORMAT_MESSAGE))

/** Filters of a report, with the parameter names of its screen's address. */
export const reportFilters = z
  .record(z.string().max(40, 'A filter has a name of at most 40 characters'), text(100, 'A filter'))
  .refine((filters) => Object.keys(filters).length <= 20, 'A report has at most 20 filters')

const job = {
  id: z.string(),
  exportId: z.string(),
  status: z.enum(EXPORT_STATUSES),
  percentComplete: z.int(),
  reportName: z.string(),
}
const watched = z.strictObject({ reportName, exportId })

export const reportFiles = routes({
  getEmbedToken: {
    method: 'POST',
    path: '/api/powerbi/getEmbedToken',
    summary: 'What a report’s screen shows: the portal’s own report, or one of Power BI with its token',
    permission: ANY,
    access: 'clients',
    body: z.strictObject({ report: reportName }),
    answer: z.strictObject({
      report: z.string(),
      title: z.string(),
      /** Null for a built-in report. */
      embedded: z
        .strictObject({
          reportId: z.string(),
          embedUrl: z.string(),
          token: z.string(),
          expiresAt: z.string(),
          /** File formats that Power BI offers for the report. */
          formats: z.array(z.enum(REPORT_FORMATS)),
        })
        .nullable(),
      /** Why the built-in report is shown in place of Power BI's; otherwise ''. */
      notice: z.string(),
    }),
    errors: ['not_found'],
    audited: false,
    ownTransactions: true,
  },
  create: {
    method: 'POST',
    path: '/api/powerbi/create-export-report',
    summary: 'Ask for a report as a file',
    permission: ANY,
    access: 'clients',
    body: withPeriod(
      z.strictObject({
        reportName,
        ...reportPeriod,
        format: format.default('XLSX'),
        filters: reportFilters.default({}),
        /** Number of rows on screen; a file with another number of rows mentions it. */
        shownRows: z.int().min(0).max(1_000_000_000).optional(),
      }),
    ),
    answer: z.strictObject({ ...job, startDate: z.string(), endDate: z.string() }),
    errors: ['not_found', 'too_many_attempts', 'unavailable'],
    audited: 'export.started',
    ownTransactions: true,
  },
  status: {
    method: 'GET',
    path: '/api/powerbi/get-export-report-status',
    summary: 'How far a report’s file is',
    permission: ANY,
    access: 'clients',
    query: watched,
    answer: z.strictObject(job),
    errors: ['not_found'],
    audited: false,
    ownTransactions: true,
  },
  file: {
    method: 'GET',
    path: '/api/powerbi/get-export-report-file',
    summary: 'Fetch a report’s file, within 24 hours',
    permission: ANY,
    access: 'clients',
    query: watched,
    answer: z.strictObject({}),
    file: 'application/octet-stream',
    errors: ['not_found'],
    audited: false,
    ownTransactions: true,
  },
})
