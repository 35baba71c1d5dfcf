import type { Day } from '@despatch/domain/calendar/day'
import {
  type ActiveRange,
  isInRange,
  namedRange,
  rangesOverlap,
} from '@despatch/domain/routing/active-dates/active-dates'

/** The state of picking on the calendar: nothing, a selected range, or the first day of a new one. */
export type Picking = {
  /** The index of the selected range, or of the range whose days are being replaced. */
  readonly place?: number
  readonly isReplacing?: boolean
  readonly first?: Day
  /** Why the last day was refused. */
  readonly problem?: string
}

export const NOTHING_PICKED: Picking = {}

type Placed = ActiveRange & { readonly place: number }

/** The result of picking a day: the new state, and the completed range with its index, if any. */
export type Picked = { readonly picking: Picking; readonly range?: ActiveRange; readonly place?: number }

/** The range between two days in either order. */
export function rangeBetween(one: Day, other: Day): ActiveRange {
  return one <= other ? { from: one, to: other } : { from: other, to: one }
}

/**
 * Handles a picked day: the first or last of a new range, or any day of an existing range, which selects it. Days that
 * overlap another range are refused with a reason.
 */
export function pickDay(picking: Picking, ranges: readonly Placed[], day: Day): Picked {
  if (picking.first !== undefined) return complete(picking, ranges, rangeBetween(picking.first, day))
  if (picking.isReplacing) return { picking: { ...picking, first: day } }
  const there = ranges.find((range) => isInRange(range, day))
  return { picking: there ? { place: there.place } : { first: day } }
}

/** Completes a range from the first picked day to a last one, or open-ended. */
export function complete(picking: Picking, ranges: readonly Placed[], range: ActiveRange): Picked {
  const isOther = ({ place }: Placed) => !picking.isReplacing || place !== picking.place
  const overlapped = ranges.find((one) => isOther(one) && rangesOverlap(one, range))
  if (overlapped) return { picking: { ...picking, problem: `That overlaps with ${namedRange(overlapped)}.` } }
  return { picking: NOTHING_PICKED, range, ...(picking.place !== undefined && { place: picking.place }) }
}
