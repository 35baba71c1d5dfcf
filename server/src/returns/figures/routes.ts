import { returnFigures } from '@despatch/contract/returns/figures/return-figures'
import { REPORT_FAILED } from '@despatch/domain/feedback/messages'
import { audit } from '../../audit/write-audit.ts'
import { exportFile, readExport, startExport, type Told } from '../../exports/exports.ts'
import { type Bound, bind } from '../../http/bind.ts'
import { AppError } from '../../process/app-error.ts'
import { choices, dashboard } from './dashboard.ts'
import { lines } from './lines.ts'
import { trend } from './trend.ts'

const REPORT = 'returns-trend'

/** The calls on figures of returns. */
export const returnFigureRoutes: Bound[] = bind(returnFigures, {
  trend,
  choices,
  dashboard,
  lines,
  async createTrendReport(context, { body: { format, ...input } }) {
    const told = await startExport(context, { report: REPORT, format, input })
    await audit(context, { clientCode: context.clients[0] ?? '', act: 'export.started', object: told.fileName })
    const { startDate, endDate } = input
    return { ...jobOf(told), startDate, endDate }
  },
  async getTrendReport(context, { query }) {
    const told = await readExport(context, query.exportId, REPORT)
    if (told.status === 'Failed' || told.status === 'Undefined') throw new AppError('unprocessable', REPORT_FAILED)
    return jobOf(told)
  },
  getTrendReportFile: (context, { query }) => exportFile(context, query.exportId, { report: REPORT }),
})

const jobOf = ({ exportId, status, percentComplete }: Told) => ({ id: exportId, exportId, status, percentComplete })
