import { type Day, type DaysOff, nextWorkingDay, NO_DAYS_OFF } from '../../calendar/day.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'

/** Working days from despatch to delivery where nobody knows the method's own. */
const USUAL_DAYS: Record<DispatchService, number> = { STANDARD: 3, 'NEXT DAY': 1, 'NAMED DAY': 1 }

/**
 * The day by which a parcel is promised to be there. domain.md: 'A parcel has a promised date from its service', and it
 * counts the client's calendar. It is so many working days after the day of despatch as its method takes (`transitDays`),
 * or as the service usually takes.
 */
export function promisedDate(
  despatched: Day,
  service: DispatchService,
  transitDays: number | undefined,
  daysOff: DaysOff = NO_DAYS_OFF,
): Day {
  let day = despatched
  for (let left = transitDays ?? USUAL_DAYS[service]; left > 0; left--) day = nextWorkingDay(day, daysOff)
  return day
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
