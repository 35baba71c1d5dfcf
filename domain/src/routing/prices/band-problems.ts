import type { MatrixRow } from './costing.ts'

/** A band's quantities and days, in any unit: grams, kg or parcels. */
export type Band = Pick<MatrixRow, 'from' | 'to' | 'effectiveFrom' | 'effectiveBetween'>

/** A band that conflicts with another: row and other row (from 0), field and message. */
export type BandProblem = {
  readonly row: number
  readonly other: number
  readonly field: 'from'
  readonly message: string
}

/** The message for a row that overlaps another (from 0). */
export const overlapText = (other: number) => `It overlaps row ${other + 1}`

/**
 * Finds bands that price the same quantity on the same day: from the same first day on, or between overlapping days.
 * Reported at the later band, once a row. A later first day, or days between beside a first day, are allowed: one has
 * priority. Gaps are allowed too; the check of the rule book reports them.
 */
export function bandProblems(rows: readonly Band[]): BandProblem[] {
  return rows.flatMap((row, index): BandProblem[] => {
    const other = rows.findIndex((before, place) => place < index && bandsConflict(before, row))
    return other === -1 ? [] : [{ row: index, other, field: 'from', message: overlapText(other) }]
  })
}

/** Whether two bands price the same quantity on the same day and neither has priority. */
export function bandsConflict(one: Band, other: Band): boolean {
  const from = Math.max(one.from, other.from)
  const to = Math.min(one.to ?? Number.POSITIVE_INFINITY, other.to ?? Number.POSITIVE_INFINITY)
  // A band for a single quantity includes its edge; other bands only touch there.
  const isOverlap = from < to || (from === to && [one, other].some((band) => band.from === band.to))
  return isOverlap && isOfSameTime(one, other)
}

/** Whether neither band has priority on a shared day. */
function isOfSameTime(
  { effectiveFrom, effectiveBetween: between }: Band,
  { effectiveFrom: besideFrom, effectiveBetween: beside }: Band,
): boolean {
  if (between && beside) return between.from <= beside.to && beside.from <= between.to
  return !between && !beside && effectiveFrom === besideFrom
}
