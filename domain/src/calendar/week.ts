import { addDays, type Day, dayOf, daysBetween, weekday } from './day.ts'

export const mondayOf = (day: Day): Day => addDays(day, -weekday(day))

/** The Mondays of the weeks of a period. */
export function weeksOf(first: Day, last: Day): Day[] {
  const monday = mondayOf(first)
  const count = Math.max(0, Math.floor(daysBetween(monday, last) / 7) + 1)
  return Array.from({ length: count }, (_, week) => addDays(monday, 7 * week))
}

/**
 * Specification 4: the previous Monday to Sunday, in the operator's time zone. Figures cover whole days, including
 * Sunday's last hour.
 */
export function defaultReportWeek(now: Date): { startDate: Day; endDate: Day } {
  const startDate = addDays(mondayOf(dayOf(now)), -7)
  return { startDate, endDate: addDays(startDate, 6) }
}

/** The ISO 8601 week of a day, 1 to 53, and its year: week 1 has the year's first Thursday. */
export function weekNumber(day: Day): { year: number; week: number } {
  const thursday = addDays(mondayOf(day), 3)
  const year = Number(thursday.slice(0, 4))
  return { year, week: Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1 }
}

/** The same weekday a year before: 364 days earlier, so that weeks compare with weeks. */
export const yearBefore = (day: Day): Day => addDays(day, -364)

/** The day after the fourth Thursday of November. */
export function blackFridayOf(year: string): Day {
  const firstThursday = 1 + ((3 - weekday(`${year}-11-01`) + 7) % 7)
  return addDays(`${year}-11-01`, firstThursday + 21)
}
