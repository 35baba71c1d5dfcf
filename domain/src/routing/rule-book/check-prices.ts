import { addDays, type Day, type DaysOff, isWorkingDay } from '../../calendar/day.ts'
import { type Costing, isForEachParcel, isInForce, type MatrixRow } from '../prices/costing.ts'
import { bandsConflict } from '../prices/band-problems.ts'
import { changeDays, type Gap, gapsOf } from '../prices/band-steps.ts'
import { MAX_PARCELS } from '../prices/cost-curve.ts'
import type { Consignment } from '../allocation/consignment.ts'
import type { Method } from './rule-book.ts'

type CostingName = 'primary' | 'secondary'
type Place = { readonly clientMethodID: string; readonly costing: CostingName }

/** A problem of a costing's matrix. Quantities are grams or parcels, depending on the pricing method. */
export type PriceFinding = Place &
  (
    | {
        readonly kind: 'bands-overlap'
        readonly chargeIDs: readonly [string, string]
        readonly from: number
        readonly to: number | null
      }
    | { readonly kind: 'bands-missing'; readonly day: Day; readonly from: number; readonly to: number }
    | { readonly kind: 'dates-with-hole'; readonly from: Day; readonly to: Day }
  )

/** A method of an active carrier without any price from the first day on. */
export type NoPrice = { readonly kind: 'no-price'; readonly clientMethodID: string }

type WithExample = { readonly example: Consignment | null }
type PriceFindingWithExample = (PriceFinding | NoPrice) & WithExample

/** The first day to check, and the client's days off. */
type Beginning = { readonly from: Day; readonly daysOff: DaysOff }

/** How many days ahead to check effective dates. */
const DAYS_AHEAD = 366

/**
 * Checks the prices of a method from a day on; a method without any price is reported only if its carrier is active.
 */
export function priceFindings(
  method: Method,
  beginning: Beginning,
  isCarrierActive: boolean,
): PriceFindingWithExample[] {
  const { from, daysOff } = beginning
  const { pricingMethod, primaryCosting, secondaryCosting } = method.pricing
  // The costing of the first parcel.
  const first = secondaryCosting && secondaryCosting.fromParcel <= 1 ? secondaryCosting : primaryCosting
  if (pricingMethod === 'None' || !primaryCosting || !first || first.fromParcel > 1 || isOver(first, from)) {
    const { clientMethodID } = method
    const example = exampleFor(method, workingDay(from, daysOff))
    return isCarrierActive ? [{ kind: 'no-price', clientMethodID, example }] : []
  }
  const of = (costing: CostingName, details: Costing | null) =>
    details && details.costingMatrix.length > 0 && reachOf(method, costing) > 0
      ? matrixFindings(method, { clientMethodID: method.clientMethodID, costing }, details.costingMatrix, beginning)
      : []
  return [...of('primary', primaryCosting), ...of('secondary', secondaryCosting)]
}

/**
 * The largest quantity that a costing has to price. By parcel, the primary costing stops before the secondary's first
 * parcel, and a consignment has a maximum. 0 if the secondary covers all parcels; weights are unlimited.
 */
function reachOf({ pricing }: Method, costing: CostingName): number {
  const { pricingMethod, secondaryCosting } = pricing
  const first = secondaryCosting ? Math.max(0, secondaryCosting.fromParcel - 1) : undefined
  if (pricingMethod === 'By Weight Matrix') return costing === 'primary' && first === 0 ? 0 : Number.POSITIVE_INFINITY
  return costing === 'primary' ? (first ?? MAX_PARCELS) : MAX_PARCELS - (first ?? 0)
}

/** Whether all rows of a matrix ended before a day. */
function isOver({ costingMatrix }: Costing, day: Day): boolean {
  return (
    costingMatrix.length > 0 &&
    costingMatrix.every(({ effectiveBetween }) => effectiveBetween && effectiveBetween.to < day)
  )
}

function matrixFindings(
  method: Method,
  place: Place,
  rows: readonly MatrixRow[],
  beginning: Beginning,
): PriceFindingWithExample[] {
  return [...overlaps(method, place, rows, beginning), ...holes(method, place, rows, beginning)]
}

/**
 * Reports rows with equal priority for the same quantities: between overlapping dates, or with the same first day. Rows
 * that ended before the first day are ignored.
 */
function overlaps(
  method: Method,
  place: Place,
  rows: readonly MatrixRow[],
  { from: first, daysOff }: Beginning,
): PriceFindingWithExample[] {
  const reach = reachOf(method, place.costing)
  return rows.flatMap((one, index) =>
    rows.slice(index + 1).flatMap((other): PriceFindingWithExample[] => {
      const from = Math.max(one.from, other.from)
      const to = Math.min(one.to ?? Number.POSITIVE_INFINITY, other.to ?? Number.POSITIVE_INFINITY)
      if (!bandsConflict(one, other) || from >= reach) return []
      const begins = [
        first,
        ...[one, other].map((row) => row.effectiveBetween?.from ?? row.effectiveFrom ?? ''),
      ].toSorted()
      const day = begins.at(-1) ?? first
      if (!isInForce(one, day) || !isInForce(other, day)) return []
      const despatched = workingDay(day, daysOff)
      const isHarmed = isInForce(one, despatched) && isInForce(other, despatched)
      const quantity = Math.min(Number.isFinite(to) ? to : from + exampleUnit(method), reach)
      return [
        {
          kind: 'bands-overlap',
          ...place,
          chargeIDs: [one.chargeID, other.chargeID],
          // A finding covers quantities above `from`; for a single quantity that is the one before.
          from: from === to ? from - 1 : from,
          to: Number.isFinite(to) ? to : null,
          // On days off nothing is despatched, but the overlap is still wrong.
          example: isHarmed ? exampleFor(method, despatched, quantity, place.costing) : null,
        },
      ]
    }),
  )
}

/**
 * Reports quantities without a price between priced ones, and periods without any row in force. Periods of days off are
 * correct, because nothing is despatched.
 */
function holes(
  method: Method,
  place: Place,
  rows: readonly MatrixRow[],
  { from: first, daysOff }: Beginning,
): PriceFindingWithExample[] {
  const last = addDays(first, DAYS_AHEAD)
  const days = changes(rows, first, last)
  const found: PriceFindingWithExample[] = []
  const reported = new Set<string>()
  for (const [index, day] of days.entries()) {
    const inForce = rows.filter((row) => isInForce(row, day))
    const next = days[index + 1]
    const despatched = workingDay(day, daysOff)
    if (next && despatched >= next) continue
    if (inForce.length === 0) {
      // A method that has not started yet has no hole, unless the primary costing already applies.
      if (
        index > 0 ||
        isSoldBefore(method, place.costing, day) ||
        rows.some(({ effectiveBetween, effectiveFrom }) => (effectiveBetween?.from ?? effectiveFrom ?? '') < first)
      )
        found.push({
          kind: 'dates-with-hole',
          ...place,
          from: day,
          to: next ? addDays(next, -1) : last,
          example: exampleFor(method, despatched, 1, place.costing),
        })
      continue
    }
    for (const { from, to } of gapsWithin(method, place.costing, inForce)) {
      const key = `${from} ${to}`
      if (reported.has(key)) continue
      reported.add(key)
      const example = exampleFor(method, despatched, from + 1, place.costing)
      found.push({ kind: 'bands-missing', ...place, day, from, to, example })
    }
  }
  return found
}

/** Whether the primary costing prices the parcels before the secondary's on a day. */
function isSoldBefore({ pricing }: Method, costing: CostingName, day: Day): boolean {
  const { primaryCosting, secondaryCosting } = pricing
  if (costing === 'primary' || !primaryCosting || !secondaryCosting || secondaryCosting.fromParcel <= 1) return false
  const { costingMatrix } = primaryCosting
  return costingMatrix.length === 0 || costingMatrix.some((row) => isInForce(row, day))
}

/**
 * Finds gaps between bands in force within the costing's range; by parcel also the parcels between the last band and
 * the secondary costing.
 */
function gapsWithin(method: Method, costing: CostingName, inForce: readonly MatrixRow[]): Gap[] {
  const byWeight = method.pricing.pricingMethod === 'By Weight Matrix'
  const reach = reachOf(method, costing)
  const last = Math.max(...inForce.map(({ to }) => to ?? Number.POSITIVE_INFINITY))
  const isShort = !byWeight && costing === 'primary' && method.pricing.secondaryCosting !== null && last < reach
  return [...gapsOf(inForce, byWeight), ...(isShort ? [{ from: last, to: reach }] : [])]
    .filter(({ from }) => from < reach)
    .map(({ from, to }) => ({ from, to: Math.min(to, reach) }))
}

/** Lists the days on which rows start or end, including the first day. */
function changes(rows: readonly MatrixRow[], first: Day, last: Day): Day[] {
  return [...new Set([first, ...changeDays(rows).filter((day) => day > first && day <= last)])].toSorted()
}

/** One kilogram or one parcel, depending on the pricing method. */
const exampleUnit = ({ pricing }: Method) => (pricing.pricingMethod === 'By Weight Matrix' ? 1000 : 1)

/** An example consignment that the method would have to price, with a quantity for the costing. */
export function exampleFor(
  method: Method,
  despatchDay: Day,
  quantity: number = exampleUnit(method),
  costing: CostingName = 'primary',
): Consignment {
  const { pricing, serviceTypes, countries, regions } = method
  const parcel = { weight: 1000, length: 300, volume: 8000 }
  // The secondary costing does not count the parcels of the primary.
  const before = costing === 'secondary' ? Math.max(0, (pricing.secondaryCosting?.fromParcel ?? 1) - 1) : 0
  const counted =
    pricing.pricingMethod === 'By Weight Matrix'
      ? [{ ...parcel, weight: quantity }]
      : Array.from({ length: Math.min(quantity, MAX_PARCELS) }, () => parcel)
  // If the heaviest parcels come first, the parcels before must not be lighter.
  const first = isForEachParcel(pricing) ? { ...parcel, weight: Math.max(parcel.weight, quantity) } : parcel
  return {
    service: serviceTypes[0] ?? 'STANDARD',
    country: countries[0] ?? 'GB',
    region: regions[0] ?? null,
    despatchDay,
    parcels: [...Array.from({ length: before }, () => first), ...counted],
    heldTo: null,
  }
}

/** The first working day from a day on, in the client's calendar. */
export function workingDay(from: Day, daysOff: DaysOff): Day {
  let day = from
  while (!isWorkingDay(day, daysOff)) day = addDays(day, 1)
  return day
}
