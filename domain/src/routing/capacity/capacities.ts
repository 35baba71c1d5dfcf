import type { Capacity } from '../rule-book/rule-book.ts'
import { type Day, formatDayShort } from '../../calendar/day.ts'
import { dayProblems, overlapProblems, type RangeProblem, rangeLabel } from '../active-dates/active-dates.ts'

/** When a capacity applies: from a day on (null: from the start), or between days, which has priority. */
export type Effect = Pick<Capacity, 'effectiveFrom' | 'effectiveBetween'>

/** The first day of a capacity; '' means from the start. */
const begins = ({ effectiveFrom, effectiveBetween }: Effect): Day => effectiveBetween?.from ?? effectiveFrom ?? ''

/** Sorts capacities by first day; those from the start come first. */
export function sortByPeriod<One extends Effect>(capacities: readonly One[]): One[] {
  return capacities.toSorted((one, other) => (begins(one) < begins(other) ? -1 : begins(one) > begins(other) ? 1 : 0))
}

/** 'from the start', 'from 1 Jan 2026 on', '1 Jan 2026 to 31 Mar 2026'. */
export function effectText({ effectiveFrom, effectiveBetween }: Effect): string {
  if (effectiveBetween) return rangeLabel(effectiveBetween)
  return effectiveFrom === null ? 'from the start' : rangeLabel({ from: effectiveFrom, to: null })
}

/**
 * Finds the problems of a carrier's capacities, with paths such as '1.effectiveDate' of the contract: equal first days,
 * overlapping days between (reported at the later capacity, naming the other), reversed days and implausible days.
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
      ? [{ path: last, message: 'The end date is before the start date' }]
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
        ? 'Another capacity has no start date. Give this one a date, or remove one'
        : `Another capacity starts on ${formatDayShort(effectiveFrom)}. Choose another date, or remove one`
    return [{ path: `${index}.effectiveDate`, message }]
  })
}

function betweenProblems(capacities: readonly Effect[]): RangeProblem[] {
  const placed = capacities.flatMap(({ effectiveBetween }, place) =>
    effectiveBetween ? [{ ...effectiveBetween, place }] : [],
  )
  return overlapProblems(placed).map(({ index, other }) => ({
    path: `${placed[index]?.place}.effectiveBetween.from`,
    message: `It overlaps with ${rangeLabel(other)}. Date ranges must not overlap`,
  }))
}
