import { addDays, type Day, weekday } from '../calendar/day.ts'
import { type Method, USUAL_DELIVERY_WEEKDAYS } from './rule-book/rule-book.ts'

/** Transit days and delivery days of a service. */
export type ServiceTime = Pick<Method, 'transitDays' | 'deliveryWeekdays' | 'deliversOnHolidays'>

/** Whether a day is a public holiday at the destination. */
export type IsHoliday = (day: Day) => boolean

/** Limits the search, if a service delivers only on a weekday that is a holiday all year. */
const MAX_SEARCHED_DAYS = 366

/** The day that is this many delivery days after the despatch. Without a method, Monday to Friday are delivery days. */
export function deliveryDay(
  despatched: Day,
  days: number,
  method: ServiceTime | undefined,
  isHoliday: IsHoliday = () => false,
): Day {
  let day = despatched
  for (let left = days; left > 0; left--) day = nextDeliveryDay(day, method, isHoliday)
  return day
}

function nextDeliveryDay(day: Day, method: ServiceTime | undefined, isHoliday: IsHoliday): Day {
  const { deliveryWeekdays = USUAL_DELIVERY_WEEKDAYS, deliversOnHolidays = false } = method ?? {}
  let next = addDays(day, 1)
  for (let tries = 1; tries < MAX_SEARCHED_DAYS; tries++) {
    if (deliveryWeekdays.includes(weekday(next)) && (deliversOnHolidays || !isHoliday(next))) return next
    next = addDays(next, 1)
  }
  return next
}
