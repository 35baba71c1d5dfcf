import { dayOf, isDay } from '@despatch/domain/calendar/day'
import { serverNow } from '../../browser/clock.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Parses a typed day, day before month: '5/1/26', '5.1', '5 Jan 2026', '2026-01-05', 'today'. Without a year it is in this
 * year.
 *
 * @returns null if it is no day
 */
export function typedDay(text: string, now: Date = serverNow()): string | null {
  const typed = text.trim().toLowerCase()
  const today = dayOf(now)
  if (typed === 'today') return today
  if (isDay(typed)) return typed
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[\s./-]+(\d{1,2}|[a-z]{3,9})(?:[\s./-]+(\d{2}|\d{4}))?$/.exec(typed) ?? []
  const monthNumber = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3)) + 1
  const wholeYear = year === '' ? today.slice(0, 4) : year.length === 2 ? `20${year}` : year
  const result = `${wholeYear}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(result) ? result : null
}
