import { addDays, type Day, daysBetween, formatDayShort } from '../calendar/day.ts'
import { mondayOf } from '../calendar/week.ts'

/** First and last day included. */
export type Period = { readonly startDate: Day; readonly endDate: Day }

const shiftPeriod = ({ startDate, endDate }: Period, days: number): Period => ({
  startDate: addDays(startDate, days),
  endDate: addDays(endDate, days),
})

/** The comparison period directly before, moved by whole weeks so that weekdays correspond. */
export const periodBefore = (period: Period): Period =>
  shiftPeriod(period, -7 * Math.ceil((daysBetween(period.startDate, period.endDate) + 1) / 7))

/** The year before, moved by 364 days so that weekdays correspond. */
export const periodOfYearBefore = (period: Period): Period => shiftPeriod(period, -364)

/** The 52 whole weeks before the week of a day. */
export function rolling52(today: Day): Period {
  const monday = mondayOf(today)
  return { startDate: addDays(monday, -364), endDate: addDays(monday, -1) }
}

/** Weeks that a small line beside a figure shows. */
export const TREND_WEEKS = 13

/** The thirteen whole weeks that end with the week of a day. */
export function trendWeeks(lastDay: Day): Period {
  const monday = mondayOf(lastDay)
  return { startDate: addDays(monday, -7 * (TREND_WEEKS - 1)), endDate: addDays(monday, 6) }
}

/** Whether its last day is not over yet. */
export const isUnfinished = ({ endDate }: Pick<Period, 'endDate'>, today: Day): boolean => endDate >= today

/** Short text: '5 – 11 Jan 2026', '29 Dec 2025 – 4 Jan 2026', '5 Jan 2026'. */
export function periodText({ startDate, endDate }: Period): string {
  const last = formatDayShort(endDate)
  if (startDate === endDate) return last
  const [day, month, year] = formatDayShort(startDate).split(' ')
  const [, lastMonth, lastYear] = last.split(' ')
  if (year !== lastYear) return `${day} ${month} ${year} – ${last}`
  return month === lastMonth ? `${day} – ${last}` : `${day} ${month} – ${last}`
}

export const GRAINS = ['day', 'week', 'month', 'year'] as const
/** Length of the periods of a series. */
export type Grain = (typeof GRAINS)[number]

/** First day of the week, month or year of a day. */
export function grainStart(day: Day, grain: Grain): Day {
  if (grain === 'day') return day
  if (grain === 'week') return mondayOf(day)
  return grain === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`
}

export function grainEnd(start: Day, grain: Grain): Day {
  if (grain === 'day') return start
  if (grain === 'week') return addDays(start, 6)
  const [year = 0, month = 1] = start.split('-').map(Number)
  const next = grain === 'year' ? `${year + 1}-01-01` : nextMonth(year, month)
  return addDays(next, -1)
}

const nextMonth = (year: number, month: number) =>
  month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`

/** First days of all grains that a period touches, in order. */
export function grainsOf({ startDate, endDate }: Period, grain: Grain): Day[] {
  const starts: Day[] = []
  for (let start = grainStart(startDate, grain); start <= endDate; start = addDays(grainEnd(start, grain), 1))
    starts.push(start)
  return starts
}

/** The whole months of a period that ended before a day; undefined if there is none. */
export function wholeMonths({ startDate, endDate }: Period, today: Day): Period | undefined {
  const first = startDate.endsWith('-01') ? startDate : addDays(grainEnd(startDate, 'month'), 1)
  const end = endDate < today ? endDate : addDays(today, -1)
  const last = grainEnd(end, 'month') === end ? end : addDays(grainStart(end, 'month'), -1)
  return first < last ? { startDate: first, endDate: last } : undefined
}
