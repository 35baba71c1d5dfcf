import { addDays, type Day, weekday } from '../calendar/day.ts'
import { type Costing, isInForce, type MatrixRow } from '../costing/costing.ts'
import type { Consignment } from './consignment.ts'
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

type Found = (PriceFinding | NoPrice) & { readonly example: Consignment | null }

/** How far ahead effective dates are looked at. */
const DAYS_AHEAD = 366

/** What is wrong with the prices of a method from a day on: first whether it has any, where its carrier is active. */
export function priceFindings(method: Method, from: Day, isCarrierActive: boolean): Found[] {
  const { pricingMethod, primaryCosting, secondaryCosting } = method.pricing
  if (pricingMethod === 'None' || !primaryCosting || isOver(primaryCosting, from)) {
    const { clientMethodID } = method
    return isCarrierActive ? [{ kind: 'no-price', clientMethodID, example: exampleFor(method, workingDay(from)) }] : []
  }
  const of = (costing: Which, given: Costing | null) =>
    given && given.costingMatrix.length > 0
      ? matrixFindings(method, { clientMethodID: method.clientMethodID, costing }, given.costingMatrix, from)
      : []
  return [...of('primary', primaryCosting), ...of('secondary', secondaryCosting)]
}

/** Whether all rows of a matrix were in force before a day alone. */
function isOver({ costingMatrix }: Costing, day: Day): boolean {
  return (
    costingMatrix.length > 0 &&
    costingMatrix.every(({ effectiveBetween }) => effectiveBetween && effectiveBetween.to < day)
  )
}

function matrixFindings(method: Method, place: Place, rows: readonly MatrixRow[], from: Day): Found[] {
  return [...overlaps(method, place, rows, from), ...holes(method, place, rows, from)]
}

/**
 * Two rows of the same standing that hold the same quantities: between dates that meet, or from the very same day on.
 * What is over by the first day does no harm any more.
 */
function overlaps(method: Method, place: Place, rows: readonly MatrixRow[], first: Day): Found[] {
  return rows.flatMap((one, index) =>
    rows.slice(index + 1).flatMap((other): Found[] => {
      const from = Math.max(one.from, other.from)
      const to = Math.min(one.to ?? Number.POSITIVE_INFINITY, other.to ?? Number.POSITIVE_INFINITY)
      if (from >= to || !isOfSameTime(one, other)) return []
      const begins = [
        first,
        ...[one, other].map((row) => row.effectiveBetween?.from ?? row.effectiveFrom ?? ''),
      ].toSorted()
      const day = begins.at(-1) ?? first
      if (!isInForce(one, day) || !isInForce(other, day)) return []
      return [
        {
          kind: 'bands-overlap',
          ...place,
          chargeIDs: [one.chargeID, other.chargeID],
          from,
          to: Number.isFinite(to) ? to : null,
          example: exampleFor(method, day, Number.isFinite(to) ? to : from + exampleUnit(method), place.costing),
        },
      ]
    }),
  )
}

function isOfSameTime(one: MatrixRow, other: MatrixRow): boolean {
  const [between, beside] = [one.effectiveBetween, other.effectiveBetween]
  if (between && beside) return between.from <= beside.to && beside.from <= between.to
  return !between && !beside && one.effectiveFrom === other.effectiveFrom
}

/** Quantities without a price between those that have one, and stretches of days on which nothing is in force. */
function holes(method: Method, place: Place, rows: readonly MatrixRow[], first: Day): Found[] {
  const last = addDays(first, DAYS_AHEAD)
  const days = changes(rows, first, last)
  const found: Found[] = []
  const told = new Set<string>()
  for (const [index, day] of days.entries()) {
    const inForce = rows.filter((row) => isInForce(row, day))
    if (inForce.length === 0) {
      const next = days[index + 1]
      // Before it begins for the first time there is no hole: it is not sold yet.
      if (
        index > 0 ||
        rows.some(({ effectiveBetween, effectiveFrom }) => (effectiveBetween?.from ?? effectiveFrom ?? '') < first)
      )
        found.push({
          kind: 'dates-with-hole',
          ...place,
          from: day,
          to: next ? addDays(next, -1) : last,
          example: exampleFor(method, day, 1, place.costing),
        })
      continue
    }
    for (const { from, to } of gapsOf(inForce)) {
      const key = `${from} ${to}`
      if (told.has(key)) continue
      told.add(key)
      found.push({
        kind: 'bands-missing',
        ...place,
        day,
        from,
        to,
        example: exampleFor(method, day, from + 1, place.costing),
      })
    }
  }
  return found
}

/** The days on which what is in force changes, the first one included. */
function changes(rows: readonly MatrixRow[], first: Day, last: Day): Day[] {
  const days = rows.flatMap(({ effectiveFrom, effectiveBetween }) =>
    effectiveBetween ? [effectiveBetween.from, addDays(effectiveBetween.to, 1)] : (effectiveFrom ?? []),
  )
  return [...new Set([first, ...days.filter((day) => day > first && day <= last)])].toSorted()
}

/** What lies between 0 and the end of the last band, and is held by none. */
function gapsOf(rows: readonly MatrixRow[]): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = []
  let reached = 0
  for (const { from, to } of rows.toSorted((one, other) => one.from - other.from)) {
    if (from > reached) gaps.push({ from: reached, to: from })
    reached = Math.max(reached, to ?? Number.POSITIVE_INFINITY)
  }
  return gaps
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
      : Array.from({ length: Math.min(quantity, 100) }, () => parcel)
  return {
    service: serviceTypes[0] ?? 'STANDARD',
    country: countries[0] ?? 'GB',
    region: regions[0] ?? null,
    despatchDay,
    parcels: [...Array.from({ length: before }, () => parcel), ...counted],
    heldTo: null,
  }
}

/** The first working day from a day on. */
export function workingDay(from: Day): Day {
  return weekday(from) < 5 ? from : workingDay(addDays(from, 1))
}
