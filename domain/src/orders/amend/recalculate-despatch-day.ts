import { type Day, type DaysOff, nextWorkingDay } from '../../calendar/day.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'

/**
 * The despatch day of an order that is allocated later than it was placed: its own unless passed, else the next working
 * day. Returns undefined if a named day has passed, because only the customer can change that.
 */
export function recalculateDespatchDay(
  service: DispatchService,
  day: Day,
  today: Day,
  daysOff: DaysOff,
): Day | undefined {
  if (day >= today) return day
  return service === 'NAMED DAY' ? undefined : nextWorkingDay(today, daysOff)
}
