import { addDays, dayOf, startOfDay } from '../../calendar/day.ts'

/**
 * When an event of a return happened that came in at `receivedAt`. One that names its day alone happened by the end of that
 * day, or else by the time at which it came in; that is uncertain.
 */
export function returnMoment(
  occurredAt: Date | null,
  receivedAt: Date,
): { readonly at: Date; readonly isUncertain: boolean } {
  if (!occurredAt) return { at: receivedAt, isUncertain: true }
  const day = dayOf(occurredAt)
  if (startOfDay(day).getTime() !== occurredAt.getTime()) return { at: occurredAt, isUncertain: false }
  const last = startOfDay(addDays(day, 1)).getTime() - 1000
  return { at: new Date(Math.min(last, receivedAt.getTime())), isUncertain: true }
}
