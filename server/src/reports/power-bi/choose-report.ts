import { REPORTS, type ReportName } from '@despatch/domain/reports/report-names'
import type { ReportFormat } from '@despatch/contract/reports/report-files'
import { inClients } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import type { StreamingContext } from '../../http/context.ts'
import { PowerBiUnavailable } from './power-bi-request.ts'
import type { Identity, PowerBi, WorkspaceReport } from './power-bi.ts'

/** The report for a screen or file: Power BI's with the caller's identity, or the built-in one. */
export type ChosenReport =
  | { powerBi: PowerBi; report: WorkspaceReport; identity: Identity | undefined; notice?: undefined }
  | { powerBi?: undefined; notice: string }

const UNAVAILABLE_NOTICE = 'Power BI isn’t available. This is the portal’s own report.'
const NO_USERNAME_NOTICE = 'This is the portal’s own report. Ask the operator’s administrators for a Power BI username.'

/** Formats that Power BI can export. Ordinary reports have no rows, and a PNG of several pages would be an archive. */
export const formatsOf = ({ isPaginated }: WorkspaceReport): ReportFormat[] =>
  isPaginated ? ['PDF', 'XLSX', 'CSV'] : ['PDF', 'PPTX']

/**
 * Chooses between Power BI's report with a title and the built-in one. Client users see Power BI's report only if its
 * data set demands an identity, which limits it to their clients. If Power BI fails, the built-in report is chosen.
 */
export async function chooseReport(
  context: StreamingContext,
  name: ReportName,
  signal: AbortSignal,
): Promise<ChosenReport> {
  const { powerBi } = context.services
  if (!powerBi) return { notice: '' }
  return orBuiltIn(context, async () => {
    const report = await powerBi.reportNamed(REPORTS[name].title, signal)
    if (!report) return { notice: '' }
    const demands = report.datasetId !== '' && (await powerBi.demandsIdentity(report.datasetId, signal))
    if (!demands) return context.caller.isInternal ? { powerBi, report, identity: undefined } : { notice: '' }
    const username = await readUsername(context)
    if (username === '') return { notice: NO_USERNAME_NOTICE }
    return { powerBi, report, identity: { username, roles: powerBi.roles, datasets: [report.datasetId] } }
  })
}

/** Returns Power BI's result, or the reason to show the built-in report. */
export async function orBuiltIn<Value>(
  { log }: Pick<StreamingContext, 'log'>,
  work: () => Promise<Value>,
): Promise<Value | { powerBi?: undefined; notice: string }> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PowerBiUnavailable)) throw error
    log.warn({ err: error }, 'Power BI was not used')
    return { notice: UNAVAILABLE_NOTICE }
  }
}

async function readUsername({ database, clients, caller }: StreamingContext): Promise<string> {
  const row = await inClients(database, clients, (transaction) =>
    transaction.row(db.selectFrom('users').select('power_bi_username').where('user_id', '=', caller.userId)),
  )
  return row?.power_bi_username.trim() ?? ''
}
