import { addDays, type Day, type DaysOff, isWorkingDay, weekday } from '../../calendar/day.ts'
import { changeDays } from '../prices/band-steps.ts'
import { isApplying } from '../allocation/plan-consignments.ts'
import { capacityOn, firstToApply, isActiveOn } from './compile-book.ts'
import { compareCodes } from '../../text/compare-codes.ts'
import type { Consignment, Parcel } from '../allocation/consignment.ts'
import { exampleFor, type NoPrice, type PriceFinding, priceFindings, workingDay } from './check-prices.ts'
import type { Carrier, FixedRoute, LimitType, RuleBook } from './rule-book.ts'

/** A problem in a rule book, with an example consignment if there is one. */
export type Finding = (
  | PriceFinding
  | NoPrice
  /** An active carrier has inactive days: `from` is the first, `to` the last; null is open-ended. */
  | { readonly kind: 'carrier-not-active'; readonly carrier: string; readonly from: Day; readonly to: Day | null }
  | { readonly kind: 'skus-without-weight'; readonly count: number; readonly first: readonly string[] }
  | {
      readonly kind: 'route-to-nothing'
      readonly customPreferenceID: string
      readonly why: 'no-such-carrier' | 'no-such-method' | 'carrier-inactive'
    }
  | { readonly kind: 'route-never-applies'; readonly customPreferenceID: string; readonly beatenBy: string }
  | { readonly kind: 'route-ends-before-it-starts'; readonly customPreferenceID: string }
  | { readonly kind: 'no-capacity'; readonly carrier: string; readonly day: Day; readonly services: readonly string[] }
  | {
      readonly kind: 'limit-too-low'
      readonly clientMethodID: string
      readonly type: LimitType
      readonly limit: number
      readonly least: number
    }
) & { readonly example: Consignment | null }

/** Services that promise a day: a working day without capacity breaks the promise. */
const PROMISED = ['NEXT DAY', 'NAMED DAY'] as const

/** How many days ahead to look for inactive days of a carrier. */
const DAYS_AHEAD = 366

/** Data that a rule book is checked against. */
export type CheckInputs = {
  /** The first day to check. */
  readonly from: Day
  /** From the client's calendar. */
  readonly daysOff: DaysOff
  /** One unit of each SKU of the client. */
  readonly skus: readonly Parcel[]
  /** SKUs without a weight: the number, and the first of them. */
  readonly weightless?: { readonly count: number; readonly first: readonly string[] }
}

type Beginning = Pick<CheckInputs, 'from' | 'daysOff'>

/**
 * Checks a rule book for: methods without a price, overlapping or missing price bands, holes in effective dates,
 * carriers whose active dates have ended or have holes, fixed routes to unknown or inactive targets, routes that
 * another one always precedes, working days without capacity for a promised service, limits that no SKU meets, and SKUs
 * without weight.
 */
export function checkBook(book: RuleBook, inputs: CheckInputs): Finding[] {
  const { from, daysOff, skus, weightless } = inputs
  const active = new Set(book.carriers.flatMap(({ code, active: flag }) => (flag === 'Y' ? [code] : [])))
  const rivals = Map.groupBy(book.fixedRouting, routed)
  return [
    ...book.methods.flatMap((method) => priceFindings(method, inputs, active.has(method.carrier))),
    ...book.carriers.flatMap((carrier) => activeDateFindings(book, carrier, inputs)),
    ...book.fixedRouting.flatMap((route) => routeFindings(book, route, rivals.get(routed(route)) ?? [], inputs)),
    ...book.carriers.flatMap(({ code }) => capacityFindings(book, code, { from, daysOff })),
    ...(skus.length > 0 ? limitFindings(book, inputs) : []),
    ...(weightless && weightless.count > 0 && book.methods.length > 0 ? [weightlessFinding(weightless, inputs)] : []),
  ]
}

/** The SKU or category of a route: only routes with the same one compete. */
const routed = ({ by }: FixedRoute) => ('sku' in by ? `sku ${by.sku}` : `category ${by.category}`)

function routeFindings(
  book: RuleBook,
  route: FixedRoute,
  rivals: readonly FixedRoute[],
  { from, daysOff }: Beginning,
): Finding[] {
  const { customPreferenceID, startDate, endDate } = route
  if (startDate !== null && endDate !== null && endDate < startDate)
    return [
      {
        kind: 'route-ends-before-it-starts',
        customPreferenceID,
        example: exampleOf({ despatchDay: workingDay(startDate, daysOff), region: route.regions[0] ?? null }),
      },
    ]
  if (endDate !== null && endDate < from) return []
  const day = startDate !== null && startDate > from ? startDate : from
  const despatchDay = workingDay(day, daysOff)
  // A route that applies only on days off has no effect.
  if (endDate !== null && endDate < despatchDay) return []
  const beating = rivals.find((other) => other !== route && alwaysBeats(other, route, day))
  if (beating) {
    const region = route.regions[0] ?? null
    const holding = holdingOf(rivals, region, despatchDay) ?? beating
    const example = exampleOf({ despatchDay, region, heldTo: holdOf(holding) })
    return [{ kind: 'route-never-applies', customPreferenceID, beatenBy: beating.customPreferenceID, example }]
  }
  const why = whyNowhere(book, route)
  return why
    ? [
        {
          kind: 'route-to-nothing',
          customPreferenceID,
          why,
          example: heldExample(route, rivals, { from: day, daysOff }),
        },
      ]
    : []
}

const holdOf = ({ carrier, clientMethodID, customPreferenceID }: FixedRoute) => ({
  carrier,
  clientMethodID,
  customPreferenceIDs: [customPreferenceID],
})

/** Finds the route that applies in a region on a day, among those of one SKU or category. */
const holdingOf = (rivals: readonly FixedRoute[], region: string | null, day: Day) =>
  rivals.filter((one) => isApplying(one, region, day)).toSorted(firstToApply)[0]

/** The number of days to try if many other routes precede one. */
const MAX_DAYS_TRIED = 20

/** Finds an example that a route applies to; null if other routes always precede it. */
function heldExample(
  route: FixedRoute,
  rivals: readonly FixedRoute[],
  { from, daysOff }: Beginning,
): Consignment | null {
  const ends = rivals.flatMap(({ endDate }) => (endDate !== null && endDate >= from ? [addDays(endDate, 1)] : []))
  const days = [...new Set([from, ...ends].map((day) => workingDay(day, daysOff)))].toSorted().slice(0, MAX_DAYS_TRIED)
  for (const despatchDay of days)
    for (const region of route.regions.length > 0 ? route.regions : [null])
      if (holdingOf(rivals, region, despatchDay) === route)
        return exampleOf({ despatchDay, region, heldTo: holdOf(route) })
  return null
}

function whyNowhere({ carriers, methods }: RuleBook, { carrier: code, clientMethodID }: FixedRoute) {
  const carrier = carriers.find((one) => one.code === code)
  if (!carrier) return 'no-such-carrier'
  const ofCarrier = methods.filter((method) => method.carrier === code)
  if (!ofCarrier.some((method) => clientMethodID === null || method.clientMethodID === clientMethodID))
    return 'no-such-method'
  return carrier.active === 'Y' ? undefined : 'carrier-inactive'
}

/** Whether another route of the same SKU or category precedes a route everywhere and always, from `day` on. */
function alwaysBeats(one: FixedRoute, route: FixedRoute, day: Day): boolean {
  const [begins, began] = [one.startDate ?? '', route.startDate ?? '']
  // The later start has priority: an earlier route never precedes this one, and a future one does not yet.
  const isFirst =
    begins === began
      ? compareCodes(one.customPreferenceID, route.customPreferenceID) < 0
      : began < begins && begins <= day
  const lastsAsLong = one.endDate === null || (route.endDate !== null && one.endDate >= route.endDate)
  return isFirst && lastsAsLong && isAsWide(one, route)
}

/**
 * Whether one route applies in all regions of the other. A route with regions precedes one without only in its regions.
 */
function isAsWide(one: FixedRoute, route: FixedRoute): boolean {
  if (route.regions.length === 0) return one.regions.length === 0
  return one.regions.length > 0 && route.regions.every((region) => one.regions.includes(region))
}

/**
 * Checks the working days of the first week, and of the first week after each day on which a capacity starts or ends.
 */
function capacityFindings(
  { capacities, carriers, methods }: RuleBook,
  code: string,
  { from, daysOff }: Beginning,
): Finding[] {
  const carrier = carriers.find((one) => one.code === code)
  if (carrier?.active !== 'Y') return []
  const services = PROMISED.filter((service) =>
    methods.some((method) => method.carrier === code && method.serviceTypes.includes(service)),
  )
  if (services.length === 0) return []
  const begins = capacities
    .filter((capacity) => capacity.carrier === code)
    .flatMap((capacity) => changeDays([capacity]))
    .filter((day) => day > from)
  const days = [...new Set([from, ...begins])].flatMap((first) =>
    Array.from({ length: 7 }, (_, index) => addDays(first, index)),
  )
  return [...new Set(days)]
    .filter(
      (day) =>
        isWorkingDay(day, daysOff) &&
        isActiveOn(carrier, day) &&
        capacityOn(capacities, code, day)?.slots[weekday(day)] === 0,
    )
    .toSorted()
    .map((day) => ({
      kind: 'no-capacity',
      carrier: code,
      day,
      services,
      example: exampleOf({ despatchDay: day, service: services[0] ?? 'NEXT DAY' }),
    }))
}

/**
 * Reports days on which an active carrier with methods is not active: permanently after its last date, or between two
 * dates. The days before its first date, and a last date in the future, are correct.
 */
function activeDateFindings({ methods }: RuleBook, carrier: Carrier, { from, daysOff }: Beginning): Finding[] {
  const { code, active, activeDates } = carrier
  const method = methods.find((one) => one.carrier === code)
  if (active !== 'Y' || !method || activeDates.length === 0) return []
  const of = (first: Day, to: Day | null): Finding[] => {
    const day = workingDay(first < from ? from : first, daysOff)
    if (to !== null && day > to) return []
    return [{ kind: 'carrier-not-active', carrier: code, from: first, to, example: exampleFor(method, day) }]
  }
  const findings: Finding[] = []
  let ended: Day | null = ''
  for (const { from: begins, to } of activeDates.toSorted((one, other) => compareCodes(one.from, other.from))) {
    if (ended === null) break
    const first: Day = ended && addDays(ended, 1)
    if (first && first < begins && first <= addDays(from, DAYS_AHEAD)) findings.push(...of(first, addDays(begins, -1)))
    ended = to === null || to > ended ? to : ended
  }
  return ended !== null && ended < from ? of(addDays(ended, 1), null) : findings
}

function weightlessFinding(weightless: NonNullable<CheckInputs['weightless']>, { from, daysOff }: Beginning): Finding {
  const parcels = [{ weight: 0, length: 300, volume: 8000 }]
  return {
    kind: 'skus-without-weight',
    ...weightless,
    example: exampleOf({ despatchDay: workingDay(from, daysOff), parcels }),
  }
}

function limitFindings({ methods }: RuleBook, { skus, from, daysOff }: CheckInputs): Finding[] {
  const least = (measure: (parcel: Parcel) => number) => Math.min(...skus.map(measure))
  const of: Partial<Record<LimitType, number>> = {
    Length: least(({ length }) => length),
    Volume: least(({ volume }) => volume),
    NumberOfParcels: 1,
    ParcelWeight: least(({ weight }) => weight),
    ConsignmentWeight: least(({ weight }) => weight),
  }
  const parcels = [
    {
      weight: of.ParcelWeight ?? 0,
      length: of.Length ?? 0,
      volume: of.Volume ?? 0,
    },
  ]
  return methods.flatMap((method) =>
    (Object.entries(of) as [LimitType, number][]).flatMap(([type, smallest]) => {
      const { clientMethodID } = method
      const limit = method.limits[type]
      return limit !== null && limit < smallest
        ? [
            {
              kind: 'limit-too-low' as const,
              clientMethodID,
              type,
              limit,
              least: smallest,
              example: { ...exampleFor(method, workingDay(from, daysOff)), parcels },
            },
          ]
        : []
    }),
  )
}

/** An example consignment: one parcel of 1 kg unless `values` says otherwise. */
export function exampleOf(values: Partial<Consignment> & { despatchDay: Day }): Consignment {
  return {
    service: 'STANDARD',
    country: 'GB',
    region: null,
    parcels: [{ weight: 1000, length: 300, volume: 8000 }],
    heldTo: null,
    ...values,
  }
}
