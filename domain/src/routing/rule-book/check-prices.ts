import { addDays, type Day, type DaysOff, isWorkingDay } from '../../calendar/day.ts'
import { type Costing, isForEachParcel, isInForce, type MatrixRow } from '../prices/costing.ts'
import { meets } from '../prices/band-problems.ts'
import { changeDays, type Gap, gapsOf } from '../prices/band-steps.ts'
import { MAX_PARCELS } from '../prices/cost-curve.ts'
import type { Consignment } from '../allocation/consignment.ts'
import type { Method } from './rule-book.ts'

type Which = 'primary' | 'secondary'
type Place = { readonly clientMethodID: string; readonly costing: Which }

/** What is wrong with the matrix of a method's costing. Quantities are grams or parcels, as the pricing method counts. */
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

/** A method of an active carrier that has no price, on no day from the first on. */
export type NoPrice = { readonly kind: 'no-price'; readonly clientMethodID: string }

type WithExample = { readonly example: Consignment | null }
type Found = (PriceFinding | NoPrice) & WithExample

/** From which day on it is looked, by whose calendar. */
type Beginning = { readonly from: Day; readonly daysOff: DaysOff }

/** How far ahead effective dates are looked at. */
const DAYS_AHEAD = 366

/** What is wrong with the prices of a method from a day on: first whether it has any, where its carrier is active. */
export function priceFindings(method: Method, beginning: Beginning, isCarrierActive: boolean): Found[] {
  const { from, daysOff } = beginning
  const { pricingMethod, primaryCosting, secondaryCosting } = method.pricing
  // What covers the first parcel of any consignment.
  const first = secondaryCosting && secondaryCosting.fromParcel <= 1 ? secondaryCosting : primaryCosting
  if (pricingMethod === 'None' || !primaryCosting || !first || first.fromParcel > 1 || isOver(first, from)) {
    const { clientMethodID } = method
    const example = exampleFor(method, workingDay(from, daysOff))
    return isCarrierActive ? [{ kind: 'no-price', clientMethodID, example }] : []
  }
  const of = (costing: Which, given: Costing | null) =>
    given && given.costingMatrix.length > 0 && reachOf(method, costing) > 0
      ? matrixFindings(method, { clientMethodID: method.clientMethodID, costing }, given.costingMatrix, beginning)
      : []
  return [...of('primary', primaryCosting), ...of('secondary', secondaryCosting)]
}

/**
 * The most that a costing is ever asked to price: by parcel, the primary counts no more than stand before the secondary, and a
 * consignment has an end. Nothing, where the secondary covers all parcels; weights have no end.
 */
function reachOf({ pricing }: Method, costing: Which): number {
  const { pricingMethod, secondaryCosting } = pricing
  const first = secondaryCosting ? Math.max(0, secondaryCosting.fromParcel - 1) : undefined
  if (pricingMethod === 'By Weight Matrix') return costing === 'primary' && first === 0 ? 0 : Number.POSITIVE_INFINITY
  return costing === 'primary' ? (first ?? MAX_PARCELS) : MAX_PARCELS - (first ?? 0)
}

/** Whether all rows of a matrix were in force before a day alone. */
function isOver({ costingMatrix }: Costing, day: Day): boolean {
  return (
    costingMatrix.length > 0 &&
    costingMatrix.every(({ effectiveBetween }) => effectiveBetween && effectiveBetween.to < day)
  )
}

function matrixFindings(method: Method, place: Place, rows: readonly MatrixRow[], beginning: Beginning): Found[] {
  return [...overlaps(method, place, rows, beginning), ...holes(method, place, rows, beginning)]
}

/**
 * Two rows of the same standing that hold the same quantities: between dates that meet, or from the very same day on.
 * What is over by the first day does no harm any more.
 */
function overlaps(
  method: Method,
  place: Place,
  rows: readonly MatrixRow[],
  { from: first, daysOff }: Beginning,
): Found[] {
  const reach = reachOf(method, place.costing)
  return rows.flatMap((one, index) =>
    rows.slice(index + 1).flatMap((other): Found[] => {
      const from = Math.max(one.from, other.from)
      const to = Math.min(one.to ?? Number.POSITIVE_INFINITY, other.to ?? Number.POSITIVE_INFINITY)
      if (!meets(one, other) || from >= reach) return []
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
          // A finding is above `from`: of one quantity, above the one before.
          from: from === to ? from - 1 : from,
          to: Number.isFinite(to) ? to : null,
          // Nothing is despatched on days off: it is wrong all the same.
          example: isHarmed ? exampleFor(method, despatched, quantity, place.costing) : null,
        },
      ]
    }),
  )
}

/**
 * Quantities without a price between those that have one, and stretches of days on which nothing is in force. Those of days
 * off alone are none: nothing is despatched then.
 */
function holes(method: Method, place: Place, rows: readonly MatrixRow[], { from: first, daysOff }: Beginning): Found[] {
  const last = addDays(first, DAYS_AHEAD)
  const days = changes(rows, first, last)
  const found: Found[] = []
  const told = new Set<string>()
  for (const [index, day] of days.entries()) {
    const inForce = rows.filter((row) => isInForce(row, day))
    const next = days[index + 1]
    const despatched = workingDay(day, daysOff)
    if (next && despatched >= next) continue
    if (inForce.length === 0) {
      // Before it begins for the first time there is no hole: it is not sold yet, unless it is for the parcels before.
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
      if (told.has(key)) continue
      told.add(key)
      const example = exampleFor(method, despatched, from + 1, place.costing)
      found.push({ kind: 'bands-missing', ...place, day, from, to, example })
    }
  }
  return found
}

/** Whether the primary costing prices the parcels before those of the secondary on a day. */
function isSoldBefore({ pricing }: Method, costing: Which, day: Day): boolean {
  const { primaryCosting, secondaryCosting } = pricing
  if (costing === 'primary' || !primaryCosting || !secondaryCosting || secondaryCosting.fromParcel <= 1) return false
  const { costingMatrix } = primaryCosting
  return costingMatrix.length === 0 || costingMatrix.some((row) => isInForce(row, day))
}

/** The gaps between bands in force, as far as a costing is asked to price; and by parcel what comes after the last before the secondary. */
function gapsWithin(method: Method, costing: Which, inForce: readonly MatrixRow[]): Gap[] {
  const byWeight = method.pricing.pricingMethod === 'By Weight Matrix'
  const reach = reachOf(method, costing)
  const last = Math.max(...inForce.map(({ to }) => to ?? Number.POSITIVE_INFINITY))
  const isShort = !byWeight && costing === 'primary' && method.pricing.secondaryCosting !== null && last < reach
  return [...gapsOf(inForce, byWeight), ...(isShort ? [{ from: last, to: reach }] : [])]
    .filter(({ from }) => from < reach)
    .map(({ from, to }) => ({ from, to: Math.min(to, reach) }))
}

/** The days on which what is in force changes, the first one included. */
function changes(rows: readonly MatrixRow[], first: Day, last: Day): Day[] {
  return [...new Set([first, ...changeDays(rows).filter((day) => day > first && day <= last)])].toSorted()
}

/** A kilogram, or a parcel: as the method counts. */
const exampleUnit = ({ pricing }: Method) => (pricing.pricingMethod === 'By Weight Matrix' ? 1000 : 1)

/** A consignment that the method would be asked to price: of so much, as the costing counts it. */
export function exampleFor(
  method: Method,
  despatchDay: Day,
  quantity: number = exampleUnit(method),
  costing: Which = 'primary',
): Consignment {
  const { pricing, serviceTypes, countries, regions } = method
  const parcel = { weight: 1000, length: 300, volume: 8000 }
  // Of what the primary costing covers before it, the secondary counts nothing.
  const before = costing === 'secondary' ? Math.max(0, (pricing.secondaryCosting?.fromParcel ?? 1) - 1) : 0
  const counted =
    pricing.pricingMethod === 'By Weight Matrix'
      ? [{ ...parcel, weight: quantity }]
      : Array.from({ length: Math.min(quantity, MAX_PARCELS) }, () => parcel)
  // Where the heaviest come first, a parcel falls to the secondary costing if none before it is lighter.
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

/** The first working day from a day on, by the client's calendar. */
export function workingDay(from: Day, daysOff: DaysOff): Day {
  let day = from
  while (!isWorkingDay(day, daysOff)) day = addDays(day, 1)
  return day
}
