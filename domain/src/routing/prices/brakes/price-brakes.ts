import { addDays, type Day, LAST_DAY } from '../../../calendar/day.ts'
import {
  changedPast,
  type ChangedStretch,
  comparedMethod,
  comparedOn,
  comparisons,
  daysAhead,
  furtherOf,
  isChargedOtherwise,
  type PriceChange,
  pricesByDay,
} from '../compared-prices.ts'
import { type CostPiece, curveOf, reachOf } from '../cost-curve.ts'
import { costOfParcels } from '../cost-of-one-parcel.ts'
import { type Cost, isForEachParcel, type Pricing, type PricingMethod } from '../costing.ts'
import { isPriced, type PublishedPrices, usualHoldsFrom } from '../holds-from.ts'

/** What looks wrong in prices that are to be saved. */
export type PriceWarning =
  | {
      readonly kind: 'heavier-is-cheaper'
      /** Of the further parcels alone. */
      readonly isFurther: boolean
      /** The first day on which it is so; null where every day before today is. */
      readonly day: Day | null
      readonly lighter: number
      readonly cost: Cost
      readonly heavier: number
      readonly heavierCost: Cost
    }
  /** More than a quarter up or down: the change that goes furthest, of so many. */
  | {
      readonly kind: 'much-dearer' | 'much-cheaper'
      readonly change: PriceChange
      readonly count: number
      /** Against the last prices that the method had: none are in force. */
      readonly isBack: boolean
    }
  /** What had a price has none any more: the first of so many stretches. */
  | { readonly kind: 'no-price'; readonly change: PriceChange; readonly count: number }
  /** Days before today are priced otherwise, from the first on (null: every day before) up to the last; null where it goes on. */
  | {
      readonly kind: 'in-the-past'
      readonly from: Day | null
      readonly to: Day | null
      /** Days between them stay as they are. */
      readonly hasGaps: boolean
    }
  /** The secondary costing goes: what so many parcels, the last of which it covered, cost on a day before and after. */
  | ({ readonly kind: 'no-secondary' } & CostOfSeveral)
  /** Each parcel is charged by its own weight, or no longer: what a consignment of several costs on a day before and after. */
  | ({ readonly kind: 'charged-otherwise'; readonly isEach: boolean } & CostOfSeveral)

/** What parcels that weigh as much each cost on a day, before and after. */
type CostOfSeveral = {
  readonly day: Day
  readonly parcels: number
  readonly grams: number
  readonly before: Cost | null
  readonly after: Cost | null
}

export type PriceBrakes = {
  readonly changes: readonly PriceChange[]
  readonly warnings: readonly PriceWarning[]
  /** What the quantities of both count in: weights where one of two prices does. */
  readonly method: PricingMethod
  /** Whether weights become parcels or the other way round: they are compared for parcels of the same weight. */
  readonly isOtherUnit: boolean
}

const QUARTER = 4

type When = {
  /** The operator's day. */
  readonly today: Day
  /** The first day that the prices are to hold for; undefined is the usual one. */
  readonly holdsFrom?: Day | null | undefined
  /** All prices that the method had, in order of publication; without them, those before hold for every day. */
  readonly published?: readonly PublishedPrices[]
}

/**
 * What saving prices would change, from the first day that is priced otherwise, and what looks wrong in it. Days before today
 * are compared with what held on them, the others with the prices in force, or where there are none with the last that the
 * method had. It is the same for who saves and for who is asked to look first.
 */
export function priceBrakes(
  inForce: Pricing,
  after: Pricing,
  { today, holdsFrom: given, published = [{ pricing: inForce, holdsFrom: null }] }: When,
): PriceBrakes {
  const before = pricesBefore(inForce, after, published)
  const isBack = before !== inForce
  const holdsFrom = given === undefined ? usualHoldsFrom(isPriced(before) ? before : null, after, today) : given
  const pricesOn = pricesByDay()
  const days = daysAhead([before, after], today, pricesOn)
  const compared = comparisons(before, after)
  const looked = compared.map((prices) => ({
    prices,
    perDay: days.map((day) => ({ day, ...comparedOn(prices, day, pricesOn) })),
  }))
  const past = isPriced(before) ? changedPast(published, after, { today, holdsFrom, pricesOn }) : []
  const method = comparedMethod(before, after)
  // What is not counted in the same unit cannot be listed beside the rest.
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

/** The prices that others are compared with: those in force, or where there are none, the last that the method had. */
function pricesBefore(inForce: Pricing, after: Pricing, published: readonly PublishedPrices[]): Pricing {
  if (isPriced(inForce) || !isPriced(after)) return inForce
  return published.findLast(({ pricing }) => isPriced(pricing))?.pricing ?? inForce
}

const isGone = ({ before, after }: PriceChange) => before !== null && after === null
/** Whether a price goes up or down by more than a quarter. */
const isSteep = ({ before, after }: PriceChange) =>
  before !== null && after !== null && Math.abs(after - before) * QUARTER > before

function gone(changes: readonly PriceChange[]): PriceWarning[] {
  const found = changes.filter(isGone)
  const [first] = found
  return first ? [{ kind: 'no-price', change: first, count: found.length }] : []
}

/** What is compared where it changes what is weighed: so many parcels of a kilogram. */
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

/** A secondary costing that goes, where no other warning tells what its parcels cost then. */
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
 * Changes of stretches of days, the first ones first: each once, with the first day that is priced so. What changes just as it did
 * the day before is no change of its own. `ahead` are those of today and later.
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
  // A consignment as it is comes first, then the further parcels by themselves, then so many parcels.
  const place = ({ of }: PriceChange) => (of === undefined ? 0 : of === 'further' ? 1 : of)
  const inOrder = (of: ReadonlySet<PriceChange>) => [...of].toSorted((one, other) => place(one) - place(other))
  return { changes: inOrder(all), ahead: inOrder(ahead) }
}

/** That days before today are priced otherwise, and which; today too where it goes on (`isSoToday`). */
function inThePast(past: readonly ChangedStretch[], today: Day, isSoToday: boolean): PriceWarning[] {
  const [first, last] = [past[0], past.at(-1)]
  if (!first || !last) return []
  const goesOn = isSoToday && addDays(last.to, 1) === today
  const hasGaps = past.some(({ to }, at) => past[at + 1] !== undefined && past[at + 1]?.from !== addDays(to, 1))
  return [{ kind: 'in-the-past', from: first.from, to: goesOn ? null : last.to, hasGaps }]
}

/** Of the days looked at, the first on which a heavier quantity costs less than a lighter one: where it falls the most. */
function cheaperWhereHeavier(
  pricing: Pricing,
  stretches: readonly Pick<ChangedStretch, 'from' | 'to'>[],
  curveFor: (of: Pricing, isFurther: boolean, day: Day) => readonly CostPiece[],
): PriceWarning[] {
  const further = furtherOf(pricing)
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
