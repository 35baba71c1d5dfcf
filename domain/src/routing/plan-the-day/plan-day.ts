import type { ToAssign } from '../assignment/assignment.ts'
import { type DayPlan, type DayToPlan } from './day-plan.ts'
import { optionsOf, priceDay, relaxDay, totalOfRooms } from './relaxed-day.ts'
import { openPart, roundDay, withPart } from './whole-day.ts'

/** Solves the part of a day that must not be divided: for each consignment the position of its option, -1 without. */
export type SolvePart = (problem: {
  readonly consignments: readonly ToAssign[]
  readonly rooms: Readonly<Record<string, number>>
}) => Promise<{ readonly chosen: readonly number[]; readonly isExact: boolean }>

/**
 * Plans a day: fewest consignments without a carrier, urgent ones first; then the least cost; and one is moved only if
 * that saves enough. One that has a carrier keeps one. Consignments with one parcel are planned exactly by a
 * transportation problem; those with several are first divided, then made whole, and `solve` (an integer program)
 * decides the part that is still open.
 */
export async function planDay(day: DayToPlan, solve: SolvePart): Promise<DayPlan> {
  const relaxed = relaxDay(day)
  let whole = roundDay(relaxed)
  const part = openPart(relaxed, whole)
  let isExact = part === undefined
  if (part) {
    const solved = await solve(part)
    whole = withPart(relaxed, whole, part, solved.chosen)
    isExact = (part.isAll && solved.isExact) || openPart(relaxed, whole) === undefined
  }
  const { prices, areExact, bound } = priceDay(day)
  return {
    chosen: optionsOf(relaxed, whole.roomOf),
    total: totalOfRooms(relaxed, whole.roomOf),
    bound,
    isExact,
    prices,
    arePricesExact: areExact,
  }
}
