import { REPORTS, type ReportName } from '@despatch/domain/reports/report-names'
import type { ReportFormat } from '@despatch/contract/reports/report-files'
import { inClients } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import type { StreamingContext } from '../../http/context.ts'
import { PowerBiUnavailable } from './asked.ts'
import type { Identity, PowerBi, WorkspaceReport } from './power-bi.ts'

/** What a screen shows, or a file is made of: a report of Power BI as its caller may see it, or the portal's own. */
export type Chosen =
  | { powerBi: PowerBi; report: WorkspaceReport; identity: Identity | undefined; notice?: undefined }
  | { powerBi?: undefined; notice: string }

const DOWN = 'Power BI does not answer just now: this is the portal’s own report.'
const NO_USERNAME =
  'You have no Power BI username yet: this is the portal’s own report. The operator’s administrators can give you one.'

/** What Power BI makes of a report: ordinary ones cannot be had as rows. A PNG of several pages would be an archive. */
export const formatsOf = ({ isPaginated }: WorkspaceReport): ReportFormat[] =>
  isPaginated ? ['PDF', 'XLSX', 'CSV'] : ['PDF', 'PPTX']

/**
 * Chooses between Power BI's report of a title and the portal's own. Anyone who is of a client sees Power BI's only where its
 * data set demands an identity, which shows their clients alone. Throws nothing where Power BI fails: the portal's own it is.
 */
export async function chooseReport(context: StreamingContext, name: ReportName, signal: AbortSignal): Promise<Chosen> {
  const { powerBi } = context.services
  if (!powerBi) return { notice: '' }
  return orOwn(context, async () => {
    const report = await powerBi.reportNamed(REPORTS[name].title, signal)
    if (!report) return { notice: '' }
    const demands = report.datasetId !== '' && (await powerBi.demandsIdentity(report.datasetId, signal))
    if (!demands) return context.caller.isInternal ? { powerBi, report, identity: undefined } : { notice: '' }
    const username = await usernameOf(context)
    if (username === '') return { notice: NO_USERNAME }
    return { powerBi, report, identity: { username, roles: powerBi.roles, datasets: [report.datasetId] } }
  })
}

/** What Power BI gives, or the portal's own report with a sentence that says why. */
export async function orOwn<Value>(
  { log }: Pick<StreamingContext, 'log'>,
  work: () => Promise<Value>,
): Promise<Value | { powerBi?: undefined; notice: string }> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PowerBiUnavailable)) throw error
    log.warn({ err: error }, 'Power BI was not used')
    return { notice: DOWN }
  }
}

async function usernameOf({ database, clients, caller }: StreamingContext): Promise<string> {
  const row = await inClients(database, clients, (transaction) =>
    transaction.row(db.selectFrom('users').select('power_bi_username').where('user_id', '=', caller.userId)),
  )
  return row?.power_bi_username.trim() ?? ''
}
