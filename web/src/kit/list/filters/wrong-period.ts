import { MAX_DAYS } from '@despatch/contract/route/report-period'
import { addDays } from '@despatch/domain/calendar/day'
import type { Period } from '@despatch/domain/reports/periods'
import { operatorToday } from '../../browser/clock.ts'

/** What is wrong with a period in the address and how to correct it; undefined if it is valid. */
export function wrongPeriodText({ startDate, endDate }: Period): string | undefined {
  if (endDate < startDate) return 'This period ends before it begins. Choose other days.'
  if (startDate > operatorToday()) return 'This period has not begun, so there is nothing to count yet.'
  return endDate > addDays(startDate, MAX_DAYS) ? 'A report covers ten years at most. Choose fewer days.' : undefined
}

/** An empty page, used instead of a call for an invalid period. */
export const NO_ROWS = { rows: [], total: 0 }
