import type { reportFiles as routes } from '@despatch/contract/reports/report-files'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { EXPORT_NOT_CREATED } from '@despatch/domain/feedback/messages'
import { type ReportName, reportNamed } from '@despatch/domain/reports/report-names'
import { audit } from '../../audit/write-audit.ts'
import { inClients } from '../../database/in-client.ts'
import type { ExportedReport } from '../../exports/exported-report.ts'
import { exportedReportOf, exportFile, readExport, startExport, type ExportState } from '../../exports/exports.ts'
import type { Context, StreamingContext } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { chooseReport, formatsOf } from '../power-bi/choose-report.ts'
import { powerBiFile, readPowerBiExport, startPowerBiExport } from '../power-bi/power-bi-exports.ts'
import { findReport } from './embed-token.ts'

type Created = RouteChecked<typeof routes.create>['body']
type Job = RouteAnswer<typeof routes.create>

/**
 * Starts a report file: Power BI's if it shows the report and exports this format, else the built-in one. Throws an
 * AppError: 404 for an unknown report, 403 if the caller may not open it, 400 for unsupported filters or formats, 429
 * while three of the caller's files are being made, 503 if Power BI does not accept it.
 */
export async function create(context: StreamingContext, { body }: RouteChecked<typeof routes.create>): Promise<Job> {
  const { format, startDate, endDate } = body
  const name = findReport(context, body.reportName)
  const { powerBi } = context.services
  const chosen = powerBi ? await chooseReport(context, name, powerBi.deadline()) : { notice: '' }
  if (chosen.powerBi && (formatsOf(chosen.report).includes(format) || (format === 'PNG' && !chosen.report.isPaginated)))
    return { ...jobOf(await startPowerBiExport(context, { name, format, chosen, period: body })), startDate, endDate }
  // The built-in report has no such format.
  if (chosen.notice !== '' && format !== 'CSV' && format !== 'XLSX')
    throw new AppError('unavailable', EXPORT_NOT_CREATED)
  return createOwn(context, name, body)
}

async function createOwn(context: StreamingContext, name: ReportName, body: Created): Promise<Job> {
  const { format, startDate, endDate } = body
  const report = exportedReportOf(context, name)
  if (format !== 'CSV' && format !== 'XLSX')
    throw refuseFields([{ path: 'format', message: `${report.title} is available as CSV or XLSX` }])
  const input = choiceOf(report, body)
  const job = await inTransaction(context, async (within) => {
    const started = await startExport(within, {
      report: report.report,
      format: format === 'CSV' ? 'csv' : 'xlsx',
      input,
      shownRows: body.shownRows,
    })
    await audit(within, { clientCode: context.clients[0] ?? '', act: 'export.started', object: started.fileName })
    return started
  })
  return { ...jobOf(job), startDate, endDate }
}

/** Opens a transaction only when needed, so that none is open while waiting for Power BI. */
const inTransaction = <Value>(context: StreamingContext, work: (within: Context) => Promise<Value>): Promise<Value> =>
  inClients(context.database, context.clients, (transaction) =>
    work({ ...context, transaction, client: context.clients[0] ?? '' }),
  )

/** Validates a report's period and filters. Throws an AppError (400) for unsupported filters. */
function choiceOf({ choice }: ExportedReport, { startDate, endDate, filters }: Created): object {
  const checked = choice.safeParse({ ...filters, startDate, endDate })
  if (checked.success) return checked.data as object
  throw refuseFields(
    checked.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: `filters.${key}`, message: `There is no filter ${key}` }))
        : [{ path: pathOf(issue.path), message: issue.message }],
    ),
  )
}

const pathOf = (path: readonly PropertyKey[]) =>
  path[0] === 'startDate' || path[0] === 'endDate' ? path[0] : ['filters', ...path].join('.')

/** Progress of a file. Throws an AppError (404) if the caller has no such file, or may no longer open its report. */
export async function status(
  context: StreamingContext,
  { query }: RouteChecked<typeof routes.status>,
): Promise<RouteAnswer<typeof routes.status>> {
  const name = reportNamed(query.reportName)
  return jobOf(
    (await readPowerBiExport(context, query.exportId, name)) ??
      (await inTransaction(context, (within) => readExport(within, query.exportId, name ?? ''))),
  )
}

/** The file. Throws an AppError (404) if the caller has no such file, or it has expired. */
export async function file(context: StreamingContext, { query }: RouteChecked<typeof routes.file>) {
  const name = reportNamed(query.reportName)
  return (
    (await powerBiFile(context, query.exportId, name)) ?? exportFile(context, query.exportId, { report: name ?? '' })
  )
}

const jobOf = ({
  exportId,
  report,
  status,
  percentComplete,
}: Pick<ExportState, 'exportId' | 'report' | 'status' | 'percentComplete'>) => ({
  id: exportId,
  exportId,
  reportName: report,
  status,
  percentComplete,
})
