import type { ExportedReport } from './exports/exported-report.ts'
import { trendReport } from './returns/figures/trend-report.ts'

/** Every report that a file can be made of. */
export const exportedReports: readonly ExportedReport[] = [trendReport as ExportedReport]

/** The thread that makes a file. */
export const EXPORT_WORKER = new URL('export-worker.ts', import.meta.url)
