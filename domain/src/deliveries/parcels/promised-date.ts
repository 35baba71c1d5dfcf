import { addDays, type Day, weekday } from '../../calendar/day.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'
import { type Method, USUAL_DELIVERY_WEEKDAYS } from '../../routing/rule-book/rule-book.ts'

/** Transit days and delivery days of a service. */
export type ServiceTime = Pick<Method, 'transitDays' | 'deliveryWeekdays' | 'deliversOnHolidays'>

/** Whether a day is a public holiday at the destination. */
export type IsHoliday = (day: Day) => boolean

/** Default delivery days if the method is unknown. */
const USUAL_DAYS: Record<DispatchService, number> = { STANDARD: 3, 'NEXT DAY': 1, 'NAMED DAY': 1 }
/** Limits the search, if a service delivers only on a weekday that is a holiday all year. */
const MAX_SEARCHED_DAYS = 366

/**
 * The promised date of a parcel: the day of despatch plus the transit days of its method, or of its service by default,
 * counted in delivery days at the destination. The client's calendar only decides the day of despatch.
 */
export function promisedDate(
  despatched: Day,
  service: DispatchService,
  method: ServiceTime | undefined,
  isHoliday: IsHoliday = () => false,
): Day {
  let day = despatched
  for (let left = method?.transitDays ?? USUAL_DAYS[service]; left > 0; left--)
    day = nextDeliveryDay(day, method, isHoliday)
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

/** Source: domain.md, Delivery exceptions. Days are in the operator's time zone (Europe/London). */
export const DELIVERY_EXCEPTIONS = ['undelivered', 'late delivered'] as const
export type DeliveryException = (typeof DELIVERY_EXCEPTIONS)[number]

/**
 * The delivery exception of a parcel, if any. Source: domain.md, 'Undelivered: the promise is past and it is not
 * delivered. Late delivered: delivered after the promise.'
 */
export function deliveryException(
  parcel: { promisedDate: Day; deliveredOn: Day | null },
  today: Day,
): DeliveryException | undefined {
  if (parcel.deliveredOn === null) return parcel.promisedDate < today ? 'undelivered' : undefined
  return parcel.deliveredOn > parcel.promisedDate ? 'late delivered' : undefined
}
