import type { Day } from '../../calendar/day.ts'
import { isSameJson } from '../../text/same-json.ts'
import { type Costing, isInForce, type MatrixRow, type Pricing } from './costing.ts'

/** No price at all. */
export const NO_PRICING: Pricing = { pricingMethod: 'None', primaryCosting: null, secondaryCosting: null }

/** Whether there is a price at all. */
export const isPriced = ({ pricingMethod, primaryCosting }: Pricing) =>
  pricingMethod !== 'None' && primaryCosting !== null

/** Prices of a method as they were published, with the first day that they hold for; null is every day. */
export type PublishedPrices = { readonly pricing: Pricing; readonly holdsFrom: Day | null }

/** Whether prices hold on a day: of those of a method that do, the ones that were published last say what it costs. */
export const holdsOn = ({ holdsFrom }: Pick<PublishedPrices, 'holdsFrom'>, day: Day) =>
  holdsFrom === null || holdsFrom <= day

/**
 * Of published prices, in order of publication, those that still say what some day costs: of the others, what was published later
 * holds on all of their days.
 */
export function pricesInUse<Prices extends PublishedPrices>(published: readonly Prices[]): Prices[] {
  return published.filter(({ holdsFrom }, at) =>
    published.slice(at + 1).every((later) => later.holdsFrom !== null && (holdsFrom ?? '') < later.holdsFrom),
  )
}

/**
 * The first day that prices hold for where nobody says which: the earliest day on which a row begins that was added or
 * changed, or taken away where another row takes its place; a row without a day begins today. Without such a row it is today.
 * Null, for every day, where `before` is null: the method never had a price. `today` is the operator's.
 */
export function usualHoldsFrom(before: Pricing | null, after: Pricing, today: Day): Day | null {
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

/** The rows that others have not; ids do not count. */
export function rowsMissing(rows: readonly MatrixRow[], from: readonly MatrixRow[]): MatrixRow[] {
  const there = Map.groupBy(from, quantity)
  const isAlike = (one: MatrixRow, other: MatrixRow) => isSameJson({ ...one, chargeID: '' }, { ...other, chargeID: '' })
  return rows.filter((row) => !there.get(quantity(row))?.some((other) => isAlike(row, other)))
}

const quantity = ({ from, to }: MatrixRow) => `${from} ${to}`
