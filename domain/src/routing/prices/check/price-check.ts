import { addDays, type Day, LAST_DAY } from '../../../calendar/day.ts'
import {
  findPastChanges,
  type ChangedStretch,
  comparedMethod,
  comparePricesOn,
  comparisons,
  findChangeDays,
  secondaryPricing,
  isChargedOtherwise,
  type PriceChange,
  pricesByDay,
} from '../compared-prices.ts'
import { type CostPiece, curveOf, reachOf } from '../cost-curve.ts'
import { costOfParcels } from '../cost-of-one-parcel.ts'
import { type Cost, isForEachParcel, type Pricing, type PricingMethod } from '../costing.ts'
import { isPriced, type PublishedPrices, defaultHoldsFrom } from '../holds-from.ts'

/** A warning about prices before they are saved. */
export type PriceWarning =
  | {
      readonly kind: 'heavier-is-cheaper'
      /** Only the further parcels. */
      readonly isFurther: boolean
      /** The first day that it applies to; null if it applies to every day before today. */
      readonly day: Day | null
      readonly lighter: number
      readonly cost: Cost
      readonly heavier: number
      readonly heavierCost: Cost
    }
  /** A price rises or falls by more than a quarter: the largest of `count` changes. */
  | {
      readonly kind: 'much-dearer' | 'much-cheaper'
      readonly change: PriceChange
      readonly count: number
      /** Compared with the method's last prices, because none are in force. */
      readonly isBack: boolean
    }
  /** Quantities lose their price: the first of `count` stretches. */
  | { readonly kind: 'no-price'; readonly change: PriceChange; readonly count: number }
  /**
   * Prices of past days change, from the first day (null: all earlier days) to the last; null if the change continues.
   */
  | {
      readonly kind: 'in-the-past'
      readonly from: Day | null
      readonly to: Day | null
      /** Some days in between do not change. */
      readonly hasGaps: boolean
    }
  /** The secondary costing is removed: the cost of as many parcels as reach it, before and after. */
  | ({ readonly kind: 'no-secondary' } & CostOfSeveral)
  /** Each parcel is now charged by its own weight, or no longer: the cost of several parcels, before and after. */
  | ({ readonly kind: 'charged-otherwise'; readonly isEach: boolean } & CostOfSeveral)

/** The cost of parcels of equal weight on a day, before and after. */
type CostOfSeveral = {
  readonly day: Day
  readonly parcels: number
  readonly grams: number
  readonly before: Cost | null
  readonly after: Cost | null
}

export type PriceCheck = {
  readonly changes: readonly PriceChange[]
  readonly warnings: readonly PriceWarning[]
  /** The unit of all quantities: weight if either price uses weight. */
  readonly method: PricingMethod
  /** Whether the unit changes between weight and parcels: then prices are compared for parcels of equal weight. */
  readonly isOtherUnit: boolean
}

const QUARTER = 4

type When = {
  /** The operator's current day. */
  readonly today: Day
  /** The first day that the new prices apply to; undefined is the default. */
  readonly holdsFrom?: Day | null | undefined
  /** All prices published for the method, in order; without them the prices before apply to every day. */
  readonly published?: readonly PublishedPrices[]
}

/**
 * Finds what saving prices would change and what looks wrong, from the first changed day on. Past days are compared
 * with the prices that applied to them, other days with the current prices or, if there are none, with the method's
 * last ones. The preview and the save use the same result.
 */
export function checkPrices(
  inForce: Pricing,
  after: Pricing,
  { today, holdsFrom: requestedHoldsFrom, published = [{ pricing: inForce, holdsFrom: null }] }: When,
): PriceCheck {
  const before = pricesBefore(inForce, after, published)
  const isBack = before !== inForce
  const holdsFrom =
    requestedHoldsFrom === undefined
      ? defaultHoldsFrom(isPriced(before) ? before : null, after, today)
      : requestedHoldsFrom
  const pricesOn = pricesByDay()
  const days = findChangeDays([before, after], today, pricesOn)
  const compared = comparisons(before, after)
  const looked = compared.map((prices) => ({
    prices,
    perDay: days.map((day) => ({ day, ...comparePricesOn(prices, day, pricesOn) })),
  }))
  const past = isPriced(before) ? findPastChanges(published, after, { today, holdsFrom, pricesOn }) : []
  const method = comparedMethod(before, after)
  // Changes in another unit cannot be listed with the others.
  const listed = past.filter((stretch) => comparedMethod(stretch.before, after) === method)
  const fromToday = days.map((day, at) => ({
    from: day,
    to: addDays(days[at + 1] ?? LAST_DAY, -1),
    changes: looked.flatMap(({ perDay }) => perDay[at]?.changes ?? []),
  }))
  const { changes, ahead } = changesToTell([...listed, ...fromToday], today)
  const steeper = [
    ...steep('much-dearer', ahead, isBack, ({ before: was, after: is }) => is - was),
    ...steep('much-cheaper', ahead, isBack, ({ before: was, after: is }) => was - is),
  ]
  return {
    changes,
    method,
    isOtherUnit: isPriced(before) && isPriced(after) && before.pricingMethod !== after.pricingMethod,
    warnings: [
      ...(isBack ? [] : gone(ahead)),
      ...secondaryGone(before, after, { today, changes: ahead }),
      ...chargedOtherwise(before, after, today),
      ...cheaperWhereHeavier(after, [...past, ...fromToday], (of, isFurther, day) => {
        const found = looked.find(
          ({ prices }) =>
            prices.of === (isFurther ? 'further' : undefined) &&
            comparedMethod(prices.before, prices.after) === of.pricingMethod,
        )
        const known = found?.perDay.find((one) => one.day === day)
        return known?.after ?? curveOf(pricesOn(of, day), reachOf([of]))
      }),
      ...steeper,
      ...inThePast(past, today, isBack || fromToday[0]?.changes.length !== 0),
    ],
  }
}

/** The prices to compare with: the current ones or, if there are none, the method's last ones. */
function pricesBefore(inForce: Pricing, after: Pricing, published: readonly PublishedPrices[]): Pricing {
  if (isPriced(inForce) || !isPriced(after)) return inForce
  return published.findLast(({ pricing }) => isPriced(pricing))?.pricing ?? inForce
}

const isGone = ({ before, after }: PriceChange) => before !== null && after === null
/** Whether a price changes by more than a quarter. */
const isSteep = ({ before, after }: PriceChange) =>
  before !== null && after !== null && Math.abs(after - before) * QUARTER > before

function gone(changes: readonly PriceChange[]): PriceWarning[] {
  const found = changes.filter(isGone)
  const [first] = found
  return first ? [{ kind: 'no-price', change: first, count: found.length }] : []
}

/** The example for a change of what is weighed: several parcels of one kilogram. */
const SEVERAL = 3
const KILOGRAM = 1000

function chargedOtherwise(before: Pricing, after: Pricing, day: Day): PriceWarning[] {
  if (!isChargedOtherwise(before, after)) return []
  const of = (pricing: Pricing) =>
    costOfParcels(
      pricing,
      day,
      Array.from({ length: SEVERAL }, () => KILOGRAM),
    )
  return [
    {
      kind: 'charged-otherwise',
      day,
      isEach: isForEachParcel(after),
      parcels: SEVERAL,
      grams: KILOGRAM,
      before: of(before),
      after: of(after),
    },
  ]
}

/** Reports a removed secondary costing, unless another warning covers its parcels. */
function secondaryGone(
  before: Pricing,
  after: Pricing,
  { today, changes }: { readonly today: Day; readonly changes: readonly PriceChange[] },
): PriceWarning[] {
  const { secondaryCosting } = before
  if (!secondaryCosting || !isPriced(before) || !isPriced(after) || after.secondaryCosting) return []
  const { fromParcel } = secondaryCosting
  const isOfFurther = ({ of, to }: PriceChange) =>
    typeof of === 'number' ? of >= fromParcel : before.pricingMethod === 'By Parcel' && to >= fromParcel
  if (changes.some((change) => isOfFurther(change) && (isGone(change) || isSteep(change)))) return []
  const parcels = Array.from({ length: fromParcel }, () => KILOGRAM)
  const [was, is] = [costOfParcels(before, today, parcels), costOfParcels(after, today, parcels)]
  return [{ kind: 'no-secondary', day: today, parcels: fromParcel, grams: KILOGRAM, before: was, after: is }]
}

/**
 * Lists the changes of stretches of days in order, each once with its first day. A change that continues from the day
 * before is not repeated. `ahead` has those of today and later.
 */
function changesToTell(
  stretches: readonly Omit<ChangedStretch, 'before'>[],
  today: Day,
): { readonly changes: PriceChange[]; readonly ahead: PriceChange[] } {
  const nameOf = ({ of, from, to, before, after }: PriceChange) => `${of} ${from} ${to} ${before} ${after}`
  const all = new Set<PriceChange>()
  const ahead = new Set<PriceChange>()
  let last = new Map<string, PriceChange>()
  let next: Day | undefined
  for (const { from, to, changes } of stretches) {
    const before = from === next ? last : undefined
    last = new Map(changes.map((change) => [nameOf(change), before?.get(nameOf(change)) ?? change]))
    next = addDays(to, 1)
    for (const change of last.values()) {
      all.add(change)
      if (to >= today) ahead.add(change)
    }
  }
  // Consignments come first, then further parcels, then numbers of parcels.
  const place = ({ of }: PriceChange) => (of === undefined ? 0 : of === 'further' ? 1 : of)
  const inOrder = (of: ReadonlySet<PriceChange>) => [...of].toSorted((one, other) => place(one) - place(other))
  return { changes: inOrder(all), ahead: inOrder(ahead) }
}

/** Reports changed past days; the change continues if it also applies today (`isSoToday`). */
function inThePast(past: readonly ChangedStretch[], today: Day, isSoToday: boolean): PriceWarning[] {
  const [first, last] = [past[0], past.at(-1)]
  if (!first || !last) return []
  const goesOn = isSoToday && addDays(last.to, 1) === today
  const hasGaps = past.some(({ to }, at) => past[at + 1] !== undefined && past[at + 1]?.from !== addDays(to, 1))
  return [{ kind: 'in-the-past', from: first.from, to: goesOn ? null : last.to, hasGaps }]
}

/** Finds the first day on which a heavier quantity costs less than a lighter one, and the largest such fall. */
function cheaperWhereHeavier(
  pricing: Pricing,
  stretches: readonly Pick<ChangedStretch, 'from' | 'to'>[],
  curveFor: (of: Pricing, isFurther: boolean, day: Day) => readonly CostPiece[],
): PriceWarning[] {
  const further = secondaryPricing(pricing)
  for (const { from, to } of stretches)
    for (const [of, isFurther] of [[pricing, false] as const, ...(further ? [[further, true] as const] : [])]) {
      const worst = worstFall(curveFor(of, isFurther, from ?? to))
      if (worst) return [{ kind: 'heavier-is-cheaper', isFurther, day: from, ...worst }]
    }
  return []
}

type Fall = Pick<Extract<PriceWarning, { kind: 'heavier-is-cheaper' }>, 'lighter' | 'cost' | 'heavier' | 'heavierCost'>

function worstFall(pieces: readonly CostPiece[]): Fall | undefined {
  let dearest: { to: number; cost: Cost } | undefined
  let worst: Fall | undefined
  for (const { to, cost } of pieces) {
    if (cost === null) continue
    if (!dearest || cost >= dearest.cost) dearest = { to, cost }
    else if (!worst || dearest.cost - cost > worst.cost - worst.heavierCost)
      worst = { lighter: dearest.to, cost: dearest.cost, heavier: to, heavierCost: cost }
  }
  return worst
}

type Priced = PriceChange & { before: Cost; after: Cost }

function steep(
  kind: 'much-dearer' | 'much-cheaper',
  changes: readonly PriceChange[],
  isBack: boolean,
  by: (change: Priced) => Cost,
): PriceWarning[] {
  const found = changes.filter(
    (change): change is Priced =>
      change.before !== null && change.after !== null && by(change as Priced) * QUARTER > change.before,
  )
  const share = (change: Priced) => (change.before === 0 ? Number.POSITIVE_INFINITY : by(change) / change.before)
  const [worst] = found.toSorted((one, other) => share(other) - share(one))
  return worst ? [{ kind, change: worst, count: found.length, isBack }] : []
}
