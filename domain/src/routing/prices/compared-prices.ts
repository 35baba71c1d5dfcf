import { addDays, type Day } from '../../calendar/day.ts'
import { changeDays } from './band-steps.ts'
import { type DayPricing, pricingOn } from './compile-pricing.ts'
import { addPiece, type CostPiece, costsAt, costSteps, reachOf, sortedOnce } from './cost-curve.ts'
import { type Cost, isForEachParcel, type MatrixRow, type Pricing, type PricingMethod } from './costing.ts'
import { isSameJson } from '../../text/same-json.ts'
import { isPriced, NO_PRICING, pricesInUse, type PublishedPrices, rowsMissing } from './holds-from.ts'

/** Quantities above `from` up to and with `to` that cost something else from a day on; null is no price. Grams by weight, parcels otherwise. */
export type PriceChange = {
  /** The first day that is priced so; null where every day before today is. */
  readonly day: Day | null
  readonly from: number
  readonly to: number
  readonly before: Cost | null
  readonly after: Cost | null
  /**
   * What costs it: without it a consignment, which by weight is one parcel; 'further' is what follows the parcels of the
   * primary costing, by itself; a number is so many parcels that weigh as much each.
   */
  readonly of?: 'further' | number
}

/** Two prices that are compared, and what is priced by them: see {@link PriceChange}. */
export type ComparedPrices = {
  readonly before: Pricing
  readonly after: Pricing
  readonly of?: PriceChange['of']
  readonly reach: number
}

/** The unit that compared prices count in: weights where one of them does. */
export function comparedMethod(before: Pricing, after: Pricing): PricingMethod {
  const methods = [after, before].filter(isPriced).map(({ pricingMethod }) => pricingMethod)
  return methods.find((method) => method === 'By Weight Matrix') ?? methods[0] ?? 'None'
}

/** Parcels in a consignment whose prices are compared where methods count in different units. */
const SOME_PARCELS: readonly number[] = [2, 3, 5, 10]
/** So many parcels beyond the first of a secondary costing are looked at too, where it is in one of two prices alone. */
const FURTHER = 9

/**
 * All that has to be looked at so that every price that differs is seen: a consignment by its quantity, the secondary
 * costing by itself, and consignments of several parcels where the two cover parcels otherwise.
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

/** The secondary costings of both by themselves; nothing where one has none, and primary costings cover all. */
function secondaryAlone(before: Pricing, after: Pricing): ComparedPrices[] {
  const [was, is] = [furtherOf(before), isPriced(after) ? furtherOf(after) : after]
  if (!was || !is) return []
  return [{ before: was, after: is, of: 'further', reach: reachOf([was, is].filter(isPriced)) }]
}

/** Prices whose secondary costing alone charges; undefined where there is none. */
export function furtherOf(pricing: Pricing): Pricing | undefined {
  const { secondaryCosting } = pricing
  if (!secondaryCosting || !isPriced(pricing)) return undefined
  return { ...pricing, primaryCosting: { ...secondaryCosting, fromParcel: 1 }, secondaryCosting: null }
}

/** Which parcels each costing covers. */
const coverOf = ({ primaryCosting, secondaryCosting }: Pricing) =>
  `${primaryCosting?.fromParcel} ${secondaryCosting?.fromParcel ?? ''}`

/** The last numbers of parcels that have a price, and those after them. */
const lastParcels = (pricings: readonly Pricing[]): number[] =>
  pricings
    .filter(({ pricingMethod }) => pricingMethod === 'By Parcel')
    .flatMap(({ primaryCosting }) => {
      const ends = (primaryCosting?.costingMatrix ?? []).flatMap(({ to }) => to ?? [])
      const last = Math.max(0, ...ends)
      return last > 0 ? [last, last + 1] : []
    })

/** So many rows are looked at in all, once for each day: the days of a matrix of 300 rows, each row of which begins and ends by itself. */
const MAX_ROWS_LOOKED_AT = 300_000

const rowsOf = ({ primaryCosting, secondaryCosting }: Pricing) =>
  [primaryCosting, secondaryCosting].flatMap((costing) => costing?.costingMatrix ?? [])
const daysOf = (rows: readonly MatrixRow[]) => [...new Set(changeDays(rows))].toSorted()
const mostDays = (rows: readonly unknown[]) => Math.ceil(MAX_ROWS_LOOKED_AT / Math.max(1, rows.length))

/** The days after today on which prices change; of more than can be looked at, those on which rows of one alone do. */
function daysOfChanges([before, after]: readonly [Pricing, Pricing], today: Day): Day[] {
  const [was, is] = [rowsOf(before), rowsOf(after)]
  const most = mostDays([...was, ...is])
  const ahead = (rows: readonly MatrixRow[]) => daysOf(rows).filter((day) => day > today)
  const all = ahead([...was, ...is])
  return all.length <= most ? all : ahead([...rowsMissing(was, is), ...rowsMissing(is, was)]).slice(0, most)
}

/** Today and the days ahead on which one of two pricings charges something else than the day before. */
export function daysAhead([before, after]: readonly [Pricing, Pricing], today: Day, pricesOn: PricesOn): Day[] {
  let last: readonly [DayPricing | undefined, DayPricing | undefined] | undefined
  return [today, ...daysOfChanges([before, after], today)].filter((day) => {
    const on = [pricesOn(before, day), pricesOn(after, day)] as const
    if (last && chargesAlike(last[0], on[0]) && chargesAlike(last[1], on[1])) return false
    last = on
    return true
  })
}

type Past = { readonly today: Day; readonly holdsFrom: Day | null }

/** Days before today, `from` (null: every day before) up to and with `to`, on which nothing changes, and what cost on them so far. */
type PastStretch = { readonly from: Day | null; readonly to: Day; readonly before: Pricing }
/** Such days that are priced otherwise, and how. */
export type ChangedStretch = PastStretch & { readonly changes: readonly PriceChange[] }

/**
 * The days before today that prices hold for and on which they charge something else than those of `published` (in order of
 * publication) that hold on them so far, the first ones first. Of more than can be looked at, the last ones.
 */
export function changedPast(
  published: readonly PublishedPrices[],
  after: Pricing,
  { pricesOn, ...when }: Past & { readonly pricesOn: PricesOn },
): ChangedStretch[] {
  const compared = new Map<Pricing, readonly ComparedPrices[]>()
  const changed: ChangedStretch[] = []
  let rows = 0
  for (const stretch of pastStretches(published, after, when).toReversed()) {
    const { from, to, before } = stretch
    // However many prices were published before these, a day costs what is compared on it.
    rows += rowsOf(before).length + rowsOf(after).length
    if (rows > MAX_ROWS_LOOKED_AT) break
    if (chargesAlike(pricesOn(before, to), pricesOn(after, to))) continue
    const all = compared.get(before) ?? comparisons(before, after)
    compared.set(before, all)
    const changes = all
      .flatMap((prices) => comparedOn(prices, to, pricesOn).changes)
      .map((change) => ({ ...change, day: from }))
    if (changes.length > 0) changed.push({ ...stretch, changes })
  }
  return changed.toReversed()
}

/** The stretches of days before today that prices hold for, the first one first. */
function pastStretches(
  published: readonly PublishedPrices[],
  after: Pricing,
  { today, holdsFrom }: Past,
): PastStretch[] {
  // Each begins later than the one before it.
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

/** Whether prices that are ready for their days charge all the same. */
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

/** The prices of a day, ready to be asked. */
export type PricesOn = (pricing: Pricing, day: Day) => DayPricing | undefined

/** Makes the prices of each day ready once, for all that is compared on it. */
export function pricesByDay(): PricesOn {
  const days = new Map<Pricing, Map<Day, DayPricing | undefined>>()
  return (pricing, day) => {
    const of = days.get(pricing) ?? new Map<Day, DayPricing | undefined>()
    days.set(pricing, of)
    if (!of.has(day)) of.set(day, pricingOn(pricing, day))
    return of.get(day)
  }
}

/** What quantities cost on a day by the prices that are to be saved, and the stretches of them that cost something else. */
export function comparedOn(
  { before, after, of, reach }: ComparedPrices,
  day: Day,
  pricesOn: PricesOn,
): { readonly changes: readonly PriceChange[]; readonly after: readonly CostPiece[] } {
  const inWeight = comparedMethod(before, after) === 'By Weight Matrix'
  const parcels = typeof of === 'number' ? of : 1
  const what = { most: reach, inWeight, parcels }
  const [was, is] = [pricesOn(before, day), pricesOn(after, day)]
  // Both are asked at the same places, so that what is the same in both never seems to differ.
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

/** Whether what is weighed changes: each parcel by itself, or all of them together. */
export const isChargedOtherwise = (before: Pricing, after: Pricing) =>
  isPriced(before) && before.pricingMethod === after.pricingMethod && isForEachParcel(before) !== isForEachParcel(after)
