import { addDays, type Day } from '../../calendar/day.ts'
import { isInForce, type MatrixRow, type PricingMethod } from './costing.ts'
import { type Band, meets } from './band-problems.ts'

/** Quantities without a price: above `from`, up to `to`. Grams by weight, parcels otherwise. */
export type Gap = { readonly from: number; readonly to: number }

/** What people write between two bands who count in hundredths of a kilogram: '70-99.99, 100-299.99'. */
const FINE_STEPS: readonly number[] = [1, 10]
/** The same in tenths, and in whole parcels: it may be meant, unless all bands of a matrix are written so. */
const WIDE_STEP: Readonly<Record<PricingMethod, number>> = { 'By Weight Matrix': 100, 'By Parcel': 1, None: 0 }

/** What lies between 0 and the end of the last of some bands in force, and is held by none. */
export function gapsOf(rows: readonly Pick<Band, 'from' | 'to'>[]): Gap[] {
  return edgesOf(rows).gaps
}

/** Those gaps of bands in force that are no more than the step in which the bands are written. */
export function stepGaps(rows: readonly Pick<Band, 'from' | 'to'>[], method: PricingMethod): Gap[] {
  const { gaps, touching } = edgesOf(rows)
  const wide = WIDE_STEP[method]
  if (gaps.length > 1 && touching === 0 && gaps.every(({ from, to }) => to - from === wide)) return gaps
  return method === 'By Weight Matrix' ? gaps.filter(({ from, to }) => FINE_STEPS.includes(to - from)) : []
}

/** The gaps of bands, and how many bands begin where the one before ends. */
function edgesOf(rows: readonly Pick<Band, 'from' | 'to'>[]): { gaps: Gap[]; touching: number } {
  const gaps: Gap[] = []
  let reached = 0
  let touching = 0
  for (const { from, to } of rows.toSorted((one, other) => one.from - other.from)) {
    if (from > reached) gaps.push({ from: reached, to: from })
    if (from === reached && from > 0) touching++
    reached = Math.max(reached, to ?? Number.POSITIVE_INFINITY)
  }
  return { gaps, touching }
}

/** The days on which what is in force changes. */
export function changeDays(rows: readonly Pick<Band, 'effectiveFrom' | 'effectiveBetween'>[]): Day[] {
  return rows.flatMap(({ effectiveFrom, effectiveBetween }) =>
    effectiveBetween ? [effectiveBetween.from, addDays(effectiveBetween.to, 1)] : (effectiveFrom ?? []),
  )
}

/** Before all days that anyone writes. */
const FIRST_DAY: Day = '0001-01-01'

/**
 * Bands without the gaps of the step that they are written in: each begins where the one below it ends, so that '70-99.99,
 * 100-299.99' holds 99.995 too. What has a price keeps it, for 100 stays in the upper band; and a gap that is wider stays.
 * A band that would then overlap another stays as it is. Gives the rows in their order, those that stay the very same.
 */
export function joinBands<Row extends Pick<MatrixRow, keyof Band>>(
  rows: readonly Row[],
  method: PricingMethod,
): readonly Row[] {
  const begins = new Map<Row, number>()
  // Sorted once: what is in force on a day is then in order already.
  const inOrder = rows.toSorted((one, other) => one.from - other.from)
  for (const day of new Set([FIRST_DAY, ...changeDays(rows)])) {
    const inForce = inOrder.filter((row) => isInForce(row, day))
    const lower = new Map(stepGaps(inForce, method).map(({ from, to }) => [to, from]))
    for (const row of inForce) {
      const from = lower.get(row.from)
      if (from !== undefined) begins.set(row, Math.max(from, begins.get(row) ?? 0))
    }
  }
  return rows.map((row) => {
    const from = begins.get(row)
    if (from === undefined) return row
    const joined = { ...row, from }
    return rows.some((other) => other !== row && meets(other, joined)) ? row : joined
  })
}
