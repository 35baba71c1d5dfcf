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
import { openedReport } from './embed-token.ts'

type Created = RouteChecked<typeof routes.create>['body']
type Job = RouteAnswer<typeof routes.create>

/**
 * Asks for a report as a file: Power BI's where it shows the report and makes files of this format, else our own. Throws an
 * AppError: 404 where no report has this name, 403 where the caller may not open it, 400 for filters or a format that it
 * does not have, 429 while three of the caller's files are being made, 503 where Power BI does not take it.
 */
export async function create(context: StreamingContext, { body }: RouteChecked<typeof routes.create>): Promise<Job> {
  const { format, startDate, endDate } = body
  const name = openedReport(context, body.reportName)
  const { powerBi } = context.services
  const chosen = powerBi ? await chooseReport(context, name, powerBi.deadline()) : { notice: '' }
  if (chosen.powerBi && (formatsOf(chosen.report).includes(format) || (format === 'PNG' && !chosen.report.isPaginated)))
    return { ...jobOf(await startPowerBiExport(context, { name, format, chosen, period: body })), startDate, endDate }
  // Nobody else makes this format: our own report would be no answer.
  if (chosen.notice !== '' && format !== 'CSV' && format !== 'XLSX')
    throw new AppError('unavailable', EXPORT_NOT_CREATED)
  return createOwn(context, name, body)
}

async function createOwn(context: StreamingContext, name: ReportName, body: Created): Promise<Job> {
  const { format, startDate, endDate } = body
  const report = exportedReportOf(context, name)
  if (format !== 'CSV' && format !== 'XLSX')
    throw refuseFields([{ path: 'format', message: `${report.title} is made as CSV or XLSX` }])
  const input = choiceOf(report, body)
  const told = await inTransaction(context, async (within) => {
    const started = await startExport(within, {
      report: report.report,
      format: format === 'CSV' ? 'csv' : 'xlsx',
      input,
      shownRows: body.shownRows,
    })
    await audit(within, { clientCode: context.clients[0] ?? '', act: 'export.started', object: started.fileName })
    return started
  })
  return { ...jobOf(told), startDate, endDate }
}

/** A transaction of a call that opens its own: nothing is held while Power BI is asked. */
const inTransaction = <Value>(context: StreamingContext, work: (within: Context) => Promise<Value>): Promise<Value> =>
  inClients(context.database, context.clients, (transaction) =>
    work({ ...context, transaction, client: context.clients[0] ?? '' }),
  )

/** What a report is made of. Throws an AppError (400) for what it cannot be narrowed to. */
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

/** How far it is. Throws an AppError (404) where the caller has no such file, or may not open its report any more. */
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

/** The file itself. Throws an AppError (404) where the caller has none, or has it no longer. */
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
