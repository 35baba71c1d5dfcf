import { addDays, type Day, weekday } from '../../calendar/day.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'
import { type Method, USUAL_DELIVERY_WEEKDAYS } from '../../routing/rule-book/rule-book.ts'

/** How long a service takes, and on which days it delivers. */
export type ServiceTime = Pick<Method, 'transitDays' | 'deliveryWeekdays' | 'deliversOnHolidays'>

/** Whether a day is a public holiday where something is delivered. */
export type IsHoliday = (day: Day) => boolean

/** Delivery days from despatch to delivery where nobody knows the method's own. */
const USUAL_DAYS: Record<DispatchService, number> = { STANDARD: 3, 'NEXT DAY': 1, 'NAMED DAY': 1 }
/** A service that delivers on one weekday alone, which are holidays for a year, delivers on one of them. */
const MOST_DAYS_APART = 366

/**
 * The day by which a parcel is promised to be there: so many delivery days of its service at the destination after the day of
 * despatch as the method takes, or as the service usually takes. The client's calendar decides the day of despatch only.
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
  for (let tries = 1; tries < MOST_DAYS_APART; tries++) {
    if (deliveryWeekdays.includes(weekday(next)) && (deliversOnHolidays || !isHoliday(next))) return next
    next = addDays(next, 1)
  }
  return next
}

/** domain.md, Delivery exceptions. Days are the operator's (Europe/London). */
export const DELIVERY_EXCEPTIONS = ['undelivered', 'late delivered'] as const
export type DeliveryException = (typeof DELIVERY_EXCEPTIONS)[number]

/**
 * What is wrong with a parcel's delivery, if anything. domain.md: 'Undelivered: the promise is past and it is not delivered.
 * Late delivered: delivered after the promise.'
 */
export function deliveryException(
  parcel: { promisedDate: Day; deliveredOn: Day | null },
  today: Day,
): DeliveryException | undefined {
  if (parcel.deliveredOn === null) return parcel.promisedDate < today ? 'undelivered' : undefined
  return parcel.deliveredOn > parcel.promisedDate ? 'late delivered' : undefined
}
