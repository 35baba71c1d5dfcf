import { addDays, isDay } from '@despatch/domain/calendar/day'
import { z } from 'zod'
import { day } from './fields.ts'

/** Longest period of a report. */
export const MAX_DAYS = 3660

/** A day, also in the format of the default week, with an hour after it. Figures cover whole days. */
export const reportDay = z
  .string('A date looks like 2026-01-05')
  .regex(/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z?)?$/, 'A date looks like 2026-01-05')
  .transform((written) => written.slice(0, 10))
  .pipe(day)

/** The first and the last day of a report. */
export const reportPeriod = { startDate: reportDay, endDate: reportDay }

/** Adds a check that {@link reportPeriod} ends on or after its start, at most ten years later. */
export const withPeriod = <Shape extends z.ZodObject>(shape: Shape) =>
  shape.refine(
    (value) => {
      const { startDate, endDate } = value as unknown as { startDate: string; endDate: string }
      // Invalid days have their own message.
      if (!isDay(startDate) || !isDay(endDate)) return true
      return startDate <= endDate && endDate <= addDays(startDate, MAX_DAYS)
    },
    { path: ['endDate'], message: 'The end is on or after the start, and at most ten years later' },
  )

/**
 * Days whose figures are still being recounted after a change of their records. 0 means that figures are up to date;
 * otherwise ask again after some seconds.
 */
export const waitingDays = z.int()
