import { type Day, formatDayShort } from '../../calendar/day.ts'
import { roundMoney } from '../../money/minor-units.ts'
import { parcelText } from '../allocation/telling.ts'
import {
  changedPast,
  comparedMethod,
  comparedOn,
  comparisons,
  daysAhead,
  furtherOf,
  isChargedOtherwise,
  type PriceChange,
  pricesByDay,
} from './compared-prices.ts'
import { type CostPiece, curveOf, reachOf } from './cost-curve.ts'
import { costOfParcels } from './cost-of-one-parcel.ts'
import { type Cost, isForEachParcel, type Pricing, type PricingMethod } from './costing.ts'
import { isPriced, type PublishedPrices, usualHoldsFrom } from './holds-from.ts'
import { costLabel, quantityText } from './price-text.ts'

/** What looks wrong in prices that are to be saved. */
export type PriceWarning =
  | {
      readonly kind: 'heavier-is-cheaper'
      /** Of the further parcels alone. */
      readonly isFurther: boolean
      readonly day: Day
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
  | { readonly kind: 'in-the-past'; readonly day: Day }
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
 * What saving prices would change against those in force, from today on, and what looks wrong in it, in the days before today
 * too that they hold for. Where none are in force, they are compared with the last ones that the method had. It is the same
 * for who saves and for who is asked to look first.
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
  const changes = looked.flatMap(({ perDay }) => changesToTell(perDay))
  const past = isPriced(before) ? changedPast(published, after, { today, holdsFrom, pricesOn }) : undefined
  const steeper = [
    ...steep('much-dearer', changes, isBack, ({ before: was, after: is }) => is - was),
    ...steep('much-cheaper', changes, isBack, ({ before: was, after: is }) => was - is),
  ]
  return {
    changes,
    method: comparedMethod(before, after),
    isOtherUnit: isPriced(before) && isPriced(after) && before.pricingMethod !== after.pricingMethod,
    warnings: [
      ...(isBack ? [] : gone(changes)),
      ...secondaryGone(before, after, { today, changes }),
      ...chargedOtherwise(before, after, today),
      ...cheaperWhereHeavier(after, days, (of, isFurther, day) => {
        const found = looked.find(
          ({ prices }) =>
            prices.of === (isFurther ? 'further' : undefined) &&
            comparedMethod(prices.before, prices.after) === of.pricingMethod,
        )
        const known = found?.perDay.find((one) => one.day === day)
        return known?.after ?? curveOf(pricesOn(of, day), reachOf([of]))
      }),
      ...steeper,
      ...(past === undefined ? [] : [{ kind: 'in-the-past', day: past } as const]),
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

/** What begins later is listed once: a stretch that changes just as it did the day before is none of its own. */
function changesToTell(perDay: readonly { readonly changes: readonly PriceChange[] }[]): PriceChange[] {
  const nameOf = ({ from, to, before, after }: PriceChange) => `${from} ${to} ${before} ${after}`
  let told = new Set<string>()
  return perDay.flatMap(({ changes }) => {
    const before = told
    told = new Set(changes.map(nameOf))
    return changes.filter((change) => !before.has(nameOf(change)))
  })
}

/** Of the days looked at, the first on which a heavier quantity costs less than a lighter one: where it falls the most. */
function cheaperWhereHeavier(
  pricing: Pricing,
  days: readonly Day[],
  curveFor: (of: Pricing, isFurther: boolean, day: Day) => readonly CostPiece[],
): PriceWarning[] {
  const further = furtherOf(pricing)
  for (const day of days)
    for (const [of, isFurther] of [[pricing, false] as const, ...(further ? [[further, true] as const] : [])]) {
      const worst = worstFall(curveFor(of, isFurther, day))
      if (worst) return [{ kind: 'heavier-is-cheaper', isFurther, day, ...worst }]
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

/** 'up to 3 parcels', 'above 0.25 kg up to 1 kg', '3 parcels of up to 2 kg each': the quantities of a change. */
export function stretchText(method: PricingMethod, { from, to, of }: Pick<PriceChange, 'from' | 'to' | 'of'>): string {
  const upTo = `up to ${quantityText(method, to)}`
  const stretch = from === 0 ? upTo : `above ${quantityText(method, from)} ${upTo}`
  if (of === undefined) return stretch
  return of === 'further' ? `further parcels, ${stretch},` : `${parcelText(of)} of ${stretch} each`
}

const NO_PRICE = 'no price'
/** '£4.20', in a currency, or that there is no price. */
export const priceLabel = (cost: Cost | null, currency: string) =>
  cost === null ? NO_PRICE : costLabel(cost, currency)

/** '+26%', '-60%': how far a price goes; '' where one of the two is none. */
export function shareText({ before, after }: Pick<PriceChange, 'before' | 'after'>): string {
  if (before === null || after === null || before === 0) return ''
  const percent = Math.round(((after - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`
}

/** A warning in words: what looks wrong, with its figures. */
export function priceWarningText(method: PricingMethod, warning: PriceWarning, currency: string): string {
  const label = (cost: Cost | null) => priceLabel(cost, currency)
  if (warning.kind === 'in-the-past')
    return `It changes the past too: what was despatched on ${formatDayShort(warning.day)} is priced otherwise, and ‘Judge again’ judges open rows of that day by it.`
  const due = (cost: Cost | null) => label(cost === null ? null : roundMoney(cost, currency))
  if (warning.kind === 'charged-otherwise' || warning.kind === 'no-secondary') {
    const what =
      warning.kind === 'no-secondary'
        ? `The secondary costing goes, from parcel ${warning.parcels} on`
        : warning.isEach
          ? 'Each parcel is charged by its own weight'
          : 'Parcels are charged by their weight together'
    const weight = method === 'By Weight Matrix' ? ` of ${quantityText(method, warning.grams)}` : ''
    return `${what}: ${parcelText(warning.parcels)}${weight} go from ${due(warning.before)} to ${due(warning.after)}.`
  }
  if (warning.kind === 'heavier-is-cheaper') {
    const { lighter, heavier, cost, heavierCost, day, isFurther } = warning
    const cheaper = method === 'By Weight Matrix' ? 'Heavier is cheaper' : 'More parcels are cheaper'
    const more = isFurther ? `${cheaper} among further parcels` : cheaper
    return `${more}: ${quantityText(method, heavier)} costs ${label(heavierCost)}, and ${quantityText(method, lighter)} ${label(cost)} (from ${formatDayShort(day)}).`
  }
  const { change, count } = warning
  if (warning.kind === 'no-price') {
    const more = count > 1 ? ` ${count} prices go.` : ''
    return `No price any more: ${stretchText(method, change)} costs ${label(change.before)} now, and has no price from ${formatDayShort(change.day)} on.${more}`
  }
  const many = count > 1 ? ` ${count} prices change by more than a quarter.` : ''
  const [was, is] = [label(change.before), label(change.after)]
  const goes = warning.isBack
    ? `cost ${was} when it last had a price, and costs ${is} now`
    : `goes from ${was} to ${is}`
  return `More than a quarter ${warning.kind === 'much-dearer' ? 'dearer' : 'cheaper'}: ${stretchText(method, change)} ${goes} (${shareText(change)}).${many}`
}
