import type { Day } from '../../calendar/day.ts'
import { costOf, type DayPricing, NO_PRICE, pricingOn, quantitiesOf } from './compile-pricing.ts'
import type { Charge, Cost, Pricing } from './costing.ts'

/** Quantities above `from` up to and including `to` with one cost; null is no price. */
export type CostPiece = { readonly from: number; readonly to: number; readonly cost: Cost | null }

/** A chart cannot show more pieces; beyond this, prices are sampled at as many quantities. */
const MAX_PIECES = 1000
/** The maximum number of parcels of a consignment. */
export const MAX_PARCELS = 5000
/** The weight of a parcel if only the number counts. */
const ONE_PARCEL = 1000

/** The quantities to price, up to `most`: grams of each of `parcels` parcels (`inWeight`), or numbers of parcels. */
type Priced = { readonly most: number; readonly inWeight: boolean; readonly parcels: number }

/**
 * A method's cost on a day by quantity, up to `most`: by weight of one parcel, or by number of parcels. The figures are
 * the engine's.
 */
export const costCurve = (pricing: Pricing, day: Day, most: number): CostPiece[] =>
  curveOf(pricingOn(pricing, day), most)

/** The curve of compiled prices; undefined has no price. */
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

/** Adds a piece, merging it with the last one if the cost is equal. */
export function addPiece(pieces: CostPiece[], piece: CostPiece): void {
  const before = pieces.at(-1)
  if (before && before.cost === piece.cost) pieces[pieces.length - 1] = { ...before, to: piece.to }
  else pieces.push(piece)
}

/** The cost of each quantity; null is no price. */
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

/** Quantities at which the cost may change; the last is `most`. */
export function costSteps(onDay: DayPricing | undefined, { most, inWeight, parcels }: Priced): number[] {
  if (!inWeight) return wholeNumbers(most)
  // Weights do not matter by parcel.
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
 * The range of a chart, in grams or parcels, that shows every step once: slightly beyond the last band's end, or far
 * enough to show the increments of an open-ended band.
 */
export function reachOf(pricings: readonly Pricing[]): number {
  const byWeight = pricings.some(({ pricingMethod }) => pricingMethod === 'By Weight Matrix')
  const least = byWeight ? 5000 : 10
  const ends = pricings.flatMap(({ primaryCosting, secondaryCosting }) =>
    // The chart by weight is about one parcel, which the primary costing covers.
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

/** Sorts numbers and removes duplicates. */
export const sortedOnce = (numbers: Iterable<number>): number[] => [...Float64Array.from(new Set(numbers)).sort()]

/** Quantities at which bands by weight may change: their edges and increments. */
function stepsOf({ from, to, charges }: DayPricing['primary'], most: number): number[] {
  const edges = [...from, ...to].map((edge) => Math.min(edge, most))
  const steps = new Set(edges)
  for (const [index, charge] of charges.entries()) {
    for (const step of incrementsOf(charge, from[index] ?? 0, Math.min(to[index] ?? most, most))) steps.add(step)
    // Band edges stay exact even then.
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
