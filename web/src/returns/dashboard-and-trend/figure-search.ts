import { addDays, dayOf, isDay } from '@despatch/domain/calendar/day'
import { defaultReportWeek } from '@despatch/domain/calendar/week'
import { COUNTED_BY_CODES } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { z } from 'zod'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { screenAddress } from '../../kit/navigation/screen-address.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'
import { serverNow } from '../../kit/browser/clock.ts'

const TREND_WEEKS = 13
/** Weeks that the dashboard reads before its period, for comparison. */
export const WEEKS_BEFORE = 12

const day = z.string().refine(isDay)
const text = (most: number) => z.string().max(most).catch('')

/** Search parameters of the figures screens. */
const searchOf = (usual: () => { startDate: string; endDate: string }) => ({
  startDate: day.catch(() => usual().startDate),
  endDate: day.catch(() => usual().endDate),
  countedBy: z.enum(COUNTED_BY_CODES).catch('received'),
  SKU: text(40),
  category: text(100),
  reason: text(40),
  carrier: text(50),
  region: text(50),
})

/** The last thirteen complete weeks, and the current one. */
export function defaultTrendPeriod(now = serverNow()) {
  const { startDate } = defaultReportWeek(now)
  return { startDate: addDays(startDate, -7 * (TREND_WEEKS - 1)), endDate: dayOf(now) }
}

/** Specification 4: the previous week, Monday to Sunday. */
export const defaultDashboardPeriod = () => defaultReportWeek(serverNow())

export const trendSearch = z.object(searchOf(defaultTrendPeriod))
export const dashboardSearch = z.object(searchOf(defaultDashboardPeriod))
export type FigureSearch = z.output<typeof trendSearch>

export const linesSearch = z.object({
  ...searchOf(defaultDashboardPeriod),
  state: text(20),
  client: text(20),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
})

export const TREND_LINES = `${entryOf('reportsAndEnquiries.returnsTrendReport').path}/returns`
export const DASHBOARD_LINES = `${entryOf('reportsAndEnquiries.returnsDashboard').path}/returns`

type Lines = Partial<FigureSearch & { state: string }>
/** Addresses of the returns behind a figure. */
export const trendLinesAddress = screenAddress<Lines>(TREND_LINES)
export const dashboardLinesAddress = screenAddress<Lines>(DASHBOARD_LINES)

/** Whether any filter besides the period and the counted day is set. */
export const isNarrowed = ({ SKU, category, reason, carrier, region }: FigureSearch) =>
  [SKU, category, reason, carrier, region].some((value) => value !== '')
export const NOT_NARROWED = { SKU: '', category: '', reason: '', carrier: '', region: '' }
