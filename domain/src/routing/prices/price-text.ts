import { addDays, type Day, formatDayShort } from '../../calendar/day.ts'
import { figureLabel, parcelText, weightLabel } from '../allocation/decision-labels.ts'
import { costText } from '../allocation/units.ts'
import type { Charge, Cost, Costing, MatrixRow, PricingMethod } from './costing.ts'
import { formatPrice } from '../../money/money.ts'

/** A cost in a currency: '£12.345'. */
export const costLabel = (cost: Cost, currency: string) => formatPrice(costText(cost), currency)

/** '2.5 kg' by weight, otherwise '3 parcels'. */
export const quantityText = (method: PricingMethod, quantity: number) =>
  method === 'By Weight Matrix' ? weightLabel(quantity) : parcelText(quantity)

/** '£4.50, and £0.25 for every started 0.5 kg beyond 1 kg'; '£3.75 for every parcel'; '£4.50' without increments. */
export function chargeLabel(method: PricingMethod, charge: Charge, currency: string): string {
  const { baseCost, incrementalCost, incrementStart, increment } = charge
  if (!isAdding(charge)) return costLabel(baseCost, currency)
  const each = `${costLabel(incrementalCost, currency)} for every ${eachText(method, increment)}`
  const beyond = incrementStart > 0 ? `${each} beyond ${startLabel(method, incrementStart)}` : each
  return baseCost === 0 ? beyond : `${costLabel(baseCost, currency)}, and ${beyond}`
}

/** The parcels of a consignment that a costing covers. */
export type Covered = 'all' | 'one parcel' | 'some parcels' | 'each parcel'

/** Describes a costing without a matrix, and adds that its cost does not grow if it has no increments. */
export function singleText(method: PricingMethod, charge: Charge, covered: Covered, currency: string): string {
  const words = chargeLabel(method, charge, currency)
  if (isAdding(charge) || covered === 'one parcel') return words
  if (covered === 'each parcel') return `${words} a parcel`
  if (covered === 'some parcels') return `${words} for all of them together`
  return `${words} once a consignment, ${method === 'By Weight Matrix' ? 'whatever it weighs' : 'however many parcels'}`
}

const isAdding = ({ incrementalCost, increment }: Charge) => increment > 0 && incrementalCost > 0

function eachText(method: PricingMethod, increment: number): string {
  if (method !== 'By Weight Matrix') return increment === 1 ? 'parcel' : `started ${parcelText(increment)}`
  return increment === 1000 ? 'started kg' : `started ${weightLabel(increment)}`
}

/** Where increments start: 'the first', '2 parcels' or '2 kg'. */
const startLabel = (method: PricingMethod, start: number) =>
  method !== 'By Weight Matrix' && start === 1 ? 'the first' : quantityText(method, start)

/** The quantities of a matrix row: 'up to 2 kg', 'above 2 kg up to 5 kg', 'above 5 kg', 'any weight'. */
export function bandText(method: PricingMethod, { from, to }: Pick<MatrixRow, 'from' | 'to'>): string {
  const above = from > 0 ? [`above ${quantityText(method, from)}`] : []
  const upTo = to === null ? [] : [`up to ${quantityText(method, to)}`]
  if (above.length + upTo.length > 0) return [...above, ...upTo].join(' ')
  return method === 'By Weight Matrix' ? 'any weight' : 'any number of parcels'
}

type Timed = Pick<MatrixRow, 'from' | 'to' | 'effectiveFrom' | 'effectiveBetween'>

/**
 * When a matrix row applies: 'Always', 'From 1 Apr 2026', '1 Dec 2026 to 24 Dec 2026', or 'Until 31 Mar 2026' if later
 * rows replace it. Rows between days are exceptions and do not end it.
 */
export function inForceText(row: Timed, rows: readonly Timed[]): string {
  const { effectiveFrom, effectiveBetween } = row
  if (effectiveBetween) return `${formatDayShort(effectiveBetween.from)} to ${formatDayShort(effectiveBetween.to)}`
  const { whole, part } = supersededOn(row, rows)
  if (whole !== undefined) {
    const last = formatDayShort(addDays(whole, -1))
    return effectiveFrom ? `${formatDayShort(effectiveFrom)} to ${last}` : `Until ${last}`
  }
  const words = effectiveFrom ? `From ${formatDayShort(effectiveFrom)}` : 'Always'
  return part === undefined ? words : `${words}; some of it until ${formatDayShort(addDays(part, -1))}`
}

/** The days from which later rows cover all, and some, of a row's quantities. */
function supersededOn(row: Timed, rows: readonly Timed[]): { whole: Day | undefined; part: Day | undefined } {
  const end = row.to ?? Number.POSITIVE_INFINITY
  const later = rows
    .flatMap(({ from, to, effectiveFrom: begins, effectiveBetween }) => {
      const last = to ?? Number.POSITIVE_INFINITY
      const isLater = !effectiveBetween && begins !== null && begins > (row.effectiveFrom ?? '')
      return isLater && from < end && last > row.from ? [{ from, to: last, begins }] : []
    })
    .toSorted((one, other) => (one.begins < other.begins ? -1 : one.begins > other.begins ? 1 : 0))
  const isWhole = (day: Day) => {
    let reached = row.from
    for (const { from, to } of later
      .filter(({ begins }) => begins <= day)
      .toSorted((one, other) => one.from - other.from))
      if (from <= reached) reached = Math.max(reached, to)
    return reached >= end
  }
  return { whole: later.find(({ begins }) => isWhole(begins))?.begins, part: later[0]?.begins }
}

type Costings = {
  readonly isEach?: boolean
  readonly primary: Pick<Costing, 'fromParcel'>
  readonly secondary: Pick<Costing, 'fromParcel'> | null
}

/** Describes which parcels each costing covers, together or each by its own weight. */
export function coverText({ isEach = false, primary, secondary }: Costings): {
  readonly primary: string
  readonly secondary: string
} {
  if (!secondary) return { primary: isEach ? 'Each parcel, by its own weight' : 'Every consignment', secondary: '' }
  const [first, last] = [primary.fromParcel, secondary.fromParcel - 1]
  if (isEach) {
    const heaviest = last <= first ? 'the heaviest parcel' : `the ${figureLabel(last)} heaviest parcels, each`
    return {
      primary: `Primary costing: ${heaviest} by its own weight`,
      secondary: 'Secondary costing: each further parcel by its own weight',
    }
  }
  const held = last <= first ? `parcel ${figureLabel(first)}` : `parcels ${figureLabel(first)} to ${figureLabel(last)}`
  return {
    primary: `Primary costing: ${held}`,
    secondary: `Secondary costing: from parcel ${figureLabel(secondary.fromParcel)} on`,
  }
}
