import { addDays, type Day } from '../../calendar/day.ts'
import { changeDays } from './band-steps.ts'
import { type DayPricing, pricingOn } from './compile-pricing.ts'
import { addPiece, type CostPiece, costsAt, costSteps, reachOf, sortedOnce } from './cost-curve.ts'
import { type Cost, isForEachParcel, type MatrixRow, type Pricing, type PricingMethod } from './costing.ts'
import { isSameJson } from '../../text/same-json.ts'
import { isPriced, NO_PRICING, pricesInUse, type PublishedPrices, rowsMissing } from './holds-from.ts'

/**
 * A change of the price of quantities above `from` up to and including `to`; null is no price. Grams by weight,
 * otherwise parcels.
 */
export type PriceChange = {
  /** The first changed day; null if every day before today changes. */
  readonly day: Day | null
  readonly from: number
  readonly to: number
  readonly before: Cost | null
  readonly after: Cost | null
  /**
   * What the price is for. Missing: a consignment, which by weight has one parcel. 'further': only the parcels of the
   * secondary costing. A number: that many parcels of equal weight.
   */
  readonly of?: 'further' | number
}

/** Two prices to compare, and what they are for: see {@link PriceChange}. */
export type ComparedPrices = {
  readonly before: Pricing
  readonly after: Pricing
  readonly of?: PriceChange['of']
  readonly reach: number
}

/** The common unit of two prices: weight if either uses weight. */
export function comparedMethod(before: Pricing, after: Pricing): PricingMethod {
  const methods = [after, before].filter(isPriced).map(({ pricingMethod }) => pricingMethod)
  return methods.find((method) => method === 'By Weight Matrix') ?? methods[0] ?? 'None'
}

/** Numbers of parcels to compare if the two prices use different units. */
const SOME_PARCELS: readonly number[] = [2, 3, 5, 10]
/** If only one price has a secondary costing, this many parcels beyond its first one are compared too. */
const FURTHER = 9

/**
 * Lists the comparisons that reveal every difference: consignments by quantity, the secondary costing separately, and
 * consignments of several parcels if the two prices cover parcels differently.
 */
export function comparisons(before: Pricing, after: Pricing): ComparedPrices[] {
  const priced = [before, after].filter(isPriced)
  const inWeight = comparedMethod(before, after) === 'By Weight Matrix'
  const whole = { before, after, reach: reachOf(priced) }
  if (priced.length < 2) return [whole, ...(isPriced(before) ? secondaryAlone(before, after) : [])]
  const isOtherUnit = before.pricingMethod !== after.pricingMethod
  const starts = priced.flatMap(({ secondaryCosting }) => secondaryCosting?.fromParcel ?? [])
  const counts = isOtherUnit
    ? [...SOME_PARCELS, ...starts, ...starts.map((start) => start + FURTHER), ...lastParcels(priced)]
    : inWeight && coverOf(before) !== coverOf(after)
      ? starts.flatMap((start) => [start - 1, start, start + FURTHER])
      : []
  const several = [...new Set(counts)].filter((count) => count > 1).toSorted((one, other) => one - other)
  return [
    whole,
    ...(isOtherUnit ? [] : secondaryAlone(before, after)),
    ...several.map((of) => ({ before, after, of, reach: whole.reach })),
  ]
}

/** Compares the secondary costings separately, unless one price has none and its primary costing covers all parcels. */
function secondaryAlone(before: Pricing, after: Pricing): ComparedPrices[] {
  const [was, is] = [secondaryPricing(before), isPriced(after) ? secondaryPricing(after) : after]
  if (!was || !is) return []
  return [{ before: was, after: is, of: 'further', reach: reachOf([was, is].filter(isPriced)) }]
}

/** The secondary costing as a price of its own; undefined if there is none. */
export function secondaryPricing(pricing: Pricing): Pricing | undefined {
  const { secondaryCosting } = pricing
  if (!secondaryCosting || !isPriced(pricing)) return undefined
  return { ...pricing, primaryCosting: { ...secondaryCosting, fromParcel: 1 }, secondaryCosting: null }
}

/** Identifies the parcels that each costing covers. */
const coverOf = ({ primaryCosting, secondaryCosting }: Pricing) =>
  `${primaryCosting?.fromParcel} ${secondaryCosting?.fromParcel ?? ''}`

/** The last numbers of parcels with a price, and the numbers after them. */
const lastParcels = (pricings: readonly Pricing[]): number[] =>
  pricings
    .filter(({ pricingMethod }) => pricingMethod === 'By Parcel')
    .flatMap(({ primaryCosting }) => {
      const ends = (primaryCosting?.costingMatrix ?? []).flatMap(({ to }) => to ?? [])
      const last = Math.max(0, ...ends)
      return last > 0 ? [last, last + 1] : []
    })

/**
 * The number of rows to compare in all, counted for each day: enough for a matrix of 300 rows that all start and end on
 * different days.
 */
const MAX_ROWS_LOOKED_AT = 300_000

const rowsOf = ({ primaryCosting, secondaryCosting }: Pricing) =>
  [primaryCosting, secondaryCosting].flatMap((costing) => costing?.costingMatrix ?? [])
const daysOf = (rows: readonly MatrixRow[]) => [...new Set(changeDays(rows))].toSorted()
const mostDays = (rows: readonly unknown[]) => Math.ceil(MAX_ROWS_LOOKED_AT / Math.max(1, rows.length))

/**
 * Lists the days after today on which prices change. If there are too many, only days on which differing rows change.
 */
function daysOfChanges([before, after]: readonly [Pricing, Pricing], today: Day): Day[] {
  const [was, is] = [rowsOf(before), rowsOf(after)]
  const most = mostDays([...was, ...is])
  const ahead = (rows: readonly MatrixRow[]) => daysOf(rows).filter((day) => day > today)
  const all = ahead([...was, ...is])
  return all.length <= most ? all : ahead([...rowsMissing(was, is), ...rowsMissing(is, was)]).slice(0, most)
}

/** Lists today and the later days on which either price charges differently from the day before. */
export function findChangeDays([before, after]: readonly [Pricing, Pricing], today: Day, pricesOn: PricesOn): Day[] {
  let last: readonly [DayPricing | undefined, DayPricing | undefined] | undefined
  return [today, ...daysOfChanges([before, after], today)].filter((day) => {
    const on = [pricesOn(before, day), pricesOn(after, day)] as const
    if (last && chargesAlike(last[0], on[0]) && chargesAlike(last[1], on[1])) return false
    last = on
    return true
  })
}

type Past = { readonly today: Day; readonly holdsFrom: Day | null }

/**
 * Past days from `from` (null: all earlier days) to `to` without a change in between, and the prices that applied to
 * them.
 */
type PastStretch = { readonly from: Day | null; readonly to: Day; readonly before: Pricing }
/** Past days whose prices change, and the changes. */
export type ChangedStretch = PastStretch & { readonly changes: readonly PriceChange[] }

/**
 * Finds past days that the new prices apply to and for which they charge differently from the prices `published` for
 * those days, in order. If there are too many, the last ones.
 */
export function findPastChanges(
  published: readonly PublishedPrices[],
  after: Pricing,
  { pricesOn, ...when }: Past & { readonly pricesOn: PricesOn },
): ChangedStretch[] {
  const compared = new Map<Pricing, readonly ComparedPrices[]>()
  const changed: ChangedStretch[] = []
  let rows = 0
  for (const stretch of pastStretches(published, after, when).toReversed()) {
    const { from, to, before } = stretch
    // Limit the work by the rows compared on each day, not by the number of published prices.
    rows += rowsOf(before).length + rowsOf(after).length
    if (rows > MAX_ROWS_LOOKED_AT) break
    if (chargesAlike(pricesOn(before, to), pricesOn(after, to))) continue
    const all = compared.get(before) ?? comparisons(before, after)
    compared.set(before, all)
    const changes = all
      .flatMap((prices) => comparePricesOn(prices, to, pricesOn).changes)
      .map((change) => ({ ...change, day: from }))
    if (changes.length > 0) changed.push({ ...stretch, changes })
  }
  return changed.toReversed()
}

/** Lists the past stretches of days that the new prices apply to, in order. */
function pastStretches(
  published: readonly PublishedPrices[],
  after: Pricing,
  { today, holdsFrom }: Past,
): PastStretch[] {
  // Sorted by first day.
  const inUse = pricesInUse([{ pricing: NO_PRICING, holdsFrom: null }, ...published])
  return inUse.flatMap(({ pricing: before, holdsFrom: since }, at) => {
    const next = inUse[at + 1]?.holdsFrom ?? today
    const end = next < today ? next : today
    const begin = (since ?? '') < (holdsFrom ?? '') ? holdsFrom : since
    if (begin !== null && begin >= end) return []
    const changes = daysOf([...rowsOf(before), ...rowsOf(after)]).filter((day) => day > (begin ?? '') && day < end)
    return [begin, ...changes].map((from, index) => ({ from, to: addDays(changes[index] ?? end, -1), before }))
  })
}

/** Whether compiled prices of two days charge the same. */
function chargesAlike(one: DayPricing | undefined, other: DayPricing | undefined): boolean {
  if (!one || !other) return one === other
  const { primary, secondary, ...rest } = one
  const { primary: otherPrimary, secondary: otherSecondary, ...otherRest } = other
  return isSameJson(rest, otherRest) && isAlike(primary, otherPrimary) && isAlike(secondary, otherSecondary)
}

type Bands = DayPricing['primary']
const isAlike = (one: Bands, other: Bands) =>
  one.charges.length === other.charges.length &&
  one.charges.every((charge, at) => {
    const beside = other.charges[at]
    return (
      one.from[at] === other.from[at] &&
      one.to[at] === other.to[at] &&
      charge.baseCost === beside?.baseCost &&
      charge.incrementalCost === beside.incrementalCost &&
      charge.incrementStart === beside.incrementStart &&
      charge.increment === beside.increment
    )
  })

/** Gives the compiled prices of a day. */
export type PricesOn = (pricing: Pricing, day: Day) => DayPricing | undefined

/** Compiles the prices of each day once for all comparisons. */
export function pricesByDay(): PricesOn {
  const days = new Map<Pricing, Map<Day, DayPricing | undefined>>()
  return (pricing, day) => {
    const of = days.get(pricing) ?? new Map<Day, DayPricing | undefined>()
    days.set(pricing, of)
    if (!of.has(day)) of.set(day, pricingOn(pricing, day))
    return of.get(day)
  }
}

/** Compares two prices on a day: the stretches of quantities that change, and the curve of the new price. */
export function comparePricesOn(
  { before, after, of, reach }: ComparedPrices,
  day: Day,
  pricesOn: PricesOn,
): { readonly changes: readonly PriceChange[]; readonly after: readonly CostPiece[] } {
  const inWeight = comparedMethod(before, after) === 'By Weight Matrix'
  const parcels = typeof of === 'number' ? of : 1
  const what = { most: reach, inWeight, parcels }
  const [was, is] = [pricesOn(before, day), pricesOn(after, day)]
  // Both prices are evaluated at the same quantities, so that equal prices never seem to differ.
  const edges = sortedOnce([...costSteps(was, what), ...costSteps(is, what)])
  const [costsBefore, costsAfter] = [costsAt(was, edges, what), costsAt(is, edges, what)]
  const changes: PriceChange[] = []
  const pieces: CostPiece[] = []
  let from = 0
  for (const [index, to] of edges.entries()) {
    const costs = { before: costsBefore[index] ?? null, after: costsAfter[index] ?? null }
    addPiece(pieces, { from, to, cost: costs.after })
    const last = changes.at(-1)
    if (costs.before !== costs.after) {
      if (last && last.to === from && last.before === costs.before && last.after === costs.after)
        changes[changes.length - 1] = { ...last, to }
      else changes.push({ day, from, to, ...costs, ...(of !== undefined && { of }) })
    }
    from = to
  }
  return { changes, after: pieces }
}

/** Whether the weight that counts changes between each parcel and all parcels together. */
export const isChargedOtherwise = (before: Pricing, after: Pricing) =>
  isPriced(before) && before.pricingMethod === after.pricingMethod && isForEachParcel(before) !== isForEachParcel(after)
