import type { Day } from '../../calendar/day.ts'
import { isSameJson } from '../../text/same-json.ts'
import { type Costing, isInForce, type MatrixRow, type Pricing } from './costing.ts'

/** A method without prices. */
export const NO_PRICING: Pricing = { pricingMethod: 'None', primaryCosting: null, secondaryCosting: null }

/** Whether a method has any price. */
export const isPriced = ({ pricingMethod, primaryCosting }: Pricing) =>
  pricingMethod !== 'None' && primaryCosting !== null

/** Published prices with the first day that they apply to; null is every day. */
export type PublishedPrices = { readonly pricing: Pricing; readonly holdsFrom: Day | null }

/** Whether prices apply to a day. The last published ones that do determine the cost. */
export const appliesOn = ({ holdsFrom }: Pick<PublishedPrices, 'holdsFrom'>, day: Day) =>
  holdsFrom === null || holdsFrom <= day

/**
 * Keeps the published prices (in order) that determine the cost of some day; the others are superseded on all of their
 * days.
 */
export function pricesInUse<Prices extends PublishedPrices>(published: readonly Prices[]): Prices[] {
  return published.filter(({ holdsFrom }, at) =>
    published.slice(at + 1).every((later) => later.holdsFrom !== null && (holdsFrom ?? '') < later.holdsFrom),
  )
}

/**
 * The default first day of new prices: the earliest first day of the rows that were added, changed or replaced; today
 * for rows without a day, or if no row changes. null (every day) if the method never had a price, i.e. `before` is
 * null. `today` is the operator's.
 */
export function defaultHoldsFrom(before: Pricing | null, after: Pricing, today: Day): Day | null {
  if (!before) return null
  const days = [
    ...changedDays(before.primaryCosting, after.primaryCosting, today),
    ...changedDays(before.secondaryCosting, after.secondaryCosting, today),
  ]
  return days.reduce((first, day) => (day < first ? day : first), days[0] ?? today)
}

function changedDays(before: Costing | null, after: Costing | null, today: Day): Day[] {
  const [was, is] = [before?.costingMatrix ?? [], after?.costingMatrix ?? []]
  const firstDay = ({ effectiveFrom, effectiveBetween }: MatrixRow) => effectiveBetween?.from ?? effectiveFrom ?? today
  const inPlace = Map.groupBy(is, quantity)
  const replaced = rowsMissing(was, is).filter((row) =>
    inPlace.get(quantity(row))?.some((other) => isInForce(other, firstDay(row))),
  )
  return [...replaced, ...rowsMissing(is, was)].map(firstDay)
}

/** The rows that are not in `from`, ignoring ids. */
export function rowsMissing(rows: readonly MatrixRow[], from: readonly MatrixRow[]): MatrixRow[] {
  const there = Map.groupBy(from, quantity)
  const isAlike = (one: MatrixRow, other: MatrixRow) => isSameJson({ ...one, chargeID: '' }, { ...other, chargeID: '' })
  return rows.filter((row) => !there.get(quantity(row))?.some((other) => isAlike(row, other)))
}

const quantity = ({ from, to }: MatrixRow) => `${from} ${to}`
