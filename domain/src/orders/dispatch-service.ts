import { type Day, dayOf, type DaysOff, nextWorkingDay, weekday } from '../calendar/day.ts'

/** Specification 3: 'Service types: STANDARD, NEXT DAY, NAMED DAY, NAMEDDAY.' */
export const SERVICE_TYPES = ['STANDARD', 'NEXT DAY', 'NAMED DAY', 'NAMEDDAY'] as const
export type ServiceType = (typeof SERVICE_TYPES)[number]

/** The services as the product keeps them: NAMEDDAY is the same as NAMED DAY. */
export const DISPATCH_SERVICES = ['STANDARD', 'NEXT DAY', 'NAMED DAY'] as const
export type DispatchService = (typeof DISPATCH_SERVICES)[number]

/** The one spelling of a service type. */
export function dispatchService(service: ServiceType): DispatchService {
  return service === 'NAMEDDAY' ? 'NAMED DAY' : service
}

/**
 * What is wrong with the day asked for, in words for the field, or undefined when nothing is.
 * A named day must be a working day of the client's calendar, no earlier than the next one after now (days in the
 * operator's zone).
 */
export function namedDayProblem(
  service: DispatchService,
  day: Day | undefined,
  now: Date,
  daysOff: DaysOff,
): string | undefined {
  if (service !== 'NAMED DAY') return undefined
  if (!day) return 'Choose the day: a named-day order needs one'
  if (weekday(day) > 4) return 'Choose a working day: nothing is despatched on Saturday or Sunday'
  if (daysOff.has(day)) return 'Choose a working day: by the client’s calendar nothing is despatched on this one'
  if (day < nextWorkingDay(dayOf(now), daysOff)) return 'Choose a later day: the next working day is the earliest'
  return undefined
}

/** The day an order is despatched: the named day, else the next working day (of the client's calendar) after it was placed. */
export function despatchDay(service: DispatchService, day: Day | undefined, now: Date, daysOff: DaysOff): Day {
  return service === 'NAMED DAY' && day ? day : nextWorkingDay(dayOf(now), daysOff)
}
