import type { Day } from '../../calendar/day.ts'
import { lowerEdges } from './band-steps.ts'

/** Whole ten-thousandths of the main unit, as Money is, but in a number: exact up to 900,000 million pounds. */
export type Cost = number

/** More than anything costs. */
export const NO_COST: Cost = Number.POSITIVE_INFINITY

/** Specification 9: 'KG for pricing method 'By Weight Matrix', blank for 'None', otherwise 'Parcel'.' */
export const PRICING_METHODS = ['By Weight Matrix', 'By Parcel', 'None'] as const
export type PricingMethod = (typeof PRICING_METHODS)[number]

/** What the bands of a weight matrix weigh: the parcels of a consignment together, or each parcel by itself. */
export const CHARGED_FOR = ['consignment', 'parcel'] as const
export type ChargedFor = (typeof CHARGED_FOR)[number]

/** The unit that a pricing method counts in, as its label stands beside fields. */
export function unitLabel(method: PricingMethod): 'KG' | 'Parcel' | '' {
  if (method === 'None') return ''
  return method === 'By Weight Matrix' ? 'KG' : 'Parcel'
}

/**
 * What a quantity costs: `baseCost`, and `incrementalCost` for every started `increment` beyond `incrementStart`.
 * Quantities are grams by weight, parcels otherwise. An increment of 0 adds nothing.
 */
export type Charge = {
  readonly baseCost: Cost
  readonly incrementalCost: Cost
  readonly incrementStart: number
  readonly increment: number
}

/** A row of a costing matrix as it is printed: what quantities from `from` up to and with `to` cost (null: without end), and when; `lowerEdges` says exactly which. */
export type MatrixRow = Charge & {
  readonly chargeID: string
  readonly from: number
  readonly to: number | null
  /** In force from this day on, until a later row of the same quantities begins; null: from ever. */
  readonly effectiveFrom: Day | null
  /** In force on these days alone, both included, before what is in force from a day on. */
  readonly effectiveBetween: { readonly from: Day; readonly to: Day } | null
}

/** Whether a band of these ends holds anything: carriers print one of a single quantity too, '1-1'. */
export const isBand = (from: number, to: number | null): boolean => to === null || (from <= to && to > 0)

/** The charge of a costing; with a matrix its rows alone say what a quantity costs. */
export type Costing = Charge & {
  /** The first parcel of a consignment that it covers, counted from 1. */
  readonly fromParcel: number
  readonly costingMatrix: readonly MatrixRow[]
}

/** What a method costs. */
export type Pricing = {
  readonly pricingMethod: PricingMethod
  /** Of 'By Weight Matrix' alone; the consignment where it is not given. */
  readonly chargedFor?: ChargedFor | undefined
  readonly primaryCosting: Costing | null
  readonly secondaryCosting: Costing | null
}

/** Whether each parcel is charged by its own weight: the heaviest by the primary costing, as many as it covers. */
export const isForEachParcel = ({ pricingMethod, chargedFor }: Pick<Pricing, 'pricingMethod' | 'chargedFor'>) =>
  pricingMethod === 'By Weight Matrix' && chargedFor === 'parcel'

/** domain.md, Cost: 'baseCost plus incrementalCost for every started increment beyond incrementStart'. */
export function costOfQuantity(charge: Charge, quantity: number): Cost {
  const beyond = quantity - charge.incrementStart
  if (beyond <= 0 || charge.increment <= 0) return charge.baseCost
  return charge.baseCost + charge.incrementalCost * Math.ceil(beyond / charge.increment)
}

/** Whether a row is in force on a day. */
export function isInForce(
  { effectiveFrom, effectiveBetween }: Pick<MatrixRow, 'effectiveFrom' | 'effectiveBetween'>,
  day: Day,
): boolean {
  if (effectiveBetween) return effectiveBetween.from <= day && day <= effectiveBetween.to
  return effectiveFrom === null || effectiveFrom <= day
}

/** Whether one row in force goes before another: between dates before from a day on, then the later begun. */
function goesBefore(one: MatrixRow, other: MatrixRow): boolean {
  const isBetween = (row: MatrixRow) => row.effectiveBetween !== null
  if (isBetween(one) !== isBetween(other)) return isBetween(one)
  const beginning = (row: MatrixRow) => row.effectiveBetween?.from ?? row.effectiveFrom ?? ''
  if (beginning(one) !== beginning(other)) return beginning(one) > beginning(other)
  return one.chargeID < other.chargeID
}

/** Whether a quantity is beyond the lower edge of a band; the first band, from 0, holds 0 too. */
export const isAbove = (quantity: number, edge: number) => quantity > edge || edge === 0

/** A row in force on a day: it holds what is above `edge` up to and with its `to`. */
export type BandInForce = { readonly row: MatrixRow; readonly edge: number }

/** The rows of a matrix that are in force on a day, each with what it holds; `byWeight` as the pricing method counts. */
export function bandsInForce(rows: readonly MatrixRow[], day: Day, byWeight: boolean): BandInForce[] {
  const inForce = rows.filter((row) => isInForce(row, day))
  const edges = lowerEdges(inForce, byWeight)
  return inForce.map((row, index) => ({ row, edge: edges[index] ?? row.from }))
}

/** The band that says what a quantity costs; undefined where none does. */
export function bandOf(bands: readonly BandInForce[], quantity: number): BandInForce | undefined {
  let found: BandInForce | undefined
  for (const band of bands) {
    const { row, edge } = band
    const isOfQuantity = isAbove(quantity, edge) && (row.to === null || quantity <= row.to)
    if (isOfQuantity && (!found || goesBefore(row, found.row))) found = band
  }
  return found
}

/** The row of a matrix that says what a quantity costs on a day; undefined where none does. */
export function rowInForce(
  rows: readonly MatrixRow[],
  quantity: number,
  day: Day,
  byWeight: boolean,
): MatrixRow | undefined {
  return bandOf(bandsInForce(rows, day, byWeight), quantity)?.row
}

/** Before all days that anyone writes. */
const FIRST_DAY: Day = '0001-01-01'

/** The rows of a matrix for people: each with its lower edge, of the day on which it begins, in place of its printed `from`. */
export function exactRows(rows: readonly MatrixRow[], byWeight: boolean): MatrixRow[] {
  const beginsOn = ({ effectiveFrom, effectiveBetween }: MatrixRow) =>
    effectiveBetween?.from ?? effectiveFrom ?? FIRST_DAY
  const edges = new Map<MatrixRow, number>()
  for (const day of new Set(rows.map(beginsOn)))
    for (const { row, edge } of bandsInForce(rows, day, byWeight)) if (beginsOn(row) === day) edges.set(row, edge)
  return rows.map((row) => ({ ...row, from: edges.get(row) ?? row.from }))
}
