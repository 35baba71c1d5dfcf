import { addDays, type Day, formatDayShort } from '../../calendar/day.ts'
import { changeDays } from './band-steps.ts'
import { costCurve, type CostPiece, reachOf } from './cost-curve.ts'
import { costOfParcels } from './cost-of-one-parcel.ts'
import { type Cost, isForEachParcel, type Pricing, type PricingMethod } from './costing.ts'
import { isPriced, usualHoldsFrom } from './holds-from.ts'
import { parcelText } from '../allocation/telling.ts'
import { costLabel, quantityText } from './price-text.ts'

/** Quantities above `from` up to and with `to` that cost something else from a day on; null is no price. Grams by weight, parcels otherwise. */
export type PriceChange = {
  readonly day: Day
  readonly from: number
  readonly to: number
  readonly before: Cost | null
  readonly after: Cost | null
}

/** What looks wrong in prices that are to be saved. */
export type PriceWarning =
  | {
      readonly kind: 'heavier-is-cheaper'
      readonly day: Day
      readonly lighter: number
      readonly cost: Cost
      readonly heavier: number
      readonly heavierCost: Cost
    }
  /** More than a quarter up or down: the change that goes furthest, of so many. */
  | { readonly kind: 'much-dearer' | 'much-cheaper'; readonly change: PriceChange; readonly count: number }
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
  /** Whether weights become parcels or the other way round, so that nothing can be compared. */
  readonly isOtherUnit: boolean
}

/** So many days are looked at: today, and those on which something changes next; and as many of the past. */
const MAX_DAYS = 3
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
  const isOtherUnit = isPriced(before) && isPriced(after) && before.pricingMethod !== after.pricingMethod
  const days = comparedDays([before, after], { today, holdsFrom })
  const reach = reachOf([before, after].filter(isPriced))
  const changesOn = (day: Day) => (isOtherUnit ? [] : changedOn({ before, after }, day, reach))
  const perDay = days.ahead.map(changesOn)
  // What begins later is told once: a stretch that changes just as it did the day before is none of its own.
  const changes = perDay.flatMap((found, at) => found.filter((change) => !isToldBy(perDay[at - 1] ?? [], change)))
  const past = days.past.find((day) => isOtherUnit || changesOn(day).length > 0)
  return {
    changes,
    isOtherUnit,
    // The first prices of a method take nothing back.
    warnings: [
      ...chargedOtherwise(before, after, today),
      ...cheaperWhereHeavier(after, days.ahead),
      ...steep('much-dearer', changes, ({ before: was, after: is }) => is - was),
      ...steep('much-cheaper', changes, ({ before: was, after: is }) => was - is),
      ...(past === undefined || !isPriced(before) ? [] : [{ kind: 'in-the-past', day: past } as const]),
    ],
  }
}

/** What is compared where it changes what is weighed: so many parcels of a kilogram. */
const SEVERAL = 3
const KILOGRAM = 1000

function chargedOtherwise(before: Pricing, after: Pricing, day: Day): PriceWarning[] {
  const isEach = isForEachParcel(after)
  if (isForEachParcel(before) === isEach || !isPriced(before) || before.pricingMethod !== after.pricingMethod) return []
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
      isEach,
      parcels: SEVERAL,
      grams: KILOGRAM,
      before: of(before),
      after: of(after),
    },
  ]
}

/** Today and the days ahead on which something changes; and days before today that count, one of each stretch, the last first. */
function comparedDays(
  pricings: readonly Pricing[],
  { today, holdsFrom }: { today: Day; holdsFrom: Day | null },
): { ahead: Day[]; past: Day[] } {
  const rows = pricings.flatMap(({ primaryCosting, secondaryCosting }) =>
    [primaryCosting, secondaryCosting].flatMap((costing) => costing?.costingMatrix ?? []),
  )
  const days = [...new Set(changeDays(rows))].toSorted()
  const yesterday = addDays(today, -1)
  const ahead = [today, ...days.filter((day) => day > today)].slice(0, MAX_DAYS)
  const ends = days.filter((day) => day <= today).map((day) => addDays(day, -1))
  const past = [...ends, yesterday].filter((day) => holdsFrom === null || day >= holdsFrom)
  return { ahead, past: [...new Set(past)].toSorted().toReversed().slice(0, MAX_DAYS) }
}

/** The stretches of quantities that cost something else on a day. */
function changedOn({ before, after }: { before: Pricing; after: Pricing }, day: Day, reach: number): PriceChange[] {
  const [was, is] = [costCurve(before, day, reach), costCurve(after, day, reach)]
  const changes: PriceChange[] = []
  let [at, beside, from] = [0, 0, 0]
  while (from < reach) {
    const [one, other] = [was[at], is[beside]]
    const to = Math.min(one?.to ?? reach, other?.to ?? reach)
    const costs = { before: one?.cost ?? null, after: other?.cost ?? null }
    const last = changes.at(-1)
    if (costs.before !== costs.after) {
      if (last && last.to === from && last.before === costs.before && last.after === costs.after)
        changes[changes.length - 1] = { ...last, to }
      else changes.push({ day, from, to, ...costs })
    }
    if ((one?.to ?? reach) <= to) at++
    if ((other?.to ?? reach) <= to) beside++
    from = to
  }
  return changes
}

const isToldBy = (told: readonly PriceChange[], { from, to, before, after }: PriceChange) =>
  told.some((one) => one.from === from && one.to === to && one.before === before && one.after === after)

/** Of the days looked at, the first on which a heavier quantity costs less than a lighter one: where it falls the most. */
function cheaperWhereHeavier(pricing: Pricing, days: readonly Day[]): PriceWarning[] {
  const reach = reachOf([pricing])
  for (const day of days) {
    let dearest: (CostPiece & { cost: Cost }) | undefined
    let worst: Extract<PriceWarning, { kind: 'heavier-is-cheaper' }> | undefined
    for (const { from, to, cost } of costCurve(pricing, day, reach)) {
      if (cost === null) continue
      if (!dearest || cost >= dearest.cost) dearest = { from, to, cost }
      else if (!worst || dearest.cost - cost > worst.cost - worst.heavierCost)
        worst = {
          kind: 'heavier-is-cheaper',
          day,
          lighter: dearest.to,
          cost: dearest.cost,
          heavier: to,
          heavierCost: cost,
        }
    }
    if (worst) return [worst]
  }
  return []
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

/** '0 to 0.25 kg', 'up to 3 parcels': a stretch of quantities. */
export function stretchText(method: PricingMethod, { from, to }: { from: number; to: number }): string {
  return from === 0
    ? `up to ${quantityText(method, to)}`
    : `above ${quantityText(method, from)} up to ${quantityText(method, to)}`
}

const NO_PRICE = 'no price'
/** '£4.20', or that there is no price. */
export const priceLabel = (cost: Cost | null) => (cost === null ? NO_PRICE : costLabel(cost))

/** '+26%', '-60%': how far a price goes; '' where one of the two is none. */
export function shareText({ before, after }: Pick<PriceChange, 'before' | 'after'>): string {
  if (before === null || after === null || before === 0) return ''
  const percent = Math.round(((after - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`
}

/** A warning in words: what looks wrong, with its figures. */
export function priceWarningText(method: PricingMethod, warning: PriceWarning): string {
  if (warning.kind === 'in-the-past')
    return `It changes the past too: what was despatched on ${formatDayShort(warning.day)} is priced otherwise, and ‘Judge again’ judges open rows of that day by it.`
  if (warning.kind === 'charged-otherwise') {
    const what = warning.isEach
      ? 'Each parcel is charged by its own weight'
      : 'Parcels are charged by their weight together'
    return `${what}: ${parcelText(warning.parcels)} of ${quantityText(method, warning.grams)} go from ${priceLabel(warning.before)} to ${priceLabel(warning.after)}.`
  }
  if (warning.kind === 'heavier-is-cheaper') {
    const { lighter, heavier, cost, heavierCost, day } = warning
    const more = method === 'By Weight Matrix' ? 'Heavier is cheaper' : 'More parcels are cheaper'
    return `${more}: ${quantityText(method, heavier)} costs ${costLabel(heavierCost)}, and ${quantityText(method, lighter)} ${costLabel(cost)} (from ${formatDayShort(day)}).`
  }
  const { change, count } = warning
  const many = count > 1 ? ` ${count} prices change by more than a quarter.` : ''
  return `More than a quarter ${warning.kind === 'much-dearer' ? 'dearer' : 'cheaper'}: ${stretchText(method, change)} goes from ${priceLabel(change.before)} to ${priceLabel(change.after)} (${shareText(change)}).${many}`
}
