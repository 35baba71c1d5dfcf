import type { DayPlan, DayToPlan } from '@despatch/domain/routing/plan-the-day/day-plan'
import { solveInThread } from '../assignment/solve-in-thread.ts'

/** Plans days in a worker thread, in order. Throws an Error if the thread fails. */
export const planDays = async (days: readonly DayToPlan[]): Promise<DayPlan[]> =>
  days.every(({ consignments }) => consignments.length === 0)
    ? days.map(() => ({ chosen: [], total: 0, bound: 0, isExact: true, prices: {}, arePricesExact: true }))
    : solveInThread<DayPlan[]>(new URL('plan-worker.ts', import.meta.url), days)
