import type { Day } from '../../calendar/day.ts'
import { roundToUnit } from '../../money/minor-units.ts'
import {
  type Charge,
  type Cost,
  type Costing,
  costOfQuantity,
  findBand,
  type BandInForce,
  bandsInForce,
  isAbove,
  isForEachParcel,
  type MatrixRow,
  type Pricing,
} from './costing.ts'

/** The parcels of a consignment as running totals, so that any range of parcels takes two reads. */
export type Quantities = {
  readonly count: number
  /** At index n: grams of the first n parcels. */
  readonly gramsUpTo: Float64Array
}

/** The bands of a costing on one day: quantities above `from[i]` up to `to[i]` have the charge `charges[i]`. */
type Bands = { readonly from: Float64Array; readonly to: Float64Array; readonly charges: readonly Charge[] }

/** A method's prices of one day, compiled for many lookups. */
export type DayPricing = {
  readonly byWeight: boolean
  /** Each parcel is charged by its own weight, heaviest first. */
  readonly isEach: boolean
  readonly primaryFrom: number
  /** 0 without a secondary costing. */
  readonly secondaryFrom: number
  readonly primary: Bands
  readonly secondary: Bands
}

/** The cost if there is no price. */
export const NO_PRICE = -1

const NOTHING: Bands = { from: new Float64Array(0), to: new Float64Array(0), charges: [] }

/** Compiles a method's prices of a day; undefined if it has none ('None', or no primary costing). */
export function pricingOn(pricing: Pricing, day: Day): DayPricing | undefined {
  const { pricingMethod, primaryCosting, secondaryCosting } = pricing
  if (pricingMethod === 'None' || !primaryCosting) return undefined
  const byWeight = pricingMethod === 'By Weight Matrix'
  return {
    byWeight,
    isEach: isForEachParcel(pricing),
    primaryFrom: primaryCosting.fromParcel,
    secondaryFrom: secondaryCosting?.fromParcel ?? 0,
    primary: bandsOn(primaryCosting, day, byWeight),
    secondary: secondaryCosting ? bandsOn(secondaryCosting, day, byWeight) : NOTHING,
  }
}

/** Cuts a matrix at every edge, so that each piece has one charge. Pieces without a charge are left out. */
function bandsOn(costing: Costing, day: Day, byWeight: boolean): Bands {
  const rows = costing.costingMatrix
  if (rows.length === 0)
    return { from: new Float64Array([0]), to: new Float64Array([Number.POSITIVE_INFINITY]), charges: [costing] }
  const inForce = bandsInForce(rows, day, byWeight)
  const edges = [...new Set(inForce.flatMap(({ edge, row }) => [edge, endOf(row)]))].toSorted(
    (one, other) => one - other,
  )
  // Keep only the rows that cover the current piece instead of searching all rows.
  const beginning = Map.groupBy(inForce, ({ edge }) => edge)
  let holding: readonly BandInForce[] = []
  const pieces = edges.slice(1).flatMap((to, index) => {
    const from = edges[index] ?? 0
    holding = [...holding.filter(({ row }) => endOf(row) > from), ...(beginning.get(from) ?? [])]
    const middle = to === Number.POSITIVE_INFINITY ? from + 1 : (from + to) / 2
    const band = findBand(holding, middle)
    return band ? [{ from, to, charge: exactRow(band) }] : []
  })
  return {
    from: Float64Array.from(pieces, ({ from }) => from),
    to: Float64Array.from(pieces, ({ to }) => to),
    charges: pieces.map(({ charge }) => charge),
  }
}

const endOf = ({ to }: MatrixRow) => to ?? Number.POSITIVE_INFINITY

/** The row with its lower edge as `from`, so that explanations of prices are exact. */
const exactRow = ({ row, edge }: BandInForce): MatrixRow => (row.from === edge ? row : { ...row, from: edge })

/**
 * Calculates the cost of a consignment: 'the primary costing covers the parcels from its fromParcel on, up to the one
 * before the secondary's fromParcel; the secondary the rest' (domain.md). If each parcel is charged by its own weight,
 * the heaviest come first. {@link NO_PRICE} if a parcel has no price.
 */
export function costOf(pricing: DayPricing, quantities: Quantities): Cost {
  const { count, gramsUpTo } = quantities
  const { primaryFrom, secondaryFrom, byWeight } = pricing
  const isSplit = secondaryFrom > 0 && count >= secondaryFrom
  const lastOfPrimary = isSplit ? secondaryFrom - 1 : count
  // No costing covers the parcels before the first one.
  if (primaryFrom > 1 && !(isSplit && secondaryFrom <= 1)) return NO_PRICE
  if (pricing.isEach) return costOfEach(pricing, quantities)
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

function costOfEach(pricing: DayPricing, quantities: Quantities): Cost {
  let cost = 0
  for (const { costing, quantity } of eachParcel(pricing, quantities)) {
    const charge = chargeOf(pricing[costing], quantity)
    if (!charge) return NO_PRICE
    cost += costOfQuantity(charge, quantity)
  }
  return cost
}

/** A quantity for a costing to charge, and the parcels that it belongs to. */
type ChargedQuantity = {
  readonly costing: 'primary' | 'secondary'
  readonly quantity: number
  readonly of: PriceGap['of']
}

/** Each parcel by its own weight, heaviest first. */
function eachParcel({ secondaryFrom }: DayPricing, quantities: Quantities): ChargedQuantity[] {
  return Array.from({ length: quantities.count }, (_, index) => gramsOfParcel(quantities, index))
    .toSorted((one, other) => other - one)
    .map((quantity, place) => ({ costing: costingAt(secondaryFrom, place), quantity, of: 'each' }))
}

const gramsOfParcel = ({ gramsUpTo }: Quantities, index: number) =>
  (gramsUpTo[index + 1] ?? 0) - (gramsUpTo[index] ?? 0)

const costingAt = (secondaryFrom: number, place: number) =>
  secondaryFrom > 0 && place + 1 >= secondaryFrom ? 'secondary' : 'primary'

/** Lists the quantities to charge; empty if no costing covers the first parcel. */
function chargedQuantities(pricing: DayPricing, quantities: Quantities): ChargedQuantity[] {
  const { primaryFrom, secondaryFrom, byWeight } = pricing
  const { count, gramsUpTo } = quantities
  const isSplit = secondaryFrom > 0 && count >= secondaryFrom
  if (primaryFrom > 1 && !(isSplit && secondaryFrom <= 1)) return []
  if (pricing.isEach) return eachParcel(pricing, quantities)
  const last = isSplit ? secondaryFrom - 1 : count
  const ofFirst = gramsUpTo[last] ?? 0
  const charged: ChargedQuantity[] = []
  if (last > 0) charged.push({ costing: 'primary', quantity: byWeight ? ofFirst : last, of: isSplit ? 'first' : 'all' })
  if (isSplit) {
    const quantity = byWeight ? (gramsUpTo[count] ?? 0) - ofFirst : count - last
    charged.push({ costing: 'secondary', quantity, of: last > 0 ? 'further' : 'all' })
  }
  return charged
}

/** The charge that one costing adds for its quantity. */
export type ChargeUsed = {
  readonly costing: 'primary' | 'secondary'
  readonly quantity: number
  readonly charge: Charge
  readonly cost: Cost
}

/** The charges that {@link costOf} adds up; empty if it gives {@link NO_PRICE}. */
export function chargesUsed(pricing: DayPricing, quantities: Quantities): readonly ChargeUsed[] {
  const used: ChargeUsed[] = []
  for (const { costing, quantity } of chargedQuantities(pricing, quantities)) {
    const charge = chargeOf(pricing[costing], quantity)
    if (!charge) return []
    used.push({ costing, quantity, charge, cost: costOfQuantity(charge, quantity) })
  }
  return used
}

/**
 * The cost that one parcel of a consignment (from 0) adds: the cost up to and including it, less the cost before it. If
 * each parcel is charged by its own weight, its own charge. Both costs are rounded to the currency's minor unit
 * (`penny`), so that parcels add up to the cost of the consignment. {@link NO_PRICE} without a price.
 */
export function costOfParcel(pricing: DayPricing, quantities: Quantities, index: number, penny: Cost): Cost {
  const { gramsUpTo } = quantities
  if (pricing.isEach) {
    const [used] = chargesOfParcel(pricing, quantities, index)
    return used ? roundToUnit(used.cost, penny) : NO_PRICE
  }
  const upTo = costOf(pricing, { count: index + 1, gramsUpTo })
  const before = index === 0 ? 0 : costOf(pricing, { count: index, gramsUpTo })
  return upTo === NO_PRICE || before === NO_PRICE ? NO_PRICE : roundToUnit(upTo, penny) - roundToUnit(before, penny)
}

/** The charges behind a parcel's cost: those of all parcels up to it, or its own; empty without a price. */
export function chargesOfParcel(pricing: DayPricing, quantities: Quantities, index: number): readonly ChargeUsed[] {
  if (!pricing.isEach) return chargesUsed(pricing, { count: index + 1, gramsUpTo: quantities.gramsUpTo })
  if (pricing.primaryFrom > 1) return []
  const quantity = gramsOfParcel(quantities, index)
  const costing = costingAt(pricing.secondaryFrom, placeOf(quantities, index))
  const charge = chargeOf(pricing[costing], quantity)
  return charge ? [{ costing, quantity, charge, cost: costOfQuantity(charge, quantity) }] : []
}

/** The position of a parcel (from 0) if sorted heaviest first; parcels of equal weight keep their order. */
function placeOf(quantities: Quantities, index: number): number {
  const own = gramsOfParcel(quantities, index)
  let place = 0
  for (let other = 0; other < quantities.count; other++) {
    const grams = gramsOfParcel(quantities, other)
    if (grams > own || (grams === own && other < index)) place++
  }
  return place
}

/** A quantity without a price: grams by weight, otherwise parcels. No band covers the range from `from` to `to`. */
export type PriceGap = {
  readonly byWeight: boolean
  readonly quantity: number
  /** The end of the band below; 0 if there is none. */
  readonly from: number
  /** By weight the start of the next band, otherwise the last parcel before it; null above the last band. */
  readonly to: number | null
  /** The parcels of the quantity: all, the primary or secondary costing's, or one if each is charged. */
  readonly of: 'all' | 'first' | 'further' | 'each'
}

/**
 * Finds the quantity that lies between or above the bands in force. undefined if the consignment has a price, or if the
 * reason is different: nothing is in force, or nothing covers the first parcel.
 */
export function priceGap(pricing: DayPricing, quantities: Quantities): PriceGap | undefined {
  for (const { costing, quantity, of } of chargedQuantities(pricing, quantities)) {
    const gap = gapAt(pricing[costing], pricing.byWeight, quantity, of)
    if (gap) return gap
  }
  return undefined
}

/** Lists every quantity without a band, each once. `isAll` is false if prices are missing for another reason too. */
export function priceGaps(
  pricing: DayPricing,
  quantities: Quantities,
): {
  readonly gaps: readonly (PriceGap & { readonly costing: ChargedQuantity['costing']; readonly isSplit: boolean })[]
  readonly isAll: boolean
} {
  const charged = chargedQuantities(pricing, quantities)
  const isSplit = new Set(charged.map(({ costing }) => costing)).size > 1
  const gaps = charged.flatMap(({ costing, quantity, of }) => {
    const gap = gapAt(pricing[costing], pricing.byWeight, quantity, of)
    return gap ? [{ ...gap, costing, isSplit }] : []
  })
  const once = gaps.filter(
    ({ costing, quantity }, at) =>
      gaps.findIndex((other) => other.costing === costing && other.quantity === quantity) === at,
  )
  return {
    gaps: once,
    isAll: charged.length > 0 && charged.every(({ costing }) => pricing[costing].charges.length > 0),
  }
}

function gapAt(bands: Bands, byWeight: boolean, quantity: number, of: PriceGap['of']): PriceGap | undefined {
  if (bands.charges.length === 0 || chargeOf(bands, quantity)) return undefined
  const from = bands.to.findLast((to) => to < quantity) ?? 0
  const next = bands.from.find((edge) => edge >= quantity)
  // The band above a gap covers its first gram: its edge lies just below.
  return { byWeight, quantity, from, to: next === undefined ? null : byWeight ? next + 1 : next, of }
}

/** Finds the charge of the band that covers a quantity. */
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

/** Builds running totals from the parcels' weights in grams. */
export function quantitiesOf(grams: readonly number[]): Quantities {
  const gramsUpTo = new Float64Array(grams.length + 1)
  for (let index = 0; index < grams.length; index++)
    gramsUpTo[index + 1] = (gramsUpTo[index] ?? 0) + (grams[index] ?? 0)
  return { count: grams.length, gramsUpTo }
}
