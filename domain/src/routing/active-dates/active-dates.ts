import { addDays, type Day, formatDayShort } from '../../calendar/day.ts'

/** Days on which a carrier may be used, both included; `to` null is open-ended. */
export type ActiveRange = { readonly from: Day; readonly to: Day | null }

/** A problem of a field of a list, with its path in the list: '1.from'. */
export type RangeProblem = { readonly path: string; readonly message: string }

/** Days outside these are probably typing errors. */
export const FIRST_DAY: Day = '2000-01-01'
export const LAST_DAY: Day = '2100-12-31'

/** A message for a day that is probably a typing error. */
function dayProblem(day: Day): string | undefined {
  if (day < FIRST_DAY) return `${formatDayShort(day)} is before ${formatDayShort(FIRST_DAY)}. Check the year`
  if (day > LAST_DAY) return `${formatDayShort(day)} is after ${formatDayShort(LAST_DAY)}. Check the year`
  return undefined
}

/** '1 Jan 2026 to 31 Mar 2026', 'from 1 Jan 2026 on', '5 Jan 2026'. */
export function rangeLabel({ from, to }: ActiveRange): string {
  if (to === null) return `from ${formatDayShort(from)} on`
  return from === to ? formatDayShort(from) : `${formatDayShort(from)} to ${formatDayShort(to)}`
}

/** A range within a sentence: 'the range from 1 Jan 2026 on'. */
export function namedRange(range: ActiveRange): string {
  return range.to === null ? `the range ${rangeLabel(range)}` : rangeLabel(range)
}

/** A carrier's active dates for people, in order; no ranges mean always. */
export function activeDatesText(ranges: readonly ActiveRange[]): string {
  if (ranges.length === 0) return 'Always'
  const words = sortByFirstDay(ranges).map(rangeLabel).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A carrier's state on a day. An active carrier must also be within its dates. */
export function carrierState(
  { active, activeDates }: { readonly active: 'Y' | 'N'; readonly activeDates: readonly ActiveRange[] },
  day: Day,
): 'Active' | 'Not active' | 'Outside its active dates' {
  if (active === 'N') return 'Not active'
  return activeDates.length === 0 || activeDates.some((range) => isInRange(range, day))
    ? 'Active'
    : 'Outside its active dates'
}

export function sortByFirstDay<Range extends ActiveRange>(ranges: readonly Range[]): Range[] {
  return ranges.toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))
}

export function isInRange({ from, to }: ActiveRange, day: Day): boolean {
  return from <= day && (to === null || day <= to)
}

/** Whether two ranges share a day. A reversed range shares none. */
export function rangesOverlap(one: ActiveRange, other: ActiveRange): boolean {
  if ([one, other].some(({ from, to }) => to !== null && to < from)) return false
  return isInRange(one, other.from) || isInRange(other, one.from)
}

/**
 * Finds the problems of a carrier's active dates: overlaps (reported at the later range, naming the other), reversed
 * ranges and implausible days.
 */
export function activeDatesProblems(ranges: readonly ActiveRange[]): RangeProblem[] {
  return [
    ...ranges.flatMap(({ from, to }, index) => [
      ...dayProblems(from, `${index}.from`),
      ...(to === null ? [] : to < from ? [outOfOrder(`${index}.to`)] : dayProblems(to, `${index}.to`)),
    ]),
    ...overlapProblems(ranges).map(({ index, other }) => ({
      path: `${index}.from`,
      message: `It overlaps with ${namedRange(other)}: ${wayOut(other)}`,
    })),
  ]
}

/** Reports an implausible day at its path. */
export function dayProblems(day: Day, path: string): RangeProblem[] {
  const message = dayProblem(day)
  return message === undefined ? [] : [{ path, message }]
}

const outOfOrder = (path: string): RangeProblem => ({ path, message: 'The end date is before the start date' })

/** Finds the ranges that share days with an earlier one (by first day, then by position). */
export function overlapProblems<Range extends ActiveRange>(
  ranges: readonly Range[],
): { index: number; other: Range }[] {
  const isBefore = (one: number, other: number) => {
    const [from = '', otherFrom = ''] = [ranges[one]?.from, ranges[other]?.from]
    return from < otherFrom || (from === otherFrom && one < other)
  }
  return ranges.flatMap((range, index) => {
    const other = ranges.find((before, place) => isBefore(place, index) && rangesOverlap(before, range))
    return other ? [{ index, other }] : []
  })
}

function wayOut({ to }: ActiveRange): string {
  return to === null ? 'give that one a last day' : `begin on ${formatDayShort(addDays(to, 1))} or later`
}
