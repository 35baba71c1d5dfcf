import { addDays, dayOf, startOfDay } from '../../calendar/day.ts'

/**
 * Dates an event of a return. An event that gives only its day (midnight) is dated to the end of that day, or to
 * `receivedAt` if that is earlier, and marked uncertain; an event without a date happened at `receivedAt`.
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
