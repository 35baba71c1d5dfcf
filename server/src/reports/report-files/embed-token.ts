import type { reportFiles as routes } from '@despatch/contract/reports/report-files'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type ReportName, reportNamed, REPORTS } from '@despatch/domain/reports/report-names'
import { holdsRight } from '@despatch/domain/administration/roles/permissions'
import type { StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { chooseReport, formatsOf, orBuiltIn } from '../power-bi/choose-report.ts'

/**
 * Returns a report for its screen: Power BI's with a token limited to the caller's rows, or the built-in one. Throws an
 * AppError: 404 for an unknown report, 403 if the caller may not open it.
 */
export async function getEmbedToken(
  context: StreamingContext,
  { body }: RouteChecked<typeof routes.getEmbedToken>,
): Promise<RouteAnswer<typeof routes.getEmbedToken>> {
  const name = findReport(context, body.report)
  const named = { report: name, title: REPORTS[name].title }
  // One deadline for all requests to Power BI.
  const signal = context.services.powerBi?.deadline() ?? AbortSignal.abort()
  const chosen = await chooseReport(context, name, signal)
  if (!chosen.powerBi) return { ...named, embedded: null, notice: chosen.notice }
  const { powerBi, report, identity } = chosen
  const token = await orBuiltIn(context, () => powerBi.embedToken(report, identity, signal))
  if ('notice' in token) return { ...named, embedded: null, notice: token.notice }
  const embedded = { reportId: report.id, embedUrl: report.embedUrl, ...token, formats: formatsOf(report) }
  return { ...named, embedded, notice: '' }
}

/**
 * Finds a report by name or title. Throws an AppError: 404 for an unknown report, 403 if the caller may not open it.
 */
export function findReport({ caller }: Pick<StreamingContext, 'caller'>, text: string): ReportName {
  const report = reportNamed(text)
  if (!report) throw new AppError('not_found', 'Report not found.')
  if (!holdsRight(caller.permissions, REPORTS[report].leaf))
    throw new AppError('unauthorized_access', 'You don’t have access to this report.')
  return report
}
