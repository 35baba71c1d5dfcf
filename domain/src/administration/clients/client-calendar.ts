import { addDays, type Day, type DaysOff, formatDayRange, formatDay, NO_DAYS_OFF, weekday } from '../../calendar/day.ts'
import { holidaySetTitle } from './holiday-sets.ts'

/**
 * The days on which nothing is despatched or delivered for a client. domain.md: 'bank holidays when the client's calendar
 * says so'. Saturday and Sunday are skipped whatever it says.
 */
export type ClientCalendar = {
  /** The code of a published set of holidays; '' is none. */
  readonly holidays: string
  /** Days of its own, from the first to the last, and what they are. */
  readonly closed: readonly { readonly from: Day; readonly to: Day; readonly name: string }[]
  /** Days of the set that are worked all the same. */
  readonly worked: readonly Day[]
}

export const NO_CALENDAR: ClientCalendar = { holidays: '', closed: [], worked: [] }

/** What a published set calls a day; undefined where it is none of the set. */
export type HolidayName = (day: Day) => string | undefined

/** Days in a row that one entry of a calendar closes at most: with so many entries at most, a working day always comes. */
export const MAX_CLOSED_IN_A_ROW = 31

/** Why nothing is despatched on a day, and whether it is a working day; undefined for a day like any other. */
function dayOff(
  { closed, worked }: ClientCalendar,
  holidayName: HolidayName,
  day: Day,
): { name: string; isOwn: boolean; isWorked: boolean } | undefined {
  const own = closed.find(({ from, to }) => from <= day && day <= to)
  if (own) return { name: own.name, isOwn: true, isWorked: false }
  const name = holidayName(day)
  return name === undefined ? undefined : { name, isOwn: false, isWorked: worked.includes(day) }
}

/** The days off of a calendar. `holidayName` is of the set that it goes by. */
export function daysOffOf(calendar: ClientCalendar, holidayName: HolidayName): DaysOff {
  if (calendar.holidays === '' && calendar.closed.length === 0) return NO_DAYS_OFF
  return { has: (day) => dayOff(calendar, holidayName, day)?.isWorked === false }
}

/** A day of a preview: what it is, whether the client added it itself, and whether it is a working day. */
export type DayToCome = {
  readonly day: Day
  readonly name: string
  readonly isOwn: boolean
  readonly isWorked: boolean
}

/** The days of a calendar between two, in order; without Saturday and Sunday, which are skipped anyway. */
export function daysToCome(
  calendar: ClientCalendar,
  holidayName: HolidayName,
  { from, to }: { readonly from: Day; readonly to: Day },
): DayToCome[] {
  const days: DayToCome[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const found = weekday(day) < 5 ? dayOff(calendar, holidayName, day) : undefined
    if (found) days.push({ day, ...found })
  }
  return days
}

/** A calendar in words, for its history: the set, the days of its own, and those of the set that are worked. */
export function calendarText({ holidays, closed, worked }: ClientCalendar): string[] {
  return [
    holidays === '' ? 'Saturday and Sunday alone' : `Public holidays of ${holidaySetTitle(holidays)}`,
    ...closed.map(({ from, to, name }) => `${name} (${from === to ? formatDay(from) : formatDayRange(from, to)})`),
    ...worked.map((day) => `works on ${formatDay(day)}`),
  ]
}
