import type { Day } from '../../calendar/day.ts'
import { costOf, type DayPricing, NO_PRICE, pricingOn, quantitiesOf } from './compile-pricing.ts'
import type { Charge, Cost, Pricing } from './costing.ts'

/** A stretch of quantities above `from` up to and with `to` that cost the same; null is no price. */
export type CostPiece = { readonly from: number; readonly to: number; readonly cost: Cost | null }

/** So many pieces tell a picture all it can show; beyond it, prices are looked up at as many places. */
const MAX_PIECES = 1000
/** A consignment of the product has no more. */
export const MAX_PARCELS = 5000
/** What a parcel weighs where parcels are counted. */
const ONE_PARCEL = 1000

/** What is priced: quantities up to `most`, in grams of each of so many parcels (`inWeight`), or in parcels. */
type Priced = { readonly most: number; readonly inWeight: boolean; readonly parcels: number }

/**
 * What a method costs on a day by quantity, up to `most`: by weight, one parcel of so many grams; otherwise so many parcels.
 * The figures are the engine's own.
 */
export const costCurve = (pricing: Pricing, day: Day, most: number): CostPiece[] =>
  curveOf(pricingOn(pricing, day), most)

/** The same of prices that are ready for their day; undefined has none at all. */
export function curveOf(onDay: DayPricing | undefined, most: number): CostPiece[] {
  if (!onDay) return [{ from: 0, to: most, cost: null }]
  const what = { most, inWeight: onDay.byWeight, parcels: 1 }
  const edges = costSteps(onDay, what)
  const costs = costsAt(onDay, edges, what)
  const pieces: CostPiece[] = []
  let from = 0
  for (const [index, to] of edges.entries()) {
    addPiece(pieces, { from, to, cost: costs[index] ?? null })
    from = to
  }
  return pieces
}

/** Adds a piece to those before it: one with the last where it costs the same. */
export function addPiece(pieces: CostPiece[], piece: CostPiece): void {
  const before = pieces.at(-1)
  if (before && before.cost === piece.cost) pieces[pieces.length - 1] = { ...before, to: piece.to }
  else pieces.push(piece)
}

/** What each of some quantities costs; null is no price. */
export function costsAt(
  onDay: DayPricing | undefined,
  quantities: readonly number[],
  { most, inWeight, parcels }: Priced,
): (Cost | null)[] {
  if (!onDay) return quantities.map(() => null)
  const { gramsUpTo } = quantitiesOf(Array.from({ length: inWeight ? parcels : most }, () => ONE_PARCEL))
  return quantities.map((quantity) => {
    if (inWeight) for (let count = 1; count <= parcels; count++) gramsUpTo[count] = count * quantity
    const cost = costOf(onDay, { count: inWeight ? parcels : quantity, gramsUpTo })
    return cost === NO_PRICE ? null : cost
  })
}

/** The quantities at which the cost may step; the last is `most`. */
export function costSteps(onDay: DayPricing | undefined, { most, inWeight, parcels }: Priced): number[] {
  if (!inWeight) return wholeNumbers(most)
  // By parcel weights do not count.
  if (!onDay?.byWeight) return [most]
  const { primary, secondary, secondaryFrom, isEach } = onDay
  const first = secondaryFrom > 0 ? Math.min(parcels, secondaryFrom - 1) : parcels
  const ofPart = (bands: DayPricing['primary'], count: number) => {
    if (count <= 0) return []
    const together = isEach ? 1 : count
    return stepsOf(bands, most * together).map((step) => Math.floor(step / together))
  }
  const steps = [...ofPart(primary, first), ...ofPart(secondary, parcels - first), most]
  return sortedOnce(steps).filter((step) => step > 0)
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
          ? Math.max(least, before + 1, before + from * 1.25, before + incrementStart + 5 * increment)
          : before + to + Math.ceil(to / 20),
      )
    }),
  )
  const reach = Math.ceil(ends.length > 0 ? Math.max(...ends) : least)
  return byWeight ? reach : Math.min(reach, MAX_PARCELS)
}

/** Numbers in their order, each once. */
export const sortedOnce = (numbers: Iterable<number>): number[] => [...Float64Array.from(new Set(numbers)).sort()]

/** The quantities at which bands by weight may step: their edges, and where an increment starts. */
function stepsOf({ from, to, charges }: DayPricing['primary'], most: number): number[] {
  const edges = [...from, ...to].map((edge) => Math.min(edge, most))
  const steps = new Set(edges)
  for (const [index, charge] of charges.entries()) {
    for (const step of incrementsOf(charge, from[index] ?? 0, Math.min(to[index] ?? most, most))) steps.add(step)
    // The edges of bands are exact all the same.
    if (steps.size > MAX_PIECES) return [...edges, ...evenly(most)]
  }
  return [...steps].filter((step) => step <= most)
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
