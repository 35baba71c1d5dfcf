import type { Day } from '../../calendar/day.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'
import { deliveryDay, type IsHoliday, type ServiceTime } from '../../routing/delivery-day.ts'

export type { IsHoliday, ServiceTime }

/** Default delivery days if the method is unknown. */
const USUAL_DAYS: Record<DispatchService, number> = { STANDARD: 3, 'NEXT DAY': 1, 'NAMED DAY': 1 }

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
  return deliveryDay(despatched, method?.transitDays ?? USUAL_DAYS[service], method, isHoliday)
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
