import { addDays, type Day, formatDayShort, isDay } from '@despatch/domain/calendar/day'
import { z } from 'zod'

/** A day in a screen’s address; '' if it has none. */
export const addressDay = z.string().refine(isDay).or(z.literal('')).catch('')

type DayRange = { readonly dateFrom: Day; readonly dateTo: Day }
/** A range to choose with one click, relative to the operator’s today. */
export type DayPreset = { readonly label: string; range(today: Day): DayRange }

/** The common ranges of past days. */
export const DATE_PRESETS: readonly DayPreset[] = [
  { label: 'Today', range: (today) => ({ dateFrom: today, dateTo: today }) },
  { label: 'Yesterday', range: (today) => ({ dateFrom: addDays(today, -1), dateTo: addDays(today, -1) }) },
  { label: 'Last 7 days', range: (today) => ({ dateFrom: addDays(today, -6), dateTo: today }) },
  { label: 'Last 30 days', range: (today) => ({ dateFrom: addDays(today, -29), dateTo: today }) },
  { label: 'This month', range: (today) => ({ dateFrom: `${today.slice(0, 7)}-01`, dateTo: today }) },
  {
    label: 'Last month',
    range: (today) => {
      const last = addDays(`${today.slice(0, 7)}-01`, -1)
      return { dateFrom: `${last.slice(0, 7)}-01`, dateTo: last }
    },
  },
]

const coming = (from: number, to: number) => (today: Day) => ({
  dateFrom: addDays(today, from),
  dateTo: addDays(today, to),
})
/** The common ranges around future days, such as due dates. */
export const COMING_DAYS: readonly DayPreset[] = [
  { label: 'Today', range: coming(0, 0) },
  { label: 'Tomorrow', range: coming(1, 1) },
  { label: 'Next 7 days', range: coming(0, 6) },
  { label: 'Yesterday', range: coming(-1, -1) },
  { label: 'Last 7 days', range: coming(-6, 0) },
]

/** A range as text: '1 Jan 2026 – 5 Jan 2026', a single day, 'since' or 'until' a day, or ''. */
export function rangeText({ dateFrom, dateTo }: { dateFrom: Day | ''; dateTo: Day | '' }): string {
  if (dateFrom && dateFrom === dateTo) return formatDayShort(dateFrom)
  if (dateFrom && dateTo) return `${formatDayShort(dateFrom)} – ${formatDayShort(dateTo)}`
  if (dateFrom) return `since ${formatDayShort(dateFrom)}`
  return dateTo ? `until ${formatDayShort(dateTo)}` : ''
}
