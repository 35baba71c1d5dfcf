import type { Capacity } from '../rule-book/rule-book.ts'
import { type Day, formatDayShort } from '../../calendar/day.ts'
import { dayProblems, overlapProblems, type RangeProblem, rangeLabel } from '../active-dates/active-dates.ts'

/** When a capacity counts: from a day on (null: from ever), or between days, which goes before. */
export type Effect = Pick<Capacity, 'effectiveFrom' | 'effectiveBetween'>

/** The first day of a capacity; '' is from ever. */
const begins = ({ effectiveFrom, effectiveBetween }: Effect): Day => effectiveBetween?.from ?? effectiveFrom ?? ''

/** Capacities in the order of their first days; from ever is first. */
export function inOrderOfEffect<One extends Effect>(capacities: readonly One[]): One[] {
  return capacities.toSorted((one, other) => (begins(one) < begins(other) ? -1 : begins(one) > begins(other) ? 1 : 0))
}

/** 'from the start', 'from 1 Jan 2026 on', '1 Jan 2026 to 31 Mar 2026'. */
export function effectText({ effectiveFrom, effectiveBetween }: Effect): string {
  if (effectiveBetween) return rangeLabel(effectiveBetween)
  return effectiveFrom === null ? 'from the start' : rangeLabel({ from: effectiveFrom, to: null })
}

/**
 * What is wrong with the capacities of a carrier, by paths such as '1.effectiveDate' of the contract: two of the same
 * effective day, days between which two count that overlap (told at the later begun, naming the other), dates out of order,
 * days that nobody means. Nothing for capacities that may be saved.
 */
export function capacityProblems(capacities: readonly Effect[]): RangeProblem[] {
  return [
    ...capacities.flatMap((capacity, index) => effectProblems(capacity, index)),
    ...sameDayProblems(capacities),
    ...betweenProblems(capacities),
  ]
}

function effectProblems({ effectiveFrom, effectiveBetween: between }: Effect, index: number): RangeProblem[] {
  if (!between) return effectiveFrom === null ? [] : dayProblems(effectiveFrom, `${index}.effectiveDate`)
  const last = `${index}.effectiveBetween.to`
  return [
    ...dayProblems(between.from, `${index}.effectiveBetween.from`),
    ...(between.to < between.from
      ? [{ path: last, message: 'The last day is before the first' }]
      : dayProblems(between.to, last)),
  ]
}

function sameDayProblems(capacities: readonly Effect[]): RangeProblem[] {
  const seen = new Set<Day | null>()
  return capacities.flatMap(({ effectiveFrom, effectiveBetween }, index) => {
    if (effectiveBetween) return []
    if (!seen.has(effectiveFrom)) {
      seen.add(effectiveFrom)
      return []
    }
    const message =
      effectiveFrom === null
        ? 'Another one counts from the start: give this one a day, or take one of the two away'
        : `Another one counts from ${formatDayShort(effectiveFrom)} on: choose another day, or take one of the two away`
    return [{ path: `${index}.effectiveDate`, message }]
  })
}

function betweenProblems(capacities: readonly Effect[]): RangeProblem[] {
  const placed = capacities.flatMap(({ effectiveBetween }, place) =>
    effectiveBetween ? [{ ...effectiveBetween, place }] : [],
  )
  return overlapProblems(placed).map(({ index, other }) => ({
    path: `${placed[index]?.place}.effectiveBetween.from`,
    message: `It overlaps with ${rangeLabel(other)}: days between which two capacities count may not overlap`,
  }))
}
