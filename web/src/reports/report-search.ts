import { addDays, isDay } from '@despatch/domain/calendar/day'
import { defaultReportWeek } from '@despatch/domain/calendar/week'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { ORDER_FIGURES, PARCEL_FIGURES, STOCK_FIGURE_CODES, type StockFigure } from '@despatch/domain/reports/figures'
import type { Period } from '@despatch/domain/reports/periods'
import { z } from 'zod'
import { pageSizeOf } from '../kit/list/page-size.ts'
import { entryOf } from '../kit/navigation/menu-keys.ts'
import { screenAddress } from '../kit/navigation/screen-address.ts'
import { operatorToday, serverNow } from '../kit/browser/clock.ts'

const day = z.string().refine(isDay)
const text = (most: number) => z.string().max(most).catch('')
const periodOf = (defaults: () => Period) => ({
  startDate: day.catch(() => defaults().startDate),
  endDate: day.catch(() => defaults().endDate),
})

/** Specification 4: the previous week, Monday to Sunday. */
export const lastWeek = (): Period => defaultReportWeek(serverNow())
/** Whole weeks up to last Sunday. */
export const lastWeeks = (weeks: number): Period => {
  const { startDate, endDate } = lastWeek()
  return { startDate: addDays(startDate, -7 * (weeks - 1)), endDate }
}
/** This calendar year and the ones before. */
export const lastYears = (years: number): Period => {
  const year = Number(operatorToday().slice(0, 4))
  return { startDate: `${year - years + 1}-01-01`, endDate: `${year}-12-31` }
}

export const weekSearch = z.object(periodOf(lastWeek))
export const quarterSearch = z.object({ ...periodOf(() => lastWeeks(13)), carrier: text(50) })
const parcelFilters = { carrier: text(50), service: text(100), region: text(50) }
export const carrierSearch = z.object({ ...periodOf(lastWeek), ...parcelFilters })
export const performanceSearch = z.object({ ...periodOf(() => lastWeeks(13)), ...parcelFilters })
export type CarrierSearch = z.output<typeof carrierSearch>
export const yearsSearch = z.object(periodOf(() => lastYears(2)))
export const yearSearch = z.object(periodOf(() => lastYears(1)))
export const stockFlowSearch = z.object({ ...periodOf(() => lastWeeks(13)), category: text(100) })
export const rollingSearch = z.object({ measure: z.enum(['orders', 'parcels']).catch('orders') })

const paged = {
  ...periodOf(lastWeek),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
}
export const ordersSearch = z.object({
  ...paged,
  figure: z.enum(ORDER_FIGURES).catch('ordersReceived'),
  client: text(20),
})
export const parcelsSearch = z.object({
  ...paged,
  ...parcelFilters,
  figure: z.enum(PARCEL_FIGURES).catch('parcelsDespatched'),
  weekday: z.enum(['', '0', '1', '2', '3', '4', '5', '6']).catch(''),
  client: text(20),
})
export const stockSkusSearch = z.object({
  ...paged,
  category: text(100),
  figure: z.enum(['', ...STOCK_FIGURE_CODES]).catch(''),
})
export const eventsSearch = z.object({ ...paged, carrier: text(50), state: text(30), reason: text(200) })

/** Menu entries whose reports have lists of orders, parcels and events. */
export const WITH_ORDERS = [
  'managementReports.keyMetrics',
  'managementReports.annualVolumes',
  'managementReports.annualVolumesByClient',
  'managementReports.summaryWeekByClient',
  'managementReports.volumeTrendsRolling52Weeks',
] as const satisfies readonly LeafPath[]
const DASHBOARD = 'reportsAndEnquiries.carrierDashboard'
const PERFORMANCE = 'reportsAndEnquiries.carrierPerformanceReport'
const EXCEPTIONS = 'reportsAndEnquiries.carrierDeliveryExceptions'
export const WITH_PARCELS = [DASHBOARD, PERFORMANCE, ...WITH_ORDERS] as const
/** Menu entries whose reports count returned pieces. */
export const WITH_RETURNS = [
  'managementReports.keyMetrics',
  'managementReports.annualVolumes',
  'managementReports.annualVolumesByClient',
  'managementReports.summaryWeekByClient',
] as const satisfies readonly LeafPath[]
export const STOCK_FLOW = 'managementReports.clientStockFlowProfile'
export const WITH_EVENTS = [DASHBOARD, EXCEPTIONS, PERFORMANCE] as const

export const listPath = (leaf: LeafPath, list: 'orders' | 'parcels' | 'exceptions' | 'returns' | 'skus') =>
  `${leaf === EXCEPTIONS ? EXCEPTION_FIGURES : entryOf(leaf).path}/${list}`
export const EXCEPTION_FIGURES = '/reporting-and-enquiries/carrier-delivery-exceptions/in-figures'

type ListSearch = Partial<Period> & Readonly<Record<string, string>>
export const ordersAddress = (leaf: (typeof WITH_ORDERS)[number]) =>
  screenAddress<ListSearch & { figure: (typeof ORDER_FIGURES)[number] }>(listPath(leaf, 'orders'))
export const parcelsAddress = (leaf: (typeof WITH_PARCELS)[number]) =>
  screenAddress<ListSearch & { figure: (typeof PARCEL_FIGURES)[number] }>(listPath(leaf, 'parcels'))
export const eventsAddress = (leaf: (typeof WITH_EVENTS)[number]) =>
  screenAddress<ListSearch>(listPath(leaf, 'exceptions'))
/** Returns received in a period. */
export const returnsAddress = (leaf: (typeof WITH_RETURNS)[number]) =>
  screenAddress<ListSearch>(listPath(leaf, 'returns'))
export const stockSkusAddress = screenAddress<ListSearch & { figure: StockFigure | '' }>(listPath(STOCK_FLOW, 'skus'))
