import { addDays, type Day } from '../../calendar/day.ts'

type Edges = { readonly from: number; readonly to: number | null }
type Times = {
  readonly effectiveFrom: Day | null
  readonly effectiveBetween: { readonly from: Day; readonly to: Day } | null
}

/**
 * Quantities without a band. By weight: grams above `from` and below `to`. By parcel: parcels above `from` up to `to`.
 */
export type Gap = { readonly from: number; readonly to: number }

/** The smallest unit: one gram or one parcel. */
const SMALLEST = 1
/** Steps of printed weights ('70-99.99, 100-299.99'): nobody leaves such a small gap on purpose. */
const FINE_STEPS: readonly number[] = [1, 10]
/** The step of a matrix printed in tenths of a kilogram. */
const TENTH = 100
/** A gap this wide may be intended, unless all bands of a matrix have it: '0-5, 6-10, 11-20'. */
const WIDE_STEPS: readonly number[] = [TENTH, 1000]

/** Finds the quantities between 0 and the end of the last band that no band in force on one day covers. */
export function gapsOf(rows: readonly (Edges & Times)[], byWeight: boolean): Gap[] {
  const edges = lowerEdges(rows, byWeight)
  const exact = rows.map(({ to }, index) => ({ from: edges[index] ?? 0, to }))
  return uncovered(exact).map(({ from, to }) => ({ from, to: byWeight ? to + SMALLEST : to }))
}

/**
 * Finds the lower edges of bands in force on one day, by row. A band covers quantities above its edge up to and
 * including its `to`. This is the only definition of what a printed band covers:
 *
 * - if the band below ends at its `from`: above `from`;
 * - if the band below ends one printed step earlier: above that end. In '0-0.1, 0.101-0.25' the second band covers
 *   0.101 kg and also 0.1004 kg;
 * - if no band covers its `from`, or `from` is all that the band covers: `from` itself.
 */
export function lowerEdges(rows: readonly (Edges & Times)[], byWeight: boolean): number[] {
  const all = printedGaps(rows, byWeight)
  const stepBelow = new Map(all.steps.map(({ from, to }) => [to, from]))
  const begins = new Set(all.wide.map(({ to }) => to))
  const ofTheirTime = new Map(
    [...Map.groupBy(rows, timeOf)].map(([time, of]) => [
      time,
      // A gap before the first band of a price list belongs to another price list that covers it.
      new Map(printedGaps(of, byWeight).steps.flatMap(({ from, to }) => (from > 0 ? [[to, from]] : []))),
    ]),
  )
  return rows.map((row) => {
    const below = ofTheirTime.get(timeOf(row))?.get(row.from) ?? stepBelow.get(row.from)
    return below ?? (begins.has(row.from) || row.from === row.to ? row.from - SMALLEST : row.from)
  })
}

/** Rows with the same first day form one price list; so do all rows between days. */
const timeOf = ({ effectiveFrom, effectiveBetween }: Times) => (effectiveBetween ? 'between' : (effectiveFrom ?? ''))

/** Splits the gaps between printed bands into printing steps and wider gaps. */
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

/** Finds the quantities between 0 and the last band that no band covers. */
function uncovered(bands: readonly Edges[]): Gap[] {
  const gaps: Gap[] = []
  let reached = 0
  for (const { from, to } of bands.toSorted((one, other) => one.from - other.from)) {
    if (from > reached) gaps.push({ from: reached, to: from })
    reached = Math.max(reached, to ?? Number.POSITIVE_INFINITY)
  }
  return gaps
}

/** Lists the days on which prices change. */
export function changeDays(rows: readonly Times[]): Day[] {
  return rows.flatMap(({ effectiveFrom, effectiveBetween }) =>
    effectiveBetween ? [effectiveBetween.from, addDays(effectiveBetween.to, 1)] : (effectiveFrom ?? []),
  )
}
