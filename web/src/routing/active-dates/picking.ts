import type { Day } from '@despatch/domain/calendar/day'
import { type ActiveRange, liesIn, namedRange, rangesOverlap } from '@despatch/domain/routing/active-dates/active-dates'

/** How far one is with choosing days on the calendar: nothing yet, a range that is there, or the first day of one. */
export type Picking = {
  /** The place of the range that is chosen, or whose days are chosen again. */
  readonly place?: number
  readonly isReplacing?: boolean
  readonly first?: Day
  /** Why the last day did not do. */
  readonly problem?: string
}

export const NOTHING_PICKED: Picking = {}

type Placed = ActiveRange & { readonly place: number }

/** What follows from picking a day: how far one is then, and the range that is complete by it, with the place it takes. */
export type Picked = { readonly picking: Picking; readonly range?: ActiveRange; readonly place?: number }

/** The range between two days, whichever is picked first. */
export function rangeBetween(one: Day, other: Day): ActiveRange {
  return one <= other ? { from: one, to: other } : { from: other, to: one }
}

/**
 * A day is picked: the first of a new range, its last, or any day of a range that is there, which chooses that. Days that
 * would overlap with another range are not taken, and it is said why.
 */
export function pickDay(picking: Picking, ranges: readonly Placed[], day: Day): Picked {
  if (picking.first !== undefined) return complete(picking, ranges, rangeBetween(picking.first, day))
  if (picking.isReplacing) return { picking: { ...picking, first: day } }
  const there = ranges.find((range) => liesIn(range, day))
  return { picking: there ? { place: there.place } : { first: day } }
}

/** The range is complete: from the first day that was picked to a last one, or without end. */
export function complete(picking: Picking, ranges: readonly Placed[], range: ActiveRange): Picked {
  const isOther = ({ place }: Placed) => !picking.isReplacing || place !== picking.place
  const overlapped = ranges.find((one) => isOther(one) && rangesOverlap(one, range))
  if (overlapped) return { picking: { ...picking, problem: `That overlaps with ${namedRange(overlapped)}.` } }
  return { picking: NOTHING_PICKED, range, ...(picking.place !== undefined && { place: picking.place }) }
}
