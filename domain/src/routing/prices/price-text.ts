import { addDays, type Day, formatDayShort } from '../../calendar/day.ts'
import { figureLabel, parcelText, weightLabel } from '../allocation/telling.ts'
import { costText } from '../allocation/units.ts'
import type { Charge, Cost, Costing, MatrixRow, PricingMethod } from './costing.ts'
import { formatPrice } from '../../money/money.ts'

/** '£12.345': a cost as it is charged, in a currency. */
export const costLabel = (cost: Cost, currency: string) => formatPrice(costText(cost), currency)

/** '2.5 kg' by weight, '3 parcels' otherwise. */
export const quantityText = (method: PricingMethod, quantity: number) =>
  method === 'By Weight Matrix' ? weightLabel(quantity) : parcelText(quantity)

/** '£4.50, and £0.25 for every started 0.5 kg beyond 1 kg'; '£3.75 for every parcel'; '£4.50' where nothing is added. */
export function chargeLabel(method: PricingMethod, charge: Charge, currency: string): string {
  const { baseCost, incrementalCost, incrementStart, increment } = charge
  if (!isAdding(charge)) return costLabel(baseCost, currency)
  const each = `${costLabel(incrementalCost, currency)} for every ${eachText(method, increment)}`
  const beyond = incrementStart > 0 ? `${each} beyond ${startLabel(method, incrementStart)}` : each
  return baseCost === 0 ? beyond : `${costLabel(baseCost, currency)}, and ${beyond}`
}

/** What a costing covers of a consignment. */
export type Covered = 'all' | 'one parcel' | 'some parcels' | 'each parcel'

/** The same of a costing without a matrix, where one has to be told that the cost does not grow with what it covers. */
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

/** Beyond 'the first', '2 parcels', '2 kg'. */
const startLabel = (method: PricingMethod, start: number) =>
  method !== 'By Weight Matrix' && start === 1 ? 'the first' : quantityText(method, start)

/** The quantities that a row of a matrix holds: 'up to 2 kg', 'above 2 kg up to 5 kg', 'above 5 kg', 'any weight'. */
export function bandText(method: PricingMethod, { from, to }: Pick<MatrixRow, 'from' | 'to'>): string {
  const above = from > 0 ? [`above ${quantityText(method, from)}`] : []
  const upTo = to === null ? [] : [`up to ${quantityText(method, to)}`]
  if (above.length + upTo.length > 0) return [...above, ...upTo].join(' ')
  return method === 'By Weight Matrix' ? 'any weight' : 'any number of parcels'
}

type Timed = Pick<MatrixRow, 'from' | 'to' | 'effectiveFrom' | 'effectiveBetween'>

/**
 * When a row of a matrix says what its quantities cost: 'Always', 'From 1 Apr 2026', '1 Dec 2026 to 24 Dec 2026'; 'Until 31
 * Mar 2026' where later rows take its place. Days between beside it are an exception, and end nothing.
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

/** The days from which on rows that begin later hold all that a row holds, and some of it. */
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

/** What each costing of a method covers of a consignment: it counts the parcels that it covers together, or each by itself. */
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
