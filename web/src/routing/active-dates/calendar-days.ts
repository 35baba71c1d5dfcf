import { addDays, type Day, weekday } from '@despatch/domain/calendar/day'
import { FIRST_DAY, LAST_DAY } from '@despatch/domain/routing/active-dates/active-dates'

export const yearOf = (day: Day) => Number(day.slice(0, 4))
export const FIRST_YEAR = yearOf(FIRST_DAY)
export const LAST_YEAR = yearOf(LAST_DAY)

/** The first day of each month of a year. */
export function monthsOf(year: number): Day[] {
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}-01`)
}

/** The weeks of a month from Monday; null stands for days of other months. */
export function weeksOf(month: Day): (Day | null)[][] {
  const before = weekday(month)
  const days: (Day | null)[] = Array.from({ length: before }, () => null)
  for (let day = month; day.slice(0, 7) === month.slice(0, 7); day = addDays(day, 1)) days.push(day)
  while (days.length % 7 > 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** The same day in another month, or that month's last day if it is shorter, within the supported years. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const all = year * 12 + month - 1 + months
  const first = `${String(Math.floor(all / 12)).padStart(4, '0')}-${String((all % 12) + 1).padStart(2, '0')}-01`
  const later = addDays(first, date - 1)
  return within(later.slice(0, 7) === first.slice(0, 7) ? later : lastOfMonth(first))
}

function lastOfMonth(first: Day): Day {
  const inNext = addDays(first, 31)
  return addDays(inNext, -Number(inNext.slice(8)))
}

const within = (day: Day): Day => (day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day)

/**
 * The day that a key moves to: arrows by days and weeks, Home and End in the week, Page Up and Down by months, with
 * Shift by years.
 */
export function dayByKey(day: Day, key: string, hasShift: boolean): Day | undefined {
  switch (key) {
    case 'ArrowLeft':
      return within(addDays(day, -1))
    case 'ArrowRight':
      return within(addDays(day, 1))
    case 'ArrowUp':
      return within(addDays(day, -7))
    case 'ArrowDown':
      return within(addDays(day, 7))
    case 'Home':
      return within(addDays(day, -weekday(day)))
    case 'End':
      return within(addDays(day, 6 - weekday(day)))
    case 'PageUp':
      return addMonths(day, hasShift ? -12 : -1)
    case 'PageDown':
      return addMonths(day, hasShift ? 12 : 1)
    default:
      return undefined
  }
}
