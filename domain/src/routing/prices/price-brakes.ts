import { type Day, formatDayShort } from '../../calendar/day.ts'
import { parcelText } from '../allocation/telling.ts'
import {
  comparedOn,
  comparedDays,
  comparedMethod,
  comparisons,
  furtherOf,
  isChargedOtherwise,
  type PriceChange,
  pricesByDay,
} from './compared-prices.ts'
import { type CostPiece, curveOf, reachOf } from './cost-curve.ts'
import { costOfParcels } from './cost-of-one-parcel.ts'
import { type Cost, isForEachParcel, type Pricing, type PricingMethod } from './costing.ts'
import { isPriced, usualHoldsFrom } from './holds-from.ts'
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
  | { readonly kind: 'much-dearer' | 'much-cheaper'; readonly change: PriceChange; readonly count: number }
  /** What had a price has none any more: the first of so many stretches. */
  | { readonly kind: 'no-price'; readonly change: PriceChange; readonly count: number }
  | { readonly kind: 'in-the-past'; readonly day: Day }
  /** Each parcel is charged by its own weight, or no longer: what a consignment of several costs on a day before and after. */
  | {
      readonly kind: 'charged-otherwise'
      readonly day: Day
      readonly isEach: boolean
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

/** The operator's day, and the first day that prices are to hold for; undefined is the usual one. */
type When = { readonly today: Day; readonly holdsFrom?: Day | null | undefined }

/**
 * What saving prices would change against those in force, from today on, and what looks wrong in it, in the days before today
 * too that they hold for. It is the same for who saves and for who is asked to look first.
 */
export function priceBrakes(
  before: Pricing,
  after: Pricing,
  { today, holdsFrom = usualHoldsFrom(isPriced(before) ? before : null, after, today) }: When,
): PriceBrakes {
  const days = comparedDays([before, after], { today, holdsFrom })
  const compared = comparisons(before, after)
  const pricesOn = pricesByDay()
  const looked = compared.map((prices) => ({
    prices,
    perDay: days.ahead.map((day) => ({ day, ...comparedOn(prices, day, pricesOn) })),
  }))
  const changes = looked.flatMap(({ perDay }) => changesToTell(perDay))
  const past = days.past.find((day) => compared.some((prices) => comparedOn(prices, day, pricesOn).changes.length > 0))
  return {
    changes,
    method: comparedMethod(before, after),
    isOtherUnit: isPriced(before) && isPriced(after) && before.pricingMethod !== after.pricingMethod,
    // The first prices of a method take nothing back.
    warnings: [
      ...gone(changes),
      ...chargedOtherwise(before, after, today),
      ...cheaperWhereHeavier(after, days.ahead, (of, isFurther, day) => {
        const found = looked.find(
          ({ prices }) =>
            prices.of === (isFurther ? 'further' : undefined) &&
            comparedMethod(prices.before, prices.after) === of.pricingMethod,
        )
        const known = found?.perDay.find((one) => one.day === day)
        return known?.after ?? curveOf(pricesOn(of, day), reachOf([of]))
      }),
      ...steep('much-dearer', changes, ({ before: was, after: is }) => is - was),
      ...steep('much-cheaper', changes, ({ before: was, after: is }) => was - is),
      ...(past === undefined || !isPriced(before) ? [] : [{ kind: 'in-the-past', day: past } as const]),
    ],
  }
}

function gone(changes: readonly PriceChange[]): PriceWarning[] {
  const found = changes.filter(({ before, after }) => before !== null && after === null)
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
  by: (change: Priced) => Cost,
): PriceWarning[] {
  const found = changes.filter(
    (change): change is Priced =>
      change.before !== null && change.after !== null && by(change as Priced) * QUARTER > change.before,
  )
  const share = (change: Priced) => (change.before === 0 ? Number.POSITIVE_INFINITY : by(change) / change.before)
  const [worst] = found.toSorted((one, other) => share(other) - share(one))
  return worst ? [{ kind, change: worst, count: found.length }] : []
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
export const priceLabel = (cost: Cost | null, currency?: string) =>
  cost === null ? NO_PRICE : costLabel(cost, currency)

/** '+26%', '-60%': how far a price goes; '' where one of the two is none. */
export function shareText({ before, after }: Pick<PriceChange, 'before' | 'after'>): string {
  if (before === null || after === null || before === 0) return ''
  const percent = Math.round(((after - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`
}

/** A warning in words: what looks wrong, with its figures. */
export function priceWarningText(method: PricingMethod, warning: PriceWarning, currency?: string): string {
  const label = (cost: Cost | null) => priceLabel(cost, currency)
  if (warning.kind === 'in-the-past')
    return `It changes the past too: what was despatched on ${formatDayShort(warning.day)} is priced otherwise, and ‘Judge again’ judges open rows of that day by it.`
  if (warning.kind === 'charged-otherwise') {
    const what = warning.isEach
      ? 'Each parcel is charged by its own weight'
      : 'Parcels are charged by their weight together'
    return `${what}: ${parcelText(warning.parcels)} of ${quantityText(method, warning.grams)} go from ${label(warning.before)} to ${label(warning.after)}.`
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
  return `More than a quarter ${warning.kind === 'much-dearer' ? 'dearer' : 'cheaper'}: ${stretchText(method, change)} goes from ${label(change.before)} to ${label(change.after)} (${shareText(change)}).${many}`
}
