import { type Day, type DaysOff, nextWorkingDay } from '../../calendar/day.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'

/**
 * The day on which an order goes that is allocated later than it was placed: its own, as long as that has not passed; else
 * the next working day, as a new order would. undefined where a named day has passed: that is the customer's to change.
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
