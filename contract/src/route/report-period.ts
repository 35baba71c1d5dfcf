import { addDays, isDay } from '@despatch/domain/calendar/day'
import { z } from 'zod'
import { day } from './fields.ts'

/** Of which a report is made at once. */
export const MAX_DAYS = 3660

/** A day, also as the default week writes it, with an hour behind: figures count whole days. */
export const reportDay = z
  .string('A date looks like 2026-01-05')
  .regex(/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z?)?$/, 'A date looks like 2026-01-05')
  .transform((written) => written.slice(0, 10))
  .pipe(day)

/** The first and the last day of a report. */
export const reportPeriod = { startDate: reportDay, endDate: reportDay }

/** A shape with a {@link reportPeriod} that ends on or after its start, at most ten years later. */
export const withPeriod = <Shape extends z.ZodObject>(shape: Shape) =>
  shape.refine(
    (given) => {
      const { startDate, endDate } = given as unknown as { startDate: string; endDate: string }
      // What is no day is refused by itself.
      if (!isDay(startDate) || !isDay(endDate)) return true
      return startDate <= endDate && endDate <= addDays(startDate, MAX_DAYS)
    },
    { path: ['endDate'], message: 'The end is on or after the start, and at most ten years later' },
  )

/**
 * Days of the figures that are still to be counted, because records of them changed a moment ago. 0 says that the figures are
 * those of the records; otherwise ask again in some seconds.
 */
export const waitingDays = z.int()
