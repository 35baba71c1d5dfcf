import { type Day, dayOf, type DaysOff, isWorkingDay, nextWorkingDay } from '../../calendar/day.ts'
import { type Minute, minuteOfDay } from './cut-off.ts'
import type { DispatchService } from '../dispatch-service.ts'

/** The later day of an order that no carrier takes today. */
export type FallbackDay = {
  readonly day: Day
  /** Only if a cut-off is the reason; otherwise for any reason, such as capacity. */
  readonly onlyAfterCutOff: boolean
}

type OrderOfDay = {
  readonly service: DispatchService
  readonly despatchDay: Day
  /** Nobody asked for a day, and the client has same-day despatch. */
  readonly isDayOpen?: boolean
}

/**
 * The next working day for an order that is despatched today; undefined for other days, and for a named day, which only
 * the customer changes. best-of-the-day.md, 2: 'Capacity never moves an order to a later day by itself.'
 */
export function fallbackDay(
  { service, despatchDay, isDayOpen = false }: OrderOfDay,
  today: Day,
  daysOff: DaysOff,
): FallbackDay | undefined {
  if (despatchDay !== today || service === 'NAMED DAY') return undefined
  return { day: nextWorkingDay(today, daysOff), onlyAfterCutOff: !isDayOpen }
}

/**
 * The first day to try for an order placed on a day without a despatch date: the same day for clients with same-day
 * despatch, if it is a working day; else the next working day.
 */
export const openDay = (placedOn: Day, daysOff: DaysOff, isSameDay: boolean): Day =>
  isSameDay && isWorkingDay(placedOn, daysOff) ? placedOn : nextWorkingDay(placedOn, daysOff)

/**
 * The day on which an order received now is promised to leave: today, if it came by the promised minute of a working
 * day; else null.
 */
export function promisedDay(promisedBy: Minute | null, now: Date, daysOff: DaysOff): Day | null {
  const today = dayOf(now)
  return promisedBy !== null && minuteOfDay(now) <= promisedBy && isWorkingDay(today, daysOff) ? today : null
}
