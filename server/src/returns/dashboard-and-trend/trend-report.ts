import {
  trendChoice,
  type TrendChoice,
  returnFigures as routes,
} from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { dayOf as operatorDay, formatDayRange } from '@despatch/domain/calendar/day'
import { mondayOf, weekNumber, weeksOf } from '@despatch/domain/calendar/week'
import { COUNTED_BY, RATE_DEFINITION } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { ripenessText } from '@despatch/domain/returns/dashboard-and-trend/ripeness'
import { LIFE_STATES } from '@despatch/domain/returns/life/return-state'
import { sql } from 'kysely'
import { Transaction } from '../../database/transaction.ts'
import { type Cell, dayCell, type ExportedReport, type Sheet } from '../../exports/exported-report.ts'
import type { Context } from '../../http/context.ts'
import { compiled, countOf } from '../../exports/statement.ts'
import { dayOf, isCounted, NONE, piecesOf, withReason } from './counted-lines.ts'
import { dashboard, dashboardFigures } from './dashboard.ts'
import { LINE_COLUMNS, type LineRow } from './lines.ts'
import { trendFigures, trendWeeks } from './trend.ts'

type Row = LineRow & { counted_on: string }

const TREND_HEADER = [
  'Week commencing',
  'Week',
  'Returns',
  'Units',
  'Units ordered',
  'Rate per 100 ordered',
  'Complete',
]

/** The returns trend report as a file: a sheet by week, and the returns behind it. */
export const trendReport: ExportedReport<TrendChoice> = {
  report: 'returns-trend',
  title: 'Returns Trend Report',
  fileName: 'Returns Trend Report',
  permission: routes.createTrendReport.permission,
  choice: trendChoice,
  figures: (choice) => trendFigures(choice, operatorDay(new Date())),
  layoutOf: () => ({
    rowsName: 'Returns',
    header: [
      'Counted on',
      'Client',
      'Order',
      'Return',
      'SKU',
      'Description',
      'Units',
      'Surplus',
      'State',
      'Reason',
      'Carrier',
      'Region',
      'Ordered',
      'Despatched',
      'Announced',
      'Received',
      'Refunded',
    ],
  }),
  manifestOf(choice) {
    const { startDate, endDate, countedBy, ...narrowed } = choice
    const { title, definition } = COUNTED_BY[countedBy]
    const names = { SKU: 'SKU', category: 'Category', reason: 'Reason', carrier: 'Carrier', region: 'Region' }
    return {
      definitions: [
        ['Counted by', `${title}: ${definition}`],
        ['Week', 'Monday to Sunday.'],
        ['Rate', RATE_DEFINITION],
        ['Row', 'One SKU of a return.'],
      ],
      filters: [
        ['Days', formatDayRange(startDate, endDate)],
        ...Object.entries(names).map(([key, name]): [string, string] => [
          name,
          narrowed[key as keyof typeof names] || 'All',
        ]),
      ],
    }
  },
  count: (connection, clients, choice) =>
    countOf(connection, sql`return_lines as line where ${isCounted(clients, choice)}`),
  query: (clients, choice) =>
    compiled(sql`
      select ${LINE_COLUMNS}, ${piecesOf(choice)} as pieces, ${dayOf(choice)}::text as counted_on
      from return_lines as line ${withReason(clients)} where ${isCounted(clients, choice)}
      order by ${dayOf(choice)}, line.client_code, line.order_number, line.return_reference, line.sku_code`),
  reader(choice) {
    const { startDate, endDate } = choice
    const weeks = new Map(weeksOf(startDate, endDate).map((week) => [week, { lines: 0, pieces: 0 }]))
    return {
      cellsOf(row: Row) {
        const week = weeks.get(mondayOf(row.counted_on))
        if (week) {
          week.lines++
          week.pieces += row.pieces
        }
        return [
          dayCell(row.counted_on),
          row.clientCode,
          row.orderNumber,
          row.returnReference,
          row.SKU,
          row.Item_Description,
          row.pieces,
          row.surplus,
          LIFE_STATES[row.state],
          row.reasonTitle || NONE.reason,
          row.carrier,
          row.region,
          dayCell(row.orderedOn),
          dayCell(row.despatchedOn),
          dayCell(row.announcedOn),
          dayCell(row.receivedOn),
          dayCell(row.refundedOn),
        ]
      },
      async sheets(connection, clients) {
        const of = { transaction: new Transaction(connection), clients: [...clients], now: new Date() }
        const trendByWeek = new Map((await trendWeeks(of, choice)).map((week) => [week.week, week]))
        const rows = [...weeks].map(([monday, { lines, pieces }]) => {
          const week = trendByWeek.get(monday)
          const ordered = week?.orderedPieces ?? null
          return [
            { day: monday },
            `${weekNumber(monday).year} week ${weekNumber(monday).week}`,
            lines,
            pieces,
            ordered ?? '',
            ordered ? Math.round((pieces / ordered) * 1000) / 10 : '',
            week ? ripenessText(week) : '',
          ]
        })
        return [{ name: 'Trend', header: TREND_HEADER, rows }]
      },
    }
  },
}

const PARTS = {
  reasons: ['By reason', 'Reason'],
  SKUs: ['By SKU', 'SKU'],
  categories: ['By category', 'Category'],
  carriers: ['By carrier', 'Carrier'],
  regions: ['By region', 'Region'],
  states: ['By status', 'State'],
} as const

/** The tables of the dashboard as sheets: a row per part, with its return rate if known. */
async function dashboardTables(
  context: Pick<Context, 'transaction' | 'clients' | 'now'>,
  choice: TrendChoice,
): Promise<Sheet[]> {
  const figures = await dashboard(context, { body: choice })
  const money = (amount: string): Cell => ({ amount: Number(amount) })
  const rows: Cell[][] = [
    ['Returns', figures.lines],
    ['Units', figures.pieces],
    ['Days to refund, median', figures.daysToRefund?.middle ?? null],
    ['Days to refund, 90th percentile', figures.daysToRefund?.ninthOfTen ?? null],
    ...figures.refunds.flatMap(({ currency, amount, deduction, returns }) => [
      [`Returns refunded, ${currency}`, returns],
      [`Refunded, ${currency}`, money(amount)],
      [`Deducted, ${currency}`, money(deduction)],
    ]),
    ...figures.postage.flatMap(({ currency, amount, shoppersPay, parcels }) => [
      [`Parcels sent back, ${currency}`, parcels],
      [`Postage paid by the client, ${currency}`, money(amount)],
      [`Postage paid by customers, ${currency}`, money(shoppersPay)],
    ]),
  ]
  const parts = Object.entries(PARTS).map(([part, [name, noun]]) => ({
    name,
    header: [noun, 'Returns', 'Units', 'Rate per 100'],
    rows: figures[part as keyof typeof PARTS].map(({ title, lines, pieces, rate }) => [title, lines, pieces, rate]),
  }))
  return [{ name: 'Figures', header: ['Figure', 'Value'], rows }, ...parts]
}

/** The returns dashboard as a file: its tables, in addition to the sheets of the trend report. */
export const dashboardReport: ExportedReport<TrendChoice> = {
  ...trendReport,
  report: 'returns-dashboard',
  title: 'Returns Dashboard',
  fileName: 'Returns Dashboard',
  permission: routes.dashboard.permission,
  figures: dashboardFigures,
  reader(choice) {
    const reader = trendReport.reader(choice)
    return {
      cellsOf: reader.cellsOf,
      async sheets(connection, clients) {
        const of = { transaction: new Transaction(connection), clients: [...clients], now: new Date() }
        return [...(await dashboardTables(of, choice)), ...(await reader.sheets(connection, clients))]
      },
    }
  },
}
