import { addDays, type Day, dayOf, offsetAt, OPERATOR_ZONE, weekday } from '../calendar/day.ts'
import { mondayOf } from '../calendar/week.ts'
import { WEEKDAYS } from '../calendar/weekdays.ts'
import type { Period } from './periods.ts'

/** Period of a subscription's file, counted back from the sending day; weeks are Monday to Sunday. */
export const RELATIVE_PERIODS = {
  'last-week': { title: 'Last week', weeks: 1 },
  'last-4-weeks': { title: 'Last 4 weeks', weeks: 4 },
  'last-13-weeks': { title: 'Last 13 weeks', weeks: 13 },
} as const
export type RelativePeriod = keyof typeof RELATIVE_PERIODS

/** Weekday (Monday 0 to Sunday 6, null for every day) and minutes since midnight, Europe/London. */
export type Schedule = { readonly weekday: number | null; readonly atMinute: number }

/** Minutes since midnight as '07:05'. */
export const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

export function parseClock(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return 60 * hours + minutes
}

/** 'Every Monday at 07:05', 'Every day at 07:05'. */
export const scheduleText = ({ weekday: on, atMinute }: Schedule): string =>
  `Every ${(on !== null && WEEKDAYS[on]) || 'day'} at ${clockText(atMinute)}`

/** The whole weeks before the week of a day. */
export function periodBackFrom(today: Day, period: RelativePeriod): Period {
  const monday = mondayOf(today)
  return { startDate: addDays(monday, -7 * RELATIVE_PERIODS[period].weeks), endDate: addDays(monday, -1) }
}

/** The first sending strictly after an instant. */
export function nextSending({ weekday: on, atMinute }: Schedule, after: Date): Date {
  // Today, a week, and one day more because a clock change can move a sending to before `after`.
  for (let day = dayOf(after), tries = 0; tries <= 8; day = addDays(day, 1), tries++) {
    if (on !== null && weekday(day) !== on) continue
    const moment = instantAtLondonTime(day, atMinute)
    if (moment > after) return moment
  }
  throw new RangeError(`No weekday ${on}`)
}

const DAY_MS = 86_400_000

/**
 * The instant of a London clock time. A time that occurs twice in autumn means the first; a time skipped in spring
 * means one hour later on the new clock.
 */
function instantAtLondonTime(day: Day, atMinute: number): Date {
  const shown = Date.parse(`${day}T00:00:00Z`) + 60_000 * atMinute
  const at = (offset: number) => new Date(shown - offset)
  const before = at(offsetAt(new Date(shown - DAY_MS), OPERATOR_ZONE))
  const behind = at(offsetAt(new Date(shown + DAY_MS), OPERATOR_ZONE))
  const isRight = (moment: Date) => moment.getTime() + offsetAt(moment, OPERATOR_ZONE) === shown
  return isRight(before) || !isRight(behind) ? before : behind
}
