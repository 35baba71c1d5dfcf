import type { returnFigures as routes } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { REPORT_FAILED } from '@despatch/domain/feedback/messages'
import { audit } from '../../audit/write-audit.ts'
import { exportFile, readExport, startExport, type ExportState } from '../../exports/exports.ts'
import type { Context, StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'

const REPORT = 'returns-trend'

/** Asks for the trend report as a file. Throws an AppError (429) while three of the caller's files are being made. */
export async function createTrendReport(
  context: Context,
  { body: { format, ...input } }: RouteChecked<typeof routes.createTrendReport>,
): Promise<RouteAnswer<typeof routes.createTrendReport>> {
  const told = await startExport(context, { report: REPORT, format, input })
  await audit(context, { clientCode: context.clients[0] ?? '', act: 'export.started', object: told.fileName })
  return { ...jobOf(told), startDate: input.startDate, endDate: input.endDate }
}

/** How far it is. Throws an AppError: 404 where the caller has no such file, 422 with the specified words where it failed. */
export async function getTrendReport(
  context: Context,
  { query }: RouteChecked<typeof routes.getTrendReport>,
): Promise<RouteAnswer<typeof routes.getTrendReport>> {
  const told = await readExport(context, query.exportId, REPORT)
  if (told.status === 'Failed' || told.status === 'Undefined') throw new AppError('unprocessable', REPORT_FAILED)
  return jobOf(told)
}

/** The file itself. Throws an AppError (404) where the caller has none, or has it no longer. */
export const getTrendReportFile = (
  context: StreamingContext,
  { query }: RouteChecked<typeof routes.getTrendReportFile>,
) => exportFile(context, query.exportId, { report: REPORT })

const jobOf = ({ exportId, status, percentComplete }: ExportState) => ({
  id: exportId,
  exportId,
  status,
  percentComplete,
})
