import { addDays, type Day, type DaysOff, isWorkingDay, weekday } from '../../calendar/day.ts'
import { changeDays } from '../prices/band-steps.ts'
import { isApplying } from '../allocation/plan-consignments.ts'
import { capacityOn, compareCodes, firstToApply, isActiveOn } from './compile-book.ts'
import type { Consignment, Parcel } from '../allocation/consignment.ts'
import { exampleFor, type NoPrice, type PriceFinding, priceFindings, workingDay } from './check-prices.ts'
import type { Carrier, FixedRoute, LimitType, RuleBook } from './rule-book.ts'

/** One thing in a rule book that cannot be meant so, with a consignment that would fall into it, where there is one. */
export type Finding = (
  | PriceFinding
  | NoPrice
  /** An active carrier that is not so on some days: `from` is the first of them, `to` the last; null is for good. */
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

/** Services that promise a day: a slot of nothing on a working day breaks them. */
const PROMISED = ['NEXT DAY', 'NAMED DAY'] as const

/** How far ahead it is looked for days on which a carrier is not active. */
const DAYS_AHEAD = 366

/** What a rule book is checked beside. */
export type CheckedBeside = {
  /** The first day that is looked at. */
  readonly from: Day
  /** By the client's calendar. */
  readonly daysOff: DaysOff
  /** One unit of each SKU of the client. */
  readonly skus: readonly Parcel[]
  /** SKUs that weigh nothing as far as anyone knows: how many, and the first of them. */
  readonly weightless?: { readonly count: number; readonly first: readonly string[] }
}

type Beginning = Pick<CheckedBeside, 'from' | 'daysOff'>

/**
 * Looks a rule book over: methods without a price, price bands that overlap or are missing, effective dates with holes,
 * carriers whose active dates have run out or have holes, fixed routing to what is not there or not active, a route that
 * another always beats, a slot of nothing on a working day with promised service, limits that no SKU can meet, SKUs that
 * weigh nothing.
 */
export function checkBook(book: RuleBook, given: CheckedBeside): Finding[] {
  const { from, daysOff, skus, weightless } = given
  const active = new Set(book.carriers.flatMap(({ code, active: flag }) => (flag === 'Y' ? [code] : [])))
  const rivals = Map.groupBy(book.fixedRouting, routed)
  return [
    ...book.methods.flatMap((method) => priceFindings(method, given, active.has(method.carrier))),
    ...book.carriers.flatMap((carrier) => activeDateFindings(book, carrier, given)),
    ...book.fixedRouting.flatMap((route) => routeFindings(book, route, rivals.get(routed(route)) ?? [], given)),
    ...book.carriers.flatMap(({ code }) => capacityFindings(book, code, { from, daysOff })),
    ...(skus.length > 0 ? limitFindings(book, given) : []),
    ...(weightless && weightless.count > 0 && book.methods.length > 0 ? [weightlessFinding(weightless, given)] : []),
  ]
}

/** What a route is of: only those of the same SKU or category can beat one another always. */
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
  // A route that holds on days off alone holds nothing.
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

/** The route, of those of one SKU or category, that holds it in a region on a day. */
const holdingOf = (rivals: readonly FixedRoute[], region: string | null, day: Day) =>
  rivals.filter((one) => isApplying(one, region, day)).toSorted(firstToApply)[0]

/** Of a route that many others of its SKU or category go before. */
const MAX_DAYS_TRIED = 20

/** A consignment that a route holds: where and when no other goes before it; null where there is none. */
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

/** Whether wherever and whenever a route still applies, from `day` on, another of the same SKU or category goes before it. */
function alwaysBeats(one: FixedRoute, route: FixedRoute, day: Day): boolean {
  const [begins, began] = [one.startDate ?? '', route.startDate ?? '']
  // The later begun goes first: one that began earlier never beats it, one that is still to begin does not yet.
  const isFirst =
    begins === began
      ? compareCodes(one.customPreferenceID, route.customPreferenceID) < 0
      : began < begins && begins <= day
  const lastsAsLong = one.endDate === null || (route.endDate !== null && one.endDate >= route.endDate)
  return isFirst && lastsAsLong && isAsWide(one, route)
}

/** Of two with regions, or two without: the one with regions goes before the other in its regions alone. */
function isAsWide(one: FixedRoute, route: FixedRoute): boolean {
  if (route.regions.length === 0) return one.regions.length === 0
  return one.regions.length > 0 && route.regions.every((region) => one.regions.includes(region))
}

/** Working days of the first week that is looked at, and of the first week after each day on which a capacity begins or ends. */
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
 * Days on which an active carrier with methods is not active: for good, where all of its dates have run out; or between
 * two of them. Before the first it is not used yet, and where the last will end nothing is wrong so far.
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

function weightlessFinding(
  weightless: NonNullable<CheckedBeside['weightless']>,
  { from, daysOff }: Beginning,
): Finding {
  const parcels = [{ weight: 0, length: 300, volume: 8000 }]
  return {
    kind: 'skus-without-weight',
    ...weightless,
    example: exampleOf({ despatchDay: workingDay(from, daysOff), parcels }),
  }
}

function limitFindings({ methods }: RuleBook, { skus, from, daysOff }: CheckedBeside): Finding[] {
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

/** A consignment of one parcel of a kilogram, otherwise as told. */
export function exampleOf(given: Partial<Consignment> & { despatchDay: Day }): Consignment {
  return {
    service: 'STANDARD',
    country: 'GB',
    region: null,
    parcels: [{ weight: 1000, length: 300, volume: 8000 }],
    heldTo: null,
    ...given,
  }
}
