import { MAX_DAYS } from '@despatch/contract/route/report-period'
import { addDays } from '@despatch/domain/calendar/day'
import type { Period } from '@despatch/domain/reports/periods'
import { operatorToday } from '../../browser/clock.ts'

/** What is wrong with a period in the address and how to correct it; undefined if it is valid. */
export function wrongPeriodText({ startDate, endDate }: Period): string | undefined {
  if (endDate < startDate) return 'The end date is before the start date. Choose other dates.'
  if (startDate > operatorToday()) return 'This period has not started yet.'
  return endDate > addDays(startDate, MAX_DAYS) ? 'A report covers ten years at most. Choose fewer days.' : undefined
}

/** An empty page, used instead of a call for an invalid period. */
export const NO_ROWS = { rows: [], total: 0 }
