import { stockSkusInput } from '@despatch/contract/reports/stock-flow-shapes'
import { daysBetween, formatDayRange } from '@despatch/domain/calendar/day'
import {
  COVER_DEFINITION,
  STOCK_FIGURE_CODES,
  STOCK_FIGURES,
  STOCK_FLOW_DEFINITION,
  type StockFigure,
} from '@despatch/domain/reports/figures'
import { REPORTS } from '@despatch/domain/reports/report-names'
import { sql } from 'kysely'
import type { Cell, ExportedReport, Sheet } from '../exports/exported-report.ts'
import { compiled, countOf } from '../exports/statement.ts'
import { type FiguresContext, figuresContext } from './figures-context.ts'
import { coverOf, type StockFlowChoice, stockFlow, stockFlowRows } from './stock-flow.ts'

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

/** The stock flow as a file, one row per SKU. */
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
      'Days of cover',
    ],
  }),
  manifestOf: ({ startDate, endDate, category, figure }) => ({
    definitions: [
      ['Units', STOCK_FLOW_DEFINITION],
      ['Days of cover', COVER_DEFINITION],
    ],
    filters: [
      ['Days', formatDayRange(startDate, endDate)],
      ['Category', category || 'All'],
      ['SKUs', figure ? `With units of ${STOCK_FIGURES[figure]}` : 'All with stock or movement'],
    ],
  }),
  count: (connection, clients, choice) => countOf(connection, sql`(${stockFlowRows(clients, choice)}) as flow`),
  query: (clients, choice) => compiled(sql`${stockFlowRows(clients, choice)} order by f.client_code, f.sku_code`),
  reader: (choice) => ({
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
      coverOf(
        { closing: Number(row.closing), despatched: Number(row.despatched) },
        daysBetween(choice.startDate, choice.endDate) + 1,
      ),
    ],
    async sheets(connection, clients) {
      // A file of the SKUs behind one figure has no further tables.
      return choice.figure ? [] : stockTables(figuresContext(connection, clients), choice)
    },
  }),
}

const FLOW_HEADER = [...STOCK_FIGURE_CODES.map((figure) => STOCK_FIGURES[figure]), 'Days of cover']
type Flow = Record<StockFigure, number> & { daysOfCover: number | null }
const flowCells = (flow: Flow): Cell[] => [...STOCK_FIGURE_CODES.map((figure) => flow[figure]), flow.daysOfCover]

/** The screen's tables other than SKUs. */
async function stockTables(
  context: FiguresContext,
  { startDate, endDate, category }: StockFlowChoice,
): Promise<Sheet[]> {
  const figures = await stockFlow(context, { body: { startDate, endDate, category } })
  return [
    { name: 'All SKUs', header: ['SKUs', ...FLOW_HEADER], rows: [[figures.skus, ...flowCells(figures)]] },
    {
      name: 'By category',
      header: ['Category', ...FLOW_HEADER],
      rows: figures.categories.map((one) => [one.name, ...flowCells(one)]),
    },
    {
      name: 'By week',
      header: ['Week commencing', 'Goods in', 'Returns restocked', 'Despatched'],
      rows: figures.weeks.map(({ start, goodsIn, returned, despatched }) => [
        { day: start },
        goodsIn,
        returned,
        despatched,
      ]),
    },
  ]
}
