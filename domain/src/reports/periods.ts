import { addDays, type Day, daysBetween, formatDayShort } from '../calendar/day.ts'
import { mondayOf } from '../calendar/week.ts'

/** Whole days, first and last included. */
export type Period = { readonly startDate: Day; readonly endDate: Day }

const moved = ({ startDate, endDate }: Period, days: number): Period => ({
  startDate: addDays(startDate, days),
  endDate: addDays(endDate, days),
})

/** The days just before, as many whole weeks earlier as the period touches: weekdays meet. */
export const periodBefore = (period: Period): Period =>
  moved(period, -7 * Math.ceil((daysBetween(period.startDate, period.endDate) + 1) / 7))

/** The same weekdays of the year before, 364 days earlier. */
export const periodOfYearBefore = (period: Period): Period => moved(period, -364)

/** The 52 whole weeks up to a day's week, that week left out. */
export function rolling52(today: Day): Period {
  const monday = mondayOf(today)
  return { startDate: addDays(monday, -364), endDate: addDays(monday, -1) }
}

/** Whether its last day is not over yet. */
export const isUnfinished = ({ endDate }: Pick<Period, 'endDate'>, today: Day): boolean => endDate >= today

/** Its days in short: '5 – 11 Jan 2026', '29 Dec 2025 – 4 Jan 2026', '5 Jan 2026'. */
export function periodText({ startDate, endDate }: Period): string {
  const last = formatDayShort(endDate)
  if (startDate === endDate) return last
  const [day, month, year] = formatDayShort(startDate).split(' ')
  const [, lastMonth, lastYear] = last.split(' ')
  if (year !== lastYear) return `${day} ${month} ${year} – ${last}`
  return month === lastMonth ? `${day} – ${last}` : `${day} ${month} – ${last}`
}

export const GRAINS = ['day', 'week', 'month', 'year'] as const
/** How long each period of a series is. */
export type Grain = (typeof GRAINS)[number]

/** The first day of the week, month or year that a day lies in. */
export function grainStart(day: Day, grain: Grain): Day {
  if (grain === 'day') return day
  if (grain === 'week') return mondayOf(day)
  return grain === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`
}

/** The last day of the period that begins on a day. */
export function grainEnd(start: Day, grain: Grain): Day {
  if (grain === 'day') return start
  if (grain === 'week') return addDays(start, 6)
  const [year = 0, month = 1] = start.split('-').map(Number)
  const next = grain === 'year' ? `${year + 1}-01-01` : nextMonth(year, month)
  return addDays(next, -1)
}

const nextMonth = (year: number, month: number) =>
  month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`

/** The first days of all periods that some days lie in, in their order. */
export function grainsOf({ startDate, endDate }: Period, grain: Grain): Day[] {
  const starts: Day[] = []
  for (let start = grainStart(startDate, grain); start <= endDate; start = addDays(grainEnd(start, grain), 1))
    starts.push(start)
  return starts
}

/** The whole months within a period that are over before a day, from their first day to their last; undefined where none is. */
export function wholeMonths({ startDate, endDate }: Period, today: Day): Period | undefined {
  const first = startDate.endsWith('-01') ? startDate : addDays(grainEnd(startDate, 'month'), 1)
  const end = endDate < today ? endDate : addDays(today, -1)
  const last = grainEnd(end, 'month') === end ? end : addDays(grainStart(end, 'month'), -1)
  return first < last ? { startDate: first, endDate: last } : undefined
}
