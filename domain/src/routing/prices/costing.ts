import type { Day } from '../../calendar/day.ts'
import { lowerEdges } from './band-steps.ts'

/** Ten-thousandths of the currency's main unit, like Money but as a number: exact up to 900,000 million. */
export type Cost = number

/** Higher than any cost. */
export const NO_COST: Cost = Number.POSITIVE_INFINITY

/** Specification 9: 'KG for pricing method 'By Weight Matrix', blank for 'None', otherwise 'Parcel'.' */
export const PRICING_METHODS = ['By Weight Matrix', 'By Parcel', 'None'] as const
export type PricingMethod = (typeof PRICING_METHODS)[number]

/** What a weight matrix weighs: all parcels of a consignment together, or each parcel. */
export const CHARGED_FOR = ['consignment', 'parcel'] as const
export type ChargedFor = (typeof CHARGED_FOR)[number]

/** The label of a pricing method's unit. */
export function unitLabel(method: PricingMethod): 'KG' | 'Parcel' | '' {
  if (method === 'None') return ''
  return method === 'By Weight Matrix' ? 'KG' : 'Parcel'
}

/**
 * The charge for a quantity: `baseCost`, plus `incrementalCost` for every started `increment` beyond `incrementStart`.
 * Quantities are grams by weight, otherwise parcels. An increment of 0 adds nothing.
 */
export type Charge = {
  readonly baseCost: Cost
  readonly incrementalCost: Cost
  readonly incrementStart: number
  readonly increment: number
}

/**
 * A printed row of a costing matrix: the charge for quantities from `from` up to and including `to` (null: open-ended),
 * and when it applies. `lowerEdges` defines the exact quantities.
 */
export type MatrixRow = Charge & {
  readonly chargeID: string
  readonly from: number
  readonly to: number | null
  /** In force from this day until a later row of the same quantities starts; null: from the start. */
  readonly effectiveFrom: Day | null
  /** In force only on these days, both included, with priority over rows from a day on. */
  readonly effectiveBetween: { readonly from: Day; readonly to: Day } | null
}

/** Whether a band covers anything: carriers also print bands of a single quantity, '1-1'. */
export const isBand = (from: number, to: number | null): boolean => to === null || (from <= to && to > 0)

/** A costing. If it has a matrix, only its rows determine the cost. */
export type Costing = Charge & {
  /** The first parcel that it covers, counted from 1. */
  readonly fromParcel: number
  readonly costingMatrix: readonly MatrixRow[]
}

/** The prices of a method. */
export type Pricing = {
  readonly pricingMethod: PricingMethod
  /** Only for 'By Weight Matrix'; default: the consignment. */
  readonly chargedFor?: ChargedFor | undefined
  readonly primaryCosting: Costing | null
  readonly secondaryCosting: Costing | null
}

/**
 * Whether each parcel is charged by its own weight: the heaviest by the primary costing, up to the number that it
 * covers.
 */
export const isForEachParcel = ({ pricingMethod, chargedFor }: Pick<Pricing, 'pricingMethod' | 'chargedFor'>) =>
  pricingMethod === 'By Weight Matrix' && chargedFor === 'parcel'

/** domain.md, Cost: 'baseCost plus incrementalCost for every started increment beyond incrementStart'. */
export function costOfQuantity(charge: Charge, quantity: number): Cost {
  const beyond = quantity - charge.incrementStart
  if (beyond <= 0 || charge.increment <= 0) return charge.baseCost
  return charge.baseCost + charge.incrementalCost * Math.ceil(beyond / charge.increment)
}

export function isInForce(
  { effectiveFrom, effectiveBetween }: Pick<MatrixRow, 'effectiveFrom' | 'effectiveBetween'>,
  day: Day,
): boolean {
  if (effectiveBetween) return effectiveBetween.from <= day && day <= effectiveBetween.to
  return effectiveFrom === null || effectiveFrom <= day
}

/** Whether one row in force has priority: rows between dates first, then the later start. */
function goesBefore(one: MatrixRow, other: MatrixRow): boolean {
  const isBetween = (row: MatrixRow) => row.effectiveBetween !== null
  if (isBetween(one) !== isBetween(other)) return isBetween(one)
  const beginning = (row: MatrixRow) => row.effectiveBetween?.from ?? row.effectiveFrom ?? ''
  if (beginning(one) !== beginning(other)) return beginning(one) > beginning(other)
  return one.chargeID < other.chargeID
}

/** Whether a quantity is above the lower edge of a band; the first band, from 0, includes 0. */
export const isAbove = (quantity: number, edge: number) => quantity > edge || edge === 0

/** A row in force on a day. It covers quantities above `edge` up to and including its `to`. */
export type BandInForce = { readonly row: MatrixRow; readonly edge: number }

/** The rows of a matrix in force on a day, with their lower edges. */
export function bandsInForce(rows: readonly MatrixRow[], day: Day, byWeight: boolean): BandInForce[] {
  const inForce = rows.filter((row) => isInForce(row, day))
  const edges = lowerEdges(inForce, byWeight)
  return inForce.map((row, index) => ({ row, edge: edges[index] ?? row.from }))
}

/** Finds the band for a quantity; undefined if none covers it. */
export function findBand(bands: readonly BandInForce[], quantity: number): BandInForce | undefined {
  let found: BandInForce | undefined
  for (const band of bands) {
    const { row, edge } = band
    const isOfQuantity = isAbove(quantity, edge) && (row.to === null || quantity <= row.to)
    if (isOfQuantity && (!found || goesBefore(row, found.row))) found = band
  }
  return found
}

/** Finds the row for a quantity on a day; undefined if none covers it. */
export function rowInForce(
  rows: readonly MatrixRow[],
  quantity: number,
  day: Day,
  byWeight: boolean,
): MatrixRow | undefined {
  return findBand(bandsInForce(rows, day, byWeight), quantity)?.row
}

/** Before any real day. */
const FIRST_DAY: Day = '0001-01-01'

/** The rows of a matrix for people: `from` is replaced by the lower edge on the row's first day. */
export function exactRows(rows: readonly MatrixRow[], byWeight: boolean): MatrixRow[] {
  const beginsOn = ({ effectiveFrom, effectiveBetween }: MatrixRow) =>
    effectiveBetween?.from ?? effectiveFrom ?? FIRST_DAY
  const edges = new Map<MatrixRow, number>()
  for (const day of new Set(rows.map(beginsOn)))
    for (const { row, edge } of bandsInForce(rows, day, byWeight)) if (beginsOn(row) === day) edges.set(row, edge)
  return rows.map((row) => ({ ...row, from: edges.get(row) ?? row.from }))
}
