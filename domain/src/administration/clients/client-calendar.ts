import { addDays, type Day, type DaysOff, formatDayRange, formatDay, NO_DAYS_OFF, weekday } from '../../calendar/day.ts'
import { holidaySetTitle } from './holiday-sets.ts'

/**
 * The days on which a client neither despatches nor receives. domain.md: 'bank holidays when the client's calendar says
 * so'. Saturday and Sunday are always skipped.
 */
export type ClientCalendar = {
  /** The code of a published holiday set; '' for none. */
  readonly holidays: string
  /** The client's own days off, with their names. */
  readonly closed: readonly { readonly from: Day; readonly to: Day; readonly name: string }[]
  /** Holidays of the set that the client works. */
  readonly worked: readonly Day[]
}

export const NO_CALENDAR: ClientCalendar = { holidays: '', closed: [], worked: [] }

/** The name of a day in a published set; undefined if it is not in the set. */
export type HolidayName = (day: Day) => string | undefined

/** Maximum days of one entry in `closed`. With the limit on entries, a working day always follows. */
export const MAX_CLOSED_IN_A_ROW = 31

/** Why a day is off, and whether it is worked nevertheless; undefined for an ordinary day. */
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

/** The days off of a calendar. `holidayName` belongs to the calendar's set. */
export function daysOffOf(calendar: ClientCalendar, holidayName: HolidayName): DaysOff {
  if (calendar.holidays === '' && calendar.closed.length === 0) return NO_DAYS_OFF
  return { has: (day) => dayOff(calendar, holidayName, day)?.isWorked === false }
}

/** A day of a preview: its name, whether the client added it, and whether it is worked. */
export type UpcomingDay = {
  readonly day: Day
  readonly name: string
  readonly isOwn: boolean
  readonly isWorked: boolean
}

/** The days of a calendar in a period, in order, without Saturdays and Sundays. */
export function upcomingDays(
  calendar: ClientCalendar,
  holidayName: HolidayName,
  { from, to }: { readonly from: Day; readonly to: Day },
): UpcomingDay[] {
  const days: UpcomingDay[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const found = weekday(day) < 5 ? dayOff(calendar, holidayName, day) : undefined
    if (found) days.push({ day, ...found })
  }
  return days
}

/** A calendar in words, for the audit: the set, the client's own days, and the holidays worked. */
export function calendarText({ holidays, closed, worked }: ClientCalendar): string[] {
  return [
    holidays === '' ? 'Weekends only' : `Public holidays of ${holidaySetTitle(holidays)}`,
    ...closed.map(({ from, to, name }) => `${name} (${from === to ? formatDay(from) : formatDayRange(from, to)})`),
    ...worked.map((day) => `works on ${formatDay(day)}`),
  ]
}
