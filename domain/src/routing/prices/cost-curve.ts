import type { Day } from '../../calendar/day.ts'
import { costOf, NO_PRICE, pricingOn, quantitiesOf } from './compile-pricing.ts'
import { bandsInForce, type Charge, type Cost, type Pricing } from './costing.ts'

/** A stretch of quantities above `from` up to and with `to` that cost the same; null is no price. */
export type CostPiece = { readonly from: number; readonly to: number; readonly cost: Cost | null }

/** So many pieces tell a picture all it can show; beyond it, prices are looked up at as many places. */
const MAX_PIECES = 1000
/** A consignment of the product has no more. */
export const MAX_PARCELS = 1000
/** What a parcel weighs where parcels are counted. */
const ONE_PARCEL = 1000

/**
 * What a method costs on a day by quantity, up to `most`: by weight, one parcel of so many grams; otherwise so many parcels.
 * The figures are the engine's own.
 */
export function costCurve(pricing: Pricing, day: Day, most: number): CostPiece[] {
  const onDay = pricingOn(pricing, day)
  if (!onDay) return [{ from: 0, to: most, cost: null }]
  const { gramsUpTo } = quantitiesOf(Array.from({ length: onDay.byWeight ? 0 : most }, () => ONE_PARCEL))
  const costAt = (quantity: number) => {
    const cost = costOf(onDay, onDay.byWeight ? quantitiesOf([quantity]) : { count: quantity, gramsUpTo })
    return cost === NO_PRICE ? null : cost
  }
  const edges = onDay.byWeight ? stepsOf(pricing, day, most) : wholeNumbers(most)
  const pieces: CostPiece[] = []
  let from = 0
  for (const to of edges) {
    const cost = costAt(to)
    const before = pieces.at(-1)
    if (before && before.cost === cost) pieces[pieces.length - 1] = { ...before, to }
    else pieces.push({ from, to, cost })
    from = to
  }
  return pieces
}

/**
 * How far a picture of some prices has to reach to show every step of them once: grams or parcels. A little beyond where
 * the last band ends; where that has no end, so far that its increments are seen.
 */
export function reachOf(pricings: readonly Pricing[]): number {
  const byWeight = pricings.some(({ pricingMethod }) => pricingMethod === 'By Weight Matrix')
  const least = byWeight ? 5000 : 10
  const ends = pricings.flatMap(({ primaryCosting, secondaryCosting }) =>
    // By weight one parcel is drawn, which the primary costing covers.
    [primaryCosting, byWeight ? null : secondaryCosting].flatMap((costing) => {
      if (!costing) return []
      const before = byWeight ? 0 : costing.fromParcel - 1
      const rows = costing.costingMatrix.length > 0 ? costing.costingMatrix : [{ ...costing, from: 0, to: null }]
      return rows.map(({ from, to, incrementStart, increment }) =>
        to === null
          ? Math.max(least, before + from * 1.25, before + incrementStart + 5 * increment)
          : before + to + Math.ceil(to / 20),
      )
    }),
  )
  const reach = Math.ceil(ends.length > 0 ? Math.max(...ends) : least)
  return byWeight ? reach : Math.min(reach, MAX_PARCELS)
}

/** The weights at which a cost may step: the edges of bands, and where an increment starts; `most` the last. */
function stepsOf({ primaryCosting }: Pricing, day: Day, most: number): number[] {
  if (!primaryCosting) return [most]
  const { costingMatrix } = primaryCosting
  const inForce = bandsInForce(costingMatrix, day, true).map(({ row, edge }) => ({ ...row, from: edge }))
  const bands = costingMatrix.length > 0 ? inForce : [{ ...primaryCosting, from: 0, to: null }]
  const steps = new Set<number>([most])
  for (const band of bands) {
    const to = Math.min(band.to ?? most, most)
    for (const edge of [band.from, to, ...incrementsOf(band, band.from, to)])
      if (edge > 0 && edge <= most) steps.add(edge)
    if (steps.size > MAX_PIECES) return evenly(most)
  }
  return [...steps].toSorted((one, other) => one - other)
}

function incrementsOf({ incrementStart, increment }: Charge, from: number, to: number): number[] {
  if (increment <= 0 || incrementStart >= to) return []
  const first = Math.max(0, Math.ceil((from - incrementStart) / increment))
  const last = Math.min(Math.floor((to - incrementStart) / increment), first + MAX_PIECES)
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => incrementStart + (first + index) * increment,
  )
}

const evenly = (most: number) =>
  Array.from({ length: MAX_PIECES }, (_, index) => Math.ceil(((index + 1) * most) / MAX_PIECES))
const wholeNumbers = (most: number) => Array.from({ length: most }, (_, index) => index + 1)
