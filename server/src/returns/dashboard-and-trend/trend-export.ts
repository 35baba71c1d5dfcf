import type { returnFigures as routes } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { REPORT_FAILED } from '@despatch/domain/feedback/messages'
import { audit } from '../../audit/write-audit.ts'
import { exportFile, readExport, startExport, type ExportState } from '../../exports/exports.ts'
import type { Context, StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'

const REPORT = 'returns-trend'

/**
 * Queues the trend report as a file.
 *
 * @throws AppError 429 while three of the caller's files are being made
 */
export async function createTrendReport(
  context: Context,
  { body: { format, ...input } }: RouteChecked<typeof routes.createTrendReport>,
): Promise<RouteAnswer<typeof routes.createTrendReport>> {
  const report = await startExport(context, { report: REPORT, format, input })
  await audit(context, { clientCode: context.clients[0] ?? '', act: 'export.started', object: report.fileName })
  return { ...presentJob(report), startDate: input.startDate, endDate: input.endDate }
}

/**
 * Progress of a trend report.
 *
 * @throws AppError 404 if the caller has no such file, 422 with the specified message if it failed
 */
export async function getTrendReport(
  context: Context,
  { query }: RouteChecked<typeof routes.getTrendReport>,
): Promise<RouteAnswer<typeof routes.getTrendReport>> {
  const report = await readExport(context, query.exportId, REPORT)
  if (report.status === 'Failed' || report.status === 'Undefined') throw new AppError('unprocessable', REPORT_FAILED)
  return presentJob(report)
}

/**
 * The finished file.
 *
 * @throws AppError 404 if the caller has no such file, or it has expired
 */
export const getTrendReportFile = (
  context: StreamingContext,
  { query }: RouteChecked<typeof routes.getTrendReportFile>,
) => exportFile(context, query.exportId, { report: REPORT })

const presentJob = ({ exportId, status, percentComplete }: ExportState) => ({
  id: exportId,
  exportId,
  status,
  percentComplete,
})
