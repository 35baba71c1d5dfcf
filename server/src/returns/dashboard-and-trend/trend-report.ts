import {
  trendChoice,
  type TrendChoice,
  returnFigures as routes,
} from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { formatDayRange } from '@despatch/domain/calendar/day'
import { mondayOf, weekNumber, weeksOf } from '@despatch/domain/calendar/week'
import { COUNTED_BY, RATE_DEFINITION } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { ripenessText } from '@despatch/domain/returns/dashboard-and-trend/ripeness'
import { LIFE_STATES } from '@despatch/domain/returns/life/return-state'
import { sql } from 'kysely'
import { Transaction } from '../../database/transaction.ts'
import { dayCell, type ExportedReport } from '../../exports/exported-report.ts'
import { compiled, countOf } from '../../exports/statement.ts'
import { dayOf, isCounted, NONE, piecesOf, withReason } from './counted-lines.ts'
import { LINE_COLUMNS, type LineRow } from './lines.ts'
import { trendWeeks } from './trend.ts'

type Row = LineRow & { counted_on: string }

const TREND_HEADER = [
  'Week commencing',
  'Week',
  'Returns',
  'Pieces',
  'Ordered pieces',
  'Rate per 100 ordered',
  'How ripe',
]

/** The returns trend report as a file: a sheet by week, and the returns that it is made of. */
export const trendReport: ExportedReport<TrendChoice> = {
  report: 'returns-trend',
  title: 'Returns Trend Report',
  fileName: 'Returns Trend Report',
  permission: routes.createTrendReport.permission,
  choice: trendChoice,
  layoutOf: () => ({
    rowsName: 'Returns',
    header: [
      'Counted on',
      'Client',
      'Order',
      'Return',
      'SKU',
      'Description',
      'Pieces',
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
        const known = new Map((await trendWeeks(of, choice)).map((week) => [week.week, week]))
        const rows = [...weeks].map(([monday, { lines, pieces }]) => {
          const week = known.get(monday)
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

/** The same of the days of the returns dashboard. */
export const dashboardReport: ExportedReport<TrendChoice> = {
  ...trendReport,
  report: 'returns-dashboard',
  title: 'Returns Dashboard',
  fileName: 'Returns Dashboard',
  permission: routes.dashboard.permission,
}
