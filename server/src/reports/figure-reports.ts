import {
  type EventChoice,
  eventInput,
  type OrderChoice,
  orderInput,
  type ParcelChoice,
  parcelInput,
} from '@despatch/contract/reports/drill-down-shapes'
import { dayOf, formatDayRange } from '@despatch/domain/calendar/day'
import { days } from '@despatch/contract/reports/report-shapes'
import { withPeriod } from '@despatch/contract/route/report-period'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { type Figure, FIGURES, PARCEL_FIGURES, PERIOD_DEFINITION } from '@despatch/domain/reports/figures'
import type { Period } from '@despatch/domain/reports/periods'
import { type ReportName, REPORTS } from '@despatch/domain/reports/report-names'
import { WEEKDAYS } from '@despatch/domain/calendar/weekdays'
import { VOLUME_DEFINITION } from '@despatch/domain/reports/volumes'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Cell, dayCell, type ExportedReport, type Sheet } from '../exports/exported-report.ts'
import { compiled, countOf } from '../exports/statement.ts'
import { type EventRow, eventsQuery, type OrderRow, ordersQuery, type ParcelRow, parcelsQuery } from './drill-down.ts'
import { isCountedEvent, isCountedOrder, isCountedParcel } from './counted.ts'
import type { FiguresQuery } from '../figures/waiting-days.ts'
import { carriersFigures } from './carriers/carriers.ts'
import { exceptionsFigures } from './carriers/exceptions.ts'
import { type FiguresContext, figuresContext } from './figures-context.ts'
import { keyMetricsFigures } from './key-metrics.ts'
import { carrierTables, exceptionTables } from './tables/carrier-tables.ts'
import { keyMetricTables, METRIC_DEFINITIONS } from './tables/key-metric-tables.ts'
import { annualVolumes, summaryWeek, volumesByClient, volumeTrends } from './tables/volume-tables.ts'

const today = () => dayOf(new Date())

/** Definitions and filters listed in a file. */
function manifestOf(figure: Figure, { startDate, endDate, ...narrowed }: Period & Record<string, string>) {
  const { title, definition } = FIGURES[figure]
  return {
    definitions: [
      [title, definition],
      ['Days', PERIOD_DEFINITION],
    ] as [string, string][],
    filters: [
      ['Days', formatDayRange(startDate, endDate)],
      ['Figure', title],
      ...Object.entries(narrowed)
        .filter(([name]) => name !== 'figure')
        .map(([name, value]) => [
          name.charAt(0).toUpperCase() + name.slice(1),
          (name === 'weekday' && value ? WEEKDAYS[Number(value)] : value) || 'All',
        ]),
    ] as [string, string][],
  }
}

/** Counts rows by counted day for a separate sheet. */
function byDay() {
  const days = new Map<string, number>()
  return {
    count: (day: string) => days.set(day, (days.get(day) ?? 0) + 1),
    sheet: (title: string) => ({
      name: 'By day',
      header: ['Day', title],
      rows: [...days].map(([day, count]): Cell[] => [{ day }, count]),
    }),
  }
}

type Choice = Period & Record<string, string>
type Row = { countedOn: string }

/** The tables of a report's screen, and the stored figures that they read. */
type Tables<Chosen> = {
  readonly make: (context: FiguresContext, choice: Chosen) => Promise<readonly Sheet[]>
  readonly figures: (choice: Chosen) => FiguresQuery
}

/** A kind of records that files list. */
type RecordKind<Chosen = Choice, Read = Row> = {
  readonly rowsName: string
  readonly figureOf: (choice: Chosen) => Figure
  readonly columns: readonly (readonly [title: string, cellOf: (row: Read) => Cell])[]
  /** FROM and WHERE of the records, with the alias that `query` uses. */
  readonly from: (clients: readonly string[], choice: Chosen) => RawBuilder<unknown>
  readonly query: (clients: readonly string[], choice: Chosen) => RawBuilder<Read>
}

/** A report's file: a sheet of counts by day, the screen's tables, and the records that the figure counts. */
function recordsReport(
  report: ReportName,
  choice: z.ZodType,
  kindOf: (chosen: Choice) => RecordKind,
  tables?: Tables<Choice>,
): ExportedReport<Choice> {
  const { title, leaf } = REPORTS[report]
  return {
    report,
    title,
    fileName: title.replaceAll(':', ' -'),
    permission: { reads: [leaf] },
    choice: choice as z.ZodType<Choice>,
    layoutOf(chosen) {
      const { rowsName, columns } = kindOf(chosen)
      return { rowsName, header: columns.map(([name]) => name) }
    },
    manifestOf: (chosen) => manifestOf(kindOf(chosen).figureOf(chosen), chosen),
    ...(tables && { figures: tables.figures }),
    count: (connection, clients, chosen) => countOf(connection, kindOf(chosen).from(clients, chosen)),
    query: (clients, chosen) => compiled(kindOf(chosen).query(clients, chosen)),
    reader(chosen) {
      const { columns, figureOf } = kindOf(chosen)
      const days = byDay()
      return {
        cellsOf(row: Row) {
          days.count(row.countedOn)
          return columns.map(([, cellOf]) => cellOf(row))
        },
        async sheets(connection, clients) {
          const sheets = (await tables?.make(figuresContext(connection, clients), chosen)) ?? []
          return [days.sheet(FIGURES[figureOf(chosen)].title), ...sheets]
        },
      }
    },
  }
}

const ORDERS: RecordKind<OrderChoice, OrderRow> = {
  rowsName: 'Orders',
  figureOf: ({ figure }) => figure,
  columns: [
    ['Counted on', (row) => dayCell(row.countedOn)],
    ['Client', (row) => row.clientCode],
    ['Order', (row) => row.orderNumber],
    ['Status', (row) => ORDER_STATUSES[row.status].description],
    ['Ordered', (row) => dayCell(row.orderedOn)],
    ['Released', (row) => dayCell(row.releasedOn)],
    ['Due', (row) => dayCell(row.dueOn)],
    ['Despatched', (row) => dayCell(row.despatchedOn)],
    ['Delivered', (row) => dayCell(row.deliveredOn)],
    ['Lines', (row) => row.lines],
    ['Units', (row) => row.pieces],
    ['Value', (row) => ({ amount: Number(row.value) })],
    ['Currency', (row) => row.currency],
  ],
  from: (clients, choice) => sql`orders o where ${isCountedOrder(clients, choice, today())}`,
  query: (clients, choice) => ordersQuery(clients, choice, today()),
}

const PARCELS: RecordKind<ParcelChoice, ParcelRow> = {
  rowsName: 'Parcels',
  figureOf: ({ figure }) => figure,
  columns: [
    ['Counted on', (row) => dayCell(row.countedOn)],
    ['Client', (row) => row.clientCode],
    ['Parcel', (row) => row.trackingNumber],
    ['Order', (row) => row.orderNumber],
    ['Carrier', (row) => row.carrier],
    ['Service', (row) => row.service],
    ['Region', (row) => row.region],
    ['Despatched', (row) => dayCell(row.despatchedOn)],
    ['Promised', (row) => dayCell(row.promisedOn)],
    ['Delivered', (row) => dayCell(row.deliveredOn)],
    ['State', (row) => DELIVERY_STATES[row.state]],
    ['Reason', (row) => row.reason],
  ],
  from: (clients, choice) => sql`parcels p where ${isCountedParcel(clients, choice, today())}`,
  query: (clients, choice) => parcelsQuery(clients, choice, today()),
}

const EVENTS: RecordKind<EventChoice, EventRow> = {
  rowsName: 'Events',
  figureOf: () => 'exceptions',
  columns: [
    ['Counted on', (row) => dayCell(row.countedOn)],
    ['Client', (row) => row.clientCode],
    ['Parcel', (row) => row.trackingNumber],
    ['Order', (row) => row.orderNumber],
    ['Happened', (row) => ({ at: row.at })],
    ['Carrier', (row) => row.carrier],
    ['State', (row) => DELIVERY_STATES[row.state]],
    ['Reason', (row) => row.reason],
    ['Description', (row) => row.description],
    ['Place', (row) => row.location],
  ],
  from: (clients, choice) => sql`delivery_events e where ${isCountedEvent(clients, choice)}`,
  query: eventsQuery,
}

/** Value of `figure` for a file of the screen's tables. */
const TABLES_FILE = 'tables'

/** Reports of both orders and parcels, whose files contain the screen's tables. */
const TABLES = {
  'key-metrics': keyMetricTables,
  'annual-volumes': annualVolumes,
  'annual-volumes-by-client': volumesByClient,
  'summary-week-by-client': summaryWeek,
  'volume-trends': volumeTrends,
} as const satisfies Partial<
  Record<ReportName, (context: FiguresContext, period: Period) => Promise<[Sheet, ...Sheet[]]>>
>

const [orders, parcels, events] = [ORDERS, PARCELS, EVENTS] as unknown as [RecordKind, RecordKind, RecordKind]

const isOfParcels = ({ figure }: Choice) => PARCEL_FIGURES.some((one) => one === figure)

/** With a figure, the file lists its orders or parcels; without one, it has the screen's tables. */
const reportFileInput = z.preprocess(
  (body) => ({ figure: TABLES_FILE, ...(body as object) }),
  z.discriminatedUnion(
    'figure',
    [withPeriod(z.strictObject({ ...days, figure: z.literal(TABLES_FILE) })), orderInput, parcelInput],
    'Not a figure of orders or parcels',
  ),
)

const tablesManifest = (report: keyof typeof TABLES, { startDate, endDate }: Period) => ({
  definitions: [
    ...(report === 'key-metrics' ? METRIC_DEFINITIONS : [['Volumes', VOLUME_DEFINITION] as [string, string]]),
    ['Days', PERIOD_DEFINITION] as [string, string],
  ],
  filters: [['Days', formatDayRange(startDate, endDate)] as [string, string]],
})

function tableReport(report: keyof typeof TABLES): ExportedReport<Choice> {
  const records = recordsReport(report, reportFileInput, (chosen) => (isOfParcels(chosen) ? parcels : orders))
  return {
    ...records,
    manifestOf: (chosen) =>
      chosen['figure'] === TABLES_FILE ? tablesManifest(report, chosen) : records.manifestOf(chosen),
    // A file of records reads no stored figures.
    figures: (chosen) => (chosen['figure'] === TABLES_FILE ? keyMetricsFigures(chosen) : undefined),
    tables: (chosen) =>
      chosen['figure'] === TABLES_FILE
        ? (connection, clients) => TABLES[report](figuresContext(connection, clients), chosen)
        : undefined,
  }
}

const carrierReport = (report: 'carrier-dashboard' | 'carrier-performance') =>
  recordsReport(report, parcelInput, () => parcels, {
    make: (context, choice) => carrierTables(context, choice as unknown as ParcelChoice, report),
    figures: (choice) => carriersFigures(choice as unknown as ParcelChoice),
  })

export const figureReports = [
  carrierReport('carrier-dashboard'),
  carrierReport('carrier-performance'),
  ...(Object.keys(TABLES) as (keyof typeof TABLES)[]).map(tableReport),
  recordsReport('carrier-exceptions', eventInput, () => events, {
    make: (context, choice) => exceptionTables(context, choice as unknown as EventChoice),
    figures: exceptionsFigures,
  }),
] as ExportedReport[]
