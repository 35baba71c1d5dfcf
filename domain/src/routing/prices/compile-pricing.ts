import type { Day } from '../../calendar/day.ts'
import {
  type Charge,
  type Cost,
  type Costing,
  costOfQuantity,
  bandOf,
  type BandInForce,
  bandsInForce,
  isAbove,
  type MatrixRow,
  type Pricing,
} from './costing.ts'

/** What the parcels of a consignment come to, added up so that any run of them is had by two reads. */
export type Quantities = {
  readonly count: number
  /** Grams of the first n parcels, at n. */
  readonly gramsUpTo: Float64Array
}

/** The bands of a costing on one day: quantities above `from[i]` up to `to[i]` have the charge `charges[i]`. */
type Bands = { readonly from: Float64Array; readonly to: Float64Array; readonly charges: readonly Charge[] }

/** What a method costs on one day, ready to be asked often. */
export type DayPricing = {
  readonly byWeight: boolean
  readonly primaryFrom: number
  /** 0 where there is no secondary costing. */
  readonly secondaryFrom: number
  readonly primary: Bands
  readonly secondary: Bands
}

/** No price exists. */
export const NO_PRICE = -1

const NOTHING: Bands = { from: new Float64Array(0), to: new Float64Array(0), charges: [] }

/** The prices of a method as they are on a day; undefined where it has none at all ('None', or no primary costing). */
export function pricingOn(pricing: Pricing, day: Day): DayPricing | undefined {
  const { pricingMethod, primaryCosting, secondaryCosting } = pricing
  if (pricingMethod === 'None' || !primaryCosting) return undefined
  const byWeight = pricingMethod === 'By Weight Matrix'
  return {
    byWeight,
    primaryFrom: primaryCosting.fromParcel,
    secondaryFrom: secondaryCosting?.fromParcel ?? 0,
    primary: bandsOn(primaryCosting, day, byWeight),
    secondary: secondaryCosting ? bandsOn(secondaryCosting, day, byWeight) : NOTHING,
  }
}

/** The matrix cut at every edge, so that each piece has one charge; pieces without one are left out. */
function bandsOn(costing: Costing, day: Day, byWeight: boolean): Bands {
  const rows = costing.costingMatrix
  if (rows.length === 0)
    return { from: new Float64Array([0]), to: new Float64Array([Number.POSITIVE_INFINITY]), charges: [costing] }
  const inForce = bandsInForce(rows, day, byWeight)
  const edges = [...new Set(inForce.flatMap(({ edge, row }) => [edge, endOf(row)]))].toSorted(
    (one, other) => one - other,
  )
  // Rows come and go as the edges are passed: each piece looks at those that hold it, and not at all of them.
  const beginning = Map.groupBy(inForce, ({ edge }) => edge)
  let holding: readonly BandInForce[] = []
  const pieces = edges.slice(1).flatMap((to, index) => {
    const from = edges[index] ?? 0
    holding = [...holding.filter(({ row }) => endOf(row) > from), ...(beginning.get(from) ?? [])]
    const middle = to === Number.POSITIVE_INFINITY ? from + 1 : (from + to) / 2
    const band = bandOf(holding, middle)
    return band ? [{ from, to, charge: exactRow(band) }] : []
  })
  return {
    from: Float64Array.from(pieces, ({ from }) => from),
    to: Float64Array.from(pieces, ({ to }) => to),
    charges: pieces.map(({ charge }) => charge),
  }
}

const endOf = ({ to }: MatrixRow) => to ?? Number.POSITIVE_INFINITY

/** A row whose `from` is its lower edge: the explanation of a price then says exactly what it holds. */
const exactRow = ({ row, edge }: BandInForce): MatrixRow => (row.from === edge ? row : { ...row, from: edge })

/**
 * What a consignment costs: 'the primary costing covers the parcels from its fromParcel on, up to the one before the
 * secondary's fromParcel; the secondary the rest' (domain.md). {@link NO_PRICE} where a parcel has none.
 */
export function costOf(pricing: DayPricing, { count, gramsUpTo }: Quantities): Cost {
  const { primaryFrom, secondaryFrom, byWeight } = pricing
  const isSplit = secondaryFrom > 0 && count >= secondaryFrom
  const lastOfPrimary = isSplit ? secondaryFrom - 1 : count
  // A parcel before the first one that is covered is covered by nothing.
  if (primaryFrom > 1 && !(isSplit && secondaryFrom <= 1)) return NO_PRICE
  let cost = 0
  if (lastOfPrimary > 0) {
    const quantity = byWeight ? (gramsUpTo[lastOfPrimary] ?? 0) : lastOfPrimary
    const charge = chargeOf(pricing.primary, quantity)
    if (!charge) return NO_PRICE
    cost += costOfQuantity(charge, quantity)
  }
  if (isSplit) {
    const quantity = byWeight ? (gramsUpTo[count] ?? 0) - (gramsUpTo[lastOfPrimary] ?? 0) : count - lastOfPrimary
    const charge = chargeOf(pricing.secondary, quantity)
    if (!charge) return NO_PRICE
    cost += costOfQuantity(charge, quantity)
  }
  return cost
}

/** What one costing adds to a cost: the charge of the quantity that it covers. */
export type ChargeUsed = {
  readonly costing: 'primary' | 'secondary'
  readonly quantity: number
  readonly charge: Charge
  readonly cost: Cost
}

/** The charges that {@link costOf} adds up; empty where it says {@link NO_PRICE}. */
export function chargesUsed(pricing: DayPricing, { count, gramsUpTo }: Quantities): readonly ChargeUsed[] {
  const { primaryFrom, secondaryFrom, byWeight, primary, secondary } = pricing
  const isSplit = secondaryFrom > 0 && count >= secondaryFrom
  if (primaryFrom > 1 && !(isSplit && secondaryFrom <= 1)) return []
  const last = isSplit ? secondaryFrom - 1 : count
  const ofFirst = byWeight ? (gramsUpTo[last] ?? 0) : last
  const used: ChargeUsed[] = []
  if (last > 0) {
    const charge = chargeOf(primary, ofFirst)
    if (!charge) return []
    used.push({ costing: 'primary', quantity: ofFirst, charge, cost: costOfQuantity(charge, ofFirst) })
  }
  if (isSplit) {
    const quantity = byWeight ? (gramsUpTo[count] ?? 0) - ofFirst : count - last
    const charge = chargeOf(secondary, quantity)
    if (!charge) return []
    used.push({ costing: 'secondary', quantity, charge, cost: costOfQuantity(charge, quantity) })
  }
  return used
}

/** The quantity that has no price: grams by weight, parcels otherwise. No band holds what lies between `from` and `to`. */
export type PriceGap = {
  readonly byWeight: boolean
  readonly quantity: number
  /** Where the band below it ends; 0 where there is none below. */
  readonly from: number
  /** By weight where the next band begins, otherwise the last parcel before it; null where the bands end. */
  readonly to: number | null
  /** The parcels that the quantity is of: all of them, or those of the primary or of the secondary costing. */
  readonly of: 'all' | 'first' | 'further'
}

/**
 * Why a consignment has no price by bands that are in force: its quantity lies between them, or beyond the last. Undefined
 * where it has one, and where it is not the quantity: nothing is in force, or nothing covers the first parcel.
 */
export function priceGap(pricing: DayPricing, { count, gramsUpTo }: Quantities): PriceGap | undefined {
  const { primaryFrom, secondaryFrom, byWeight, primary, secondary } = pricing
  const isSplit = secondaryFrom > 0 && count >= secondaryFrom
  const last = isSplit ? secondaryFrom - 1 : count
  if (primaryFrom > 1 && !(isSplit && secondaryFrom <= 1)) return undefined
  const total = gramsUpTo[count] ?? 0
  const ofFirst = gramsUpTo[last] ?? 0
  return (
    (last > 0 ? gapAt(primary, byWeight, byWeight ? ofFirst : last, isSplit ? 'first' : 'all') : undefined) ??
    (isSplit
      ? gapAt(secondary, byWeight, byWeight ? total - ofFirst : count - last, last > 0 ? 'further' : 'all')
      : undefined)
  )
}

function gapAt(bands: Bands, byWeight: boolean, quantity: number, of: PriceGap['of']): PriceGap | undefined {
  if (bands.charges.length === 0 || chargeOf(bands, quantity)) return undefined
  const from = bands.to.findLast((to) => to < quantity) ?? 0
  const next = bands.from.find((edge) => edge >= quantity)
  // A band beyond a gap holds its first gram: its edge lies just before it.
  return { byWeight, quantity, from, to: next === undefined ? null : byWeight ? next + 1 : next, of }
}

/** The charge of the band that holds a quantity. */
export function chargeOf({ from, to, charges }: Bands, quantity: number): Charge | undefined {
  let low = 0
  let high = to.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((to[middle] ?? 0) < quantity) low = middle + 1
    else high = middle
  }
  return low < charges.length && isAbove(quantity, from[low] ?? 0) ? charges[low] : undefined
}

/** The quantities of parcels of these weights (grams). */
export function quantitiesOf(grams: readonly number[]): Quantities {
  const gramsUpTo = new Float64Array(grams.length + 1)
  for (let index = 0; index < grams.length; index++)
    gramsUpTo[index + 1] = (gramsUpTo[index] ?? 0) + (grams[index] ?? 0)
  return { count: grams.length, gramsUpTo }
}
