import {
  type EventChoice,
  eventInput,
  type OrderChoice,
  orderInput,
  type ParcelChoice,
  parcelInput,
} from '@despatch/contract/reports/behind-shapes'
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
import { type EventRow, eventsQuery, type OrderRow, ordersQuery, type ParcelRow, parcelsQuery } from './behind.ts'
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

/** What a file says of its figure and its days, and of what it is narrowed to. */
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

/** Counts rows by the day that they are counted on, for a sheet of its own. */
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

/** The tables of a report's screen, and the figures that these are made of. */
type Tables<Chosen> = {
  readonly make: (context: FiguresContext, choice: Chosen) => Promise<readonly Sheet[]>
  readonly figures: (choice: Chosen) => FiguresQuery
}

/** Files of one kind of records. */
type Kind<Chosen = Choice, Read = Row> = {
  readonly rowsName: string
  readonly figureOf: (choice: Chosen) => Figure
  readonly columns: readonly (readonly [title: string, cellOf: (row: Read) => Cell])[]
  /** The records with the alias and the conditions that `query` reads them by. */
  readonly from: (clients: readonly string[], choice: Chosen) => RawBuilder<unknown>
  readonly query: (clients: readonly string[], choice: Chosen) => RawBuilder<Read>
}

/**
 * The file of a report, whose rows are the records that its figure counts, after a sheet of how many on each day and the
 * tables of its screen.
 */
function behindReport(
  report: ReportName,
  choice: z.ZodType,
  kindOf: (chosen: Choice) => Kind,
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

const ORDERS: Kind<OrderChoice, OrderRow> = {
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
    ['Pieces', (row) => row.pieces],
    ['Value', (row) => ({ amount: Number(row.value) })],
    ['Currency', (row) => row.currency],
  ],
  from: (clients, choice) => sql`orders o where ${isCountedOrder(clients, choice, today())}`,
  query: (clients, choice) => ordersQuery(clients, choice, today()),
}

const PARCELS: Kind<ParcelChoice, ParcelRow> = {
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

const EVENTS: Kind<EventChoice, EventRow> = {
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

/** A report whose file is the tables of its screen. */
const AS_TABLES = 'tables'

/** Reports of orders beside parcels, by what their files have: the tables of their screens. */
const TABLES = {
  'key-metrics': keyMetricTables,
  'annual-volumes': annualVolumes,
  'annual-volumes-by-client': volumesByClient,
  'summary-week-by-client': summaryWeek,
  'volume-trends': volumeTrends,
} as const satisfies Partial<
  Record<ReportName, (context: FiguresContext, period: Period) => Promise<[Sheet, ...Sheet[]]>>
>

const [orders, parcels, events] = [ORDERS, PARCELS, EVENTS] as unknown as [Kind, Kind, Kind]

const isOfParcels = ({ figure }: Choice) => PARCEL_FIGURES.some((one) => one === figure)

/** A figure says that the file has the orders, or the parcels, that it counts; without one it has the screen's tables. */
const eitherInput = z.preprocess(
  (given) => ({ figure: AS_TABLES, ...(given as object) }),
  z.discriminatedUnion(
    'figure',
    [withPeriod(z.strictObject({ ...days, figure: z.literal(AS_TABLES) })), orderInput, parcelInput],
    'That is no figure of orders or parcels',
  ),
)

/** What a file of tables says of itself. */
const tablesManifest = (report: keyof typeof TABLES, { startDate, endDate }: Period) => ({
  definitions: [
    ...(report === 'key-metrics' ? METRIC_DEFINITIONS : [['Volumes', VOLUME_DEFINITION] as [string, string]]),
    ['Days', PERIOD_DEFINITION] as [string, string],
  ],
  filters: [['Days', formatDayRange(startDate, endDate)] as [string, string]],
})

function tableReport(report: keyof typeof TABLES): ExportedReport<Choice> {
  const behind = behindReport(report, eitherInput, (chosen) => (isOfParcels(chosen) ? parcels : orders))
  return {
    ...behind,
    manifestOf: (chosen) =>
      chosen['figure'] === AS_TABLES ? tablesManifest(report, chosen) : behind.manifestOf(chosen),
    // A file of records is made of no kept figures.
    figures: (chosen) => (chosen['figure'] === AS_TABLES ? keyMetricsFigures(chosen) : undefined),
    tables: (chosen) =>
      chosen['figure'] === AS_TABLES
        ? (connection, clients) => TABLES[report](figuresContext(connection, clients), chosen)
        : undefined,
  }
}

const carrierReport = (report: 'carrier-dashboard' | 'carrier-performance') =>
  behindReport(report, parcelInput, () => parcels, {
    make: (context, choice) => carrierTables(context, choice as unknown as ParcelChoice, report),
    figures: (choice) => carriersFigures(choice as unknown as ParcelChoice),
  })

/** Files of the reports of orders, parcels and delivery exceptions. */
export const figureReports = [
  carrierReport('carrier-dashboard'),
  carrierReport('carrier-performance'),
  ...(Object.keys(TABLES) as (keyof typeof TABLES)[]).map(tableReport),
  behindReport('carrier-exceptions', eventInput, () => events, {
    make: (context, choice) => exceptionTables(context, choice as unknown as EventChoice),
    figures: exceptionsFigures,
  }),
] as ExportedReport[]
