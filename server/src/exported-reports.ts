import type { ExportedReport } from './exports/exported-report.ts'
import { erasuresReport } from './enquiries/personal-data/erasures-report.ts'
import { personReport } from './enquiries/personal-data/person-report.ts'
import { figureReports } from './reports/figure-reports.ts'
import { stockFlowReport } from './reports/stock-flow-report.ts'
import { dashboardReport, trendReport } from './returns/dashboard-and-trend/trend-report.ts'

/** Every report that can be exported. */
export const exportedReports: readonly ExportedReport[] = [
  ...([trendReport, dashboardReport, stockFlowReport, personReport, erasuresReport] as ExportedReport[]),
  ...figureReports,
]

/** The worker thread that makes export files. */
export const EXPORT_WORKER = new URL('export-worker.ts', import.meta.url)
