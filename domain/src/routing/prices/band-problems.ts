import type { MatrixRow } from './costing.ts'

/** What tells where and when a band holds, in whichever unit: grams, kg or parcels. */
export type Band = Pick<MatrixRow, 'from' | 'to' | 'effectiveFrom' | 'effectiveBetween'>

/** A band that cannot stand beside another: the row and the other one (from 0), its field, and what is wrong, in words. */
export type BandProblem = {
  readonly row: number
  readonly other: number
  readonly field: 'from'
  readonly message: string
}

/** What is said of a row that overlaps another (from 0). */
export const overlapText = (other: number) => `It overlaps row ${other + 1}: both hold the same quantities then`

/**
 * The bands of a matrix of which two would say what one quantity costs on one day: of the very same day from on, or of days
 * between that meet. Told at the later of the two, once a row. A later beginning, or days between beside what holds from a
 * day on, is no such thing: one of them goes before the other. Gaps are none either; the check of the rule book finds them.
 */
export function bandProblems(rows: readonly Band[]): BandProblem[] {
  return rows.flatMap((row, index): BandProblem[] => {
    const other = rows.findIndex((before, place) => place < index && meets(before, row))
    return other === -1 ? [] : [{ row: index, other, field: 'from', message: overlapText(other) }]
  })
}

/** Whether two bands would say what one quantity costs on one day, and neither goes before the other. */
export function meets(one: Band, other: Band): boolean {
  const from = Math.max(one.from, other.from)
  const to = Math.min(one.to ?? Number.POSITIVE_INFINITY, other.to ?? Number.POSITIVE_INFINITY)
  // A band of one quantity holds the edge at which others only touch.
  const isOverlap = from < to || (from === to && [one, other].some((band) => band.from === band.to))
  return isOverlap && isOfSameTime(one, other)
}

/** Whether neither of two goes before the other on a day that both are in force. */
function isOfSameTime(
  { effectiveFrom, effectiveBetween: between }: Band,
  { effectiveFrom: besideFrom, effectiveBetween: beside }: Band,
): boolean {
  if (between && beside) return between.from <= beside.to && beside.from <= between.to
  return !between && !beside && effectiveFrom === besideFrom
}
