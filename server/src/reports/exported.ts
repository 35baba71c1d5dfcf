import {
  type EventChoice,
  eventInput,
  type OrderChoice,
  orderInput,
  type ParcelChoice,
  parcelInput,
} from '@despatch/contract/reports/behind-shapes'
import { dayOf, formatDay, formatDayRange } from '@despatch/domain/calendar/day'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { type Figure, FIGURES, PERIOD_WORDS } from '@despatch/domain/reports/figures'
import type { Period } from '@despatch/domain/reports/periods'
import { type ReportName, REPORTS } from '@despatch/domain/reports/report-names'
import { WEEKDAYS } from '@despatch/domain/reports/subscription-times'
import { sql } from 'kysely'
import type { Cell, ExportedReport } from '../exports/exported-report.ts'
import { compiled, countOf } from '../exports/statement.ts'
import { type EventRow, eventsQuery, type OrderRow, ordersQuery, type ParcelRow, parcelsQuery } from './behind.ts'
import { isCountedEvent, isCountedOrder, isCountedParcel } from './counted.ts'

const today = () => dayOf(new Date())

/** What a file says of its figure and its days, and of what it is narrowed to. */
function manifestOf(figure: Figure, { startDate, endDate, ...narrowed }: Period & Record<string, string>) {
  const { title, words } = FIGURES[figure]
  return {
    definitions: [
      [title, words],
      ['Days', PERIOD_WORDS],
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
      rows: [...days].map(([day, count]): Cell[] => [formatDay(day), count]),
    }),
  }
}

/** A report's name, title and rows' name. */
const headOf = (report: ReportName) => {
  const { title } = REPORTS[report]
  return { report, title, fileName: title.replaceAll(':', ' -') }
}

const orderReport = (report: ReportName, permission: ExportedReport['permission']): ExportedReport<OrderChoice> => ({
  ...headOf(report),
  permission,
  choice: orderInput as ExportedReport<OrderChoice>['choice'],
  rowsName: 'Orders',
  header: [
    'Counted on',
    'Client',
    'Order',
    'Status',
    'Ordered',
    'Released',
    'Due',
    'Despatched',
    'Delivered',
    'Lines',
    'Pieces',
    'Value',
    'Currency',
  ],
  manifestOf: (choice) => manifestOf(choice.figure, choice),
  count: (connection, clients, choice) =>
    countOf(connection, sql`orders o where ${isCountedOrder(clients, choice, today())}`),
  query: (clients, choice) => compiled(ordersQuery(clients, choice, today())),
  reader({ figure }) {
    const days = byDay()
    return {
      cellsOf(row: OrderRow) {
        days.count(row.countedOn)
        return [
          row.countedOn,
          row.clientCode,
          row.orderNumber,
          ORDER_STATUSES[row.status].description,
          row.orderedOn,
          row.releasedOn,
          row.dueOn,
          row.despatchedOn,
          row.deliveredOn,
          row.lines,
          row.pieces,
          Number(row.value),
          row.currency,
        ]
      },
      sheets: () => [days.sheet(FIGURES[figure].title)],
    }
  },
})

const parcelReport = (report: ReportName, permission: ExportedReport['permission']): ExportedReport<ParcelChoice> => ({
  ...headOf(report),
  permission,
  choice: parcelInput as ExportedReport<ParcelChoice>['choice'],
  rowsName: 'Parcels',
  header: [
    'Counted on',
    'Client',
    'Parcel',
    'Order',
    'Carrier',
    'Service',
    'Region',
    'Despatched',
    'Promised',
    'Delivered',
    'State',
    'Reason',
  ],
  manifestOf: (choice) => manifestOf(choice.figure, choice),
  count: (connection, clients, choice) =>
    countOf(connection, sql`parcels p where ${isCountedParcel(clients, choice, today())}`),
  query: (clients, choice) => compiled(parcelsQuery(clients, choice, today())),
  reader({ figure }) {
    const days = byDay()
    return {
      cellsOf(row: ParcelRow) {
        days.count(row.countedOn)
        return [
          row.countedOn,
          row.clientCode,
          row.trackingNumber,
          row.orderNumber,
          row.carrier,
          row.service,
          row.region,
          row.despatchedOn,
          row.promisedOn,
          row.deliveredOn,
          DELIVERY_STATES[row.state],
          row.reason,
        ]
      },
      sheets: () => [days.sheet(FIGURES[figure].title)],
    }
  },
})

const exceptionReport: ExportedReport<EventChoice> = {
  ...headOf('carrier-exceptions'),
  permission: { reads: [REPORTS['carrier-exceptions'].leaf] },
  choice: eventInput as ExportedReport<EventChoice>['choice'],
  rowsName: 'Events',
  header: ['Counted on', 'Client', 'Parcel', 'Order', 'Happened', 'Carrier', 'State', 'Reason', 'Description', 'Place'],
  manifestOf: (choice) => manifestOf('exceptions', choice),
  count: (connection, clients, choice) =>
    countOf(connection, sql`delivery_events e where ${isCountedEvent(clients, choice)}`),
  query: (clients, choice) => compiled(eventsQuery(clients, choice)),
  reader() {
    const days = byDay()
    return {
      cellsOf(row: EventRow) {
        days.count(row.countedOn)
        return [
          row.countedOn,
          row.clientCode,
          row.trackingNumber,
          row.orderNumber,
          row.at.toISOString(),
          row.carrier,
          DELIVERY_STATES[row.state],
          row.reason,
          row.description,
          row.location,
        ]
      },
      sheets: () => [days.sheet(FIGURES.exceptions.title)],
    }
  },
}

const ORDER_REPORTS = [
  'key-metrics',
  'annual-volumes',
  'annual-volumes-by-client',
  'summary-week-by-client',
  'volume-trends',
] as const
const PARCEL_REPORTS = ['carrier-dashboard', 'carrier-performance'] as const

/** Files of the reports of orders, parcels and delivery exceptions: the rows behind a figure, as its list has them. */
export const figureReports = [
  ...PARCEL_REPORTS.map((report) => parcelReport(report, { reads: [REPORTS[report].leaf] })),
  ...ORDER_REPORTS.map((report) => orderReport(report, { reads: [REPORTS[report].leaf] })),
  exceptionReport,
] as ExportedReport[]
