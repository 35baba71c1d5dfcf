import { stockSkusInput } from '@despatch/contract/reports/stock-flow-shapes'
import { formatDayRange } from '@despatch/domain/calendar/day'
import { STOCK_FIGURES, STOCK_FLOW_DEFINITION } from '@despatch/domain/reports/figures'
import { REPORTS } from '@despatch/domain/reports/report-names'
import { sql } from 'kysely'
import type { ExportedReport } from '../exports/exported-report.ts'
import { compiled, countOf } from '../exports/statement.ts'
import { type StockFlowChoice, stockFlowRows } from './stock-flow.ts'

type Row = {
  client_code: string
  sku_code: string
  description: string | null
  categories: readonly string[]
  opening: string
  goods_in: string
  returned: string
  despatched: string
  adjusted: string
  closing: string
}

/** The stock flow as a file: a row for each SKU. */
export const stockFlowReport: ExportedReport<StockFlowChoice> = {
  report: 'client-stock-flow',
  title: REPORTS['client-stock-flow'].title,
  fileName: REPORTS['client-stock-flow'].title,
  permission: { reads: [REPORTS['client-stock-flow'].leaf] },
  choice: stockSkusInput as ExportedReport<StockFlowChoice>['choice'],
  layoutOf: () => ({
    rowsName: 'SKUs',
    header: [
      'Client',
      'SKU',
      'Description',
      'Categories',
      'Opening',
      'Goods in',
      'Returns restocked',
      'Despatched',
      'Adjusted',
      'Closing',
    ],
  }),
  manifestOf: ({ startDate, endDate, category, figure }) => ({
    definitions: [['Pieces', STOCK_FLOW_DEFINITION]],
    filters: [
      ['Days', formatDayRange(startDate, endDate)],
      ['Category', category || 'All'],
      ['SKUs', figure ? `With pieces of ${STOCK_FIGURES[figure]}` : 'All that were there or moved'],
    ],
  }),
  count: (connection, clients, choice) => countOf(connection, sql`(${stockFlowRows(clients, choice)}) as flow`),
  query: (clients, choice) => compiled(sql`${stockFlowRows(clients, choice)} order by f.client_code, f.sku_code`),
  reader: () => ({
    cellsOf: (row: Row) => [
      row.client_code,
      row.sku_code,
      row.description ?? '',
      row.categories.join(', '),
      Number(row.opening),
      Number(row.goods_in),
      Number(row.returned),
      Number(row.despatched),
      Number(row.adjusted),
      Number(row.closing),
    ],
    sheets: () => [],
  }),
}
