import { addDays, type Day } from '../../calendar/day.ts'

type Edges = { readonly from: number; readonly to: number | null }
type Times = {
  readonly effectiveFrom: Day | null
  readonly effectiveBetween: { readonly from: Day; readonly to: Day } | null
}

/** Quantities that no band holds: by weight, grams above `from` and below `to`; otherwise the parcels after `from` up to and with `to`. */
export type Gap = { readonly from: number; readonly to: number }

/** What the engine counts: whole grams, or whole parcels. */
const SMALLEST = 1
/** Steps in which carriers print weights, '70-99.99, 100-299.99': nobody leaves so little without a price on purpose. */
const FINE_STEPS: readonly number[] = [1, 10]
/** The same of a matrix that is printed in tenths of a kilogram throughout. */
const TENTH = 100
/** A gap as wide may be meant, unless all bands of a matrix are printed so: '0-5, 6-10, 11-20'. */
const WIDE_STEPS: readonly number[] = [TENTH, 1000]

/** What lies between 0 and the end of the last of some bands in force on one day, and is held by none. */
export function gapsOf(rows: readonly (Edges & Times)[], byWeight: boolean): Gap[] {
  const edges = lowerEdges(rows, byWeight)
  const exact = rows.map(({ to }, index) => ({ from: edges[index] ?? 0, to }))
  return uncovered(exact).map(({ from, to }) => ({ from, to: byWeight ? to + SMALLEST : to }))
}

/**
 * The lower edges of bands that are in force on one day, each for the row at its place: a band holds what is above its edge,
 * up to and with its `to`. That is the one definition of what a printed band holds:
 *
 * - where the band below ends at its `from`, what is above `from`;
 * - where the band below ends one printed step before, all that is above that end: of '0-0.1, 0.101-0.25' the second holds
 *   0.101 kg, and 0.1004 kg as well;
 * - where nothing holds its `from`, or it is all that the band holds, `from` itself.
 */
export function lowerEdges(rows: readonly (Edges & Times)[], byWeight: boolean): number[] {
  const all = printedGaps(rows, byWeight)
  const stepBelow = new Map(all.steps.map(({ from, to }) => [to, from]))
  const begins = new Set(all.wide.map(({ to }) => to))
  const ofTheirTime = new Map(
    [...Map.groupBy(rows, timeOf)].map(([time, of]) => [
      time,
      // What comes before the first band of a time is another time's, where that holds it.
      new Map(printedGaps(of, byWeight).steps.flatMap(({ from, to }) => (from > 0 ? [[to, from]] : []))),
    ]),
  )
  return rows.map((row) => {
    const below = ofTheirTime.get(timeOf(row))?.get(row.from) ?? stepBelow.get(row.from)
    return below ?? (begins.has(row.from) || row.from === row.to ? row.from - SMALLEST : row.from)
  })
}

/** Rows of the same time are one price list: those between days, and those of each day from which on they hold. */
const timeOf = ({ effectiveFrom, effectiveBetween }: Times) => (effectiveBetween ? 'between' : (effectiveFrom ?? ''))

/** The gaps between bands as they are printed: those that are no more than the step they are printed in, and wider ones. */
function printedGaps(rows: readonly Edges[], byWeight: boolean): { steps: Gap[]; wide: Gap[] } {
  const gaps = uncovered(rows)
  const ends = new Set(rows.flatMap(({ from, to }) => (from === to ? [] : to)))
  const isTouching = rows.some(({ from }) => from > 0 && ends.has(from))
  const widthOf = ({ from, to }: Gap) => to - from
  const isPrintedIn = (step: number) => rows.every(({ from, to }) => from % step === 0 && (to ?? 0) % step === 0)
  const isThroughout =
    gaps.length > 1 && !isTouching && WIDE_STEPS.some((step) => gaps.every((gap) => widthOf(gap) === step))
  const isStep = (gap: Gap) => {
    const width = widthOf(gap)
    if (!byWeight) return width === SMALLEST
    return FINE_STEPS.includes(width) || isThroughout || (width === TENTH && gap.from > 0 && isPrintedIn(TENTH))
  }
  const { steps = [], wide = [] } = Object.groupBy(gaps, (gap) => (isStep(gap) ? 'steps' : 'wide'))
  return { steps, wide }
}

/** What lies between 0 and the last of some bands above their edges. */
function uncovered(bands: readonly Edges[]): Gap[] {
  const gaps: Gap[] = []
  let reached = 0
  for (const { from, to } of bands.toSorted((one, other) => one.from - other.from)) {
    if (from > reached) gaps.push({ from: reached, to: from })
    reached = Math.max(reached, to ?? Number.POSITIVE_INFINITY)
  }
  return gaps
}

/** The days on which what is in force changes. */
export function changeDays(rows: readonly Times[]): Day[] {
  return rows.flatMap(({ effectiveFrom, effectiveBetween }) =>
    effectiveBetween ? [effectiveBetween.from, addDays(effectiveBetween.to, 1)] : (effectiveFrom ?? []),
  )
}
