import {
  type EventChoice,
  eventInput,
  type OrderChoice,
  orderInput,
  type ParcelChoice,
  parcelInput,
} from '@despatch/contract/reports/behind-shapes'
import { dayOf, formatDayRange } from '@despatch/domain/calendar/day'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { type Figure, FIGURES, PARCEL_FIGURES, PERIOD_DEFINITION } from '@despatch/domain/reports/figures'
import type { Period } from '@despatch/domain/reports/periods'
import { type ReportName, REPORTS } from '@despatch/domain/reports/report-names'
import { WEEKDAYS } from '@despatch/domain/reports/subscription-times'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Cell, dayCell, type ExportedReport } from '../exports/exported-report.ts'
import { compiled, countOf } from '../exports/statement.ts'
import { type EventRow, eventsQuery, type OrderRow, ordersQuery, type ParcelRow, parcelsQuery } from './behind.ts'
import { isCountedEvent, isCountedOrder, isCountedParcel } from './counted.ts'

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

/** Files of one kind of records. */
type Kind<Chosen = Choice, Read = Row> = {
  readonly rowsName: string
  readonly figureOf: (choice: Chosen) => Figure
  readonly columns: readonly (readonly [title: string, cellOf: (row: Read) => Cell])[]
  /** The records with the alias and the conditions that `query` reads them by. */
  readonly from: (clients: readonly string[], choice: Chosen) => RawBuilder<unknown>
  readonly query: (clients: readonly string[], choice: Chosen) => RawBuilder<Read>
}

/** The file of a report, whose rows are the records that its figure counts, after a sheet of how many on each day. */
function behindReport(report: ReportName, choice: z.ZodType, kindOf: (chosen: Choice) => Kind): ExportedReport<Choice> {
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
        sheets: () => [days.sheet(FIGURES[figureOf(chosen)].title)],
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

const ORDER_REPORTS = [
  'key-metrics',
  'annual-volumes',
  'annual-volumes-by-client',
  'summary-week-by-client',
  'volume-trends',
] as const
const PARCEL_REPORTS = ['carrier-dashboard', 'carrier-performance'] as const

const [orders, parcels, events] = [ORDERS, PARCELS, EVENTS] as unknown as [Kind, Kind, Kind]

const isOfParcels = ({ figure }: Choice) => PARCEL_FIGURES.some((one) => one === figure)

/** Of reports that show orders beside parcels: the figure says which of them the file has. */
const eitherInput = z.preprocess(
  (given) => ({ figure: 'ordersReceived', ...(given as object) }),
  z.discriminatedUnion('figure', [orderInput, parcelInput], 'That is no figure of orders or parcels'),
)

/** Files of the reports of orders, parcels and delivery exceptions: the rows behind a figure, as its list has them. */
export const figureReports = [
  ...PARCEL_REPORTS.map((report) => behindReport(report, parcelInput, () => parcels)),
  ...ORDER_REPORTS.map((report) =>
    behindReport(report, eitherInput, (chosen) => (isOfParcels(chosen) ? parcels : orders)),
  ),
  behindReport('carrier-exceptions', eventInput, () => events),
] as ExportedReport[]
