import { returnFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { type Bound, bind } from '../../http/bind.ts'
import { choices, dashboard } from './dashboard.ts'
import { lines } from './lines.ts'
import { createTrendReport, getTrendReport, getTrendReportFile } from './trend-export.ts'
import { trend } from './trend.ts'

export const returnFigureRoutes: Bound[] = bind(returnFigures, {
  trend,
  choices,
  dashboard,
  lines,
  createTrendReport,
  getTrendReport,
  getTrendReportFile,
})
