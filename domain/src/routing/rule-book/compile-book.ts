import { addDays, type Day, weekday } from '../../calendar/day.ts'
import { minorUnitOf } from '../../money/minor-units.ts'
import { compareCodes } from '../../text/compare-codes.ts'
import { CROWN_AREAS, CROWN_CODES } from '../../text/crown-dependencies.ts'
import { servesCountry, servesRegion } from '../served-places.ts'
import { type DayPricing, pricingOn } from '../prices/compile-pricing.ts'
import type { Cost } from '../prices/costing.ts'
import { DISPATCH_SERVICES } from '../dispatch-service.ts'
import { BIT } from '../allocation/constraints.ts'
import { usageKey, type Usage } from '../allocation/consignment.ts'
import type { ClientTerms } from '../terms/client-terms.ts'
import type { Capacity, Carrier, FixedRoute, LimitType, Method, RuleBook } from './rule-book.ts'

/** The rules of one despatch day. */
export type DayRules = {
  readonly day: Day
  /** By method: constraints that fail for any consignment (carrier not active, or not on this day). */
  readonly failing: Uint16Array
  /** By method; undefined without a price on the day. */
  readonly pricing: readonly (DayPricing | undefined)[]
  /** By carrier: the limit of the day's weekday; Infinity is no limit. */
  readonly slots: Float64Array
}

/** A rule book compiled for many decisions. Methods are sorted by transit days, then code, which breaks ties. */
export type CompiledBook = {
  readonly book: RuleBook
  /** The minor unit of the currency, in ten-thousandths. */
  readonly penny: Cost
  readonly methods: readonly Method[]
  readonly carriers: readonly Carrier[]
  /** By method: the index of its carrier. */
  readonly carrierOf: Int32Array
  /** By method: the limit of each type; Infinity is none. */
  readonly limits: Readonly<Record<LimitType, Float64Array>>
  /**
   * For each service, country and region, by method: the bit of the constraint if it fails. `elsewhere` is for other
   * values.
   */
  readonly failingService: ReadonlyMap<string, Uint16Array>
  readonly failingCountry: ReadonlyMap<string, Uint16Array>
  readonly failingRegion: ReadonlyMap<string, Uint16Array>
  readonly elsewhere: { readonly country: Uint16Array; readonly region: Uint16Array; readonly abroad: Uint16Array }
  /** The fixed routes of each SKU and category, most specific first. */
  readonly routesOfSku: ReadonlyMap<string, readonly FixedRoute[]>
  readonly routesOfCategory: ReadonlyMap<string, readonly FixedRoute[]>
  /** Sorted days on which a fixed route starts or has ended. */
  readonly routeDays: readonly Day[]
  /** The rules of a day, computed on first use. */
  rulesOn(day: Day): DayRules
  /** Carriers' terms by their moments (`Consignment.terms`), for the consignments that it decides. */
  readonly terms?: ReadonlyMap<string, ClientTerms> | undefined
}

/** Days to cache in a book: a what-if looks at a quarter, a decision at four weeks. */
const MAX_DAYS = 150

/** Compiles a rule book. Throws a RangeError for a method whose carrier is not in the book. */
export function compileBook(book: RuleBook): CompiledBook {
  const methods = book.methods.toSorted(
    (one, other) => one.transitDays - other.transitDays || compareCodes(one.clientMethodID, other.clientMethodID),
  )
  const { carriers } = book
  const carrierOf = Int32Array.from(methods, ({ carrier, clientMethodID }) => {
    const index = carriers.findIndex(({ code }) => code === carrier)
    if (index < 0) throw new RangeError(`Method ${clientMethodID} is of the carrier ${carrier}, which the book lacks`)
    return index
  })
  const limit = (type: LimitType) =>
    Float64Array.from(methods, ({ limits }) => limits[type] ?? Number.POSITIVE_INFINITY)
  const failing = (bit: number, isMet: (method: Method) => boolean) =>
    Uint16Array.from(methods, (method) => (isMet(method) ? 0 : bit))
  const byName = (names: Iterable<string>, bit: number, isMet: (method: Method, name: string) => boolean) =>
    new Map([...new Set(names)].map((name) => [name, failing(bit, (method) => isMet(method, name))]))
  return {
    book,
    penny: book.currency === undefined ? 1 : minorUnitOf(book.currency),
    methods,
    carriers,
    carrierOf,
    limits: {
      Length: limit('Length'),
      Volume: limit('Volume'),
      NumberOfParcels: limit('NumberOfParcels'),
      ParcelWeight: limit('ParcelWeight'),
      ConsignmentWeight: limit('ConsignmentWeight'),
    },
    failingService: byName(DISPATCH_SERVICES, BIT.service, ({ serviceTypes }, name) =>
      (serviceTypes as readonly string[]).includes(name),
    ),
    failingCountry: byName(
      [...methods.flatMap(({ countries }) => countries), ...CROWN_CODES],
      BIT.country,
      servesCountry,
    ),
    failingRegion: byName([...methods.flatMap(({ regions }) => regions), ...CROWN_AREAS], BIT.region, servesRegion),
    elsewhere: {
      country: failing(BIT.country, ({ countries }) => countries.length === 0),
      region: failing(BIT.region, ({ regions }) => regions.length === 0),
      abroad: new Uint16Array(methods.length),
    },
    routesOfSku: routesBy(book.fixedRouting, ({ by }) => ('sku' in by ? by.sku : undefined)),
    routesOfCategory: routesBy(book.fixedRouting, ({ by }) => ('category' in by ? by.category : undefined)),
    routeDays: [
      ...new Set(
        book.fixedRouting.flatMap(({ startDate, endDate }) =>
          [startDate ?? [], endDate ? addDays(endDate, 1) : []].flat(),
        ),
      ),
    ].toSorted(),
    rulesOn: rulesByDay(book, methods),
  }
}

/** Caches the rules of days. */
function rulesByDay(book: RuleBook, methods: readonly Method[]): (day: Day) => DayRules {
  const days = new Map<Day, DayRules>()
  return (day) => {
    let rules = days.get(day)
    if (!rules) {
      rules = rulesOfDay(book, methods, day)
      // Orders may name any day, so the cache must not grow without limit.
      if (days.size === MAX_DAYS) days.clear()
      days.set(day, rules)
    }
    return rules
  }
}

/** Groups routes by name, sorted: with regions first, then the later start, then by id. */
function routesBy(routes: readonly FixedRoute[], nameOf: (route: FixedRoute) => string | undefined) {
  const named = new Map<string, FixedRoute[]>()
  for (const route of routes) {
    const name = nameOf(route)
    if (name === undefined) continue
    const list = named.get(name)
    if (list) list.push(route)
    else named.set(name, [route])
  }
  for (const list of named.values()) list.sort(firstToApply)
  return named
}

/** The order of the routes of a SKU or category: the first that applies wins. */
export const firstToApply = (one: FixedRoute, other: FixedRoute): number =>
  Number(other.regions.length > 0) - Number(one.regions.length > 0) ||
  compareCodes(other.startDate ?? '', one.startDate ?? '') ||
  compareCodes(one.customPreferenceID, other.customPreferenceID)

function rulesOfDay({ carriers, capacities }: RuleBook, methods: readonly Method[], day: Day): DayRules {
  const carrierByCode = new Map(carriers.map((carrier) => [carrier.code, carrier]))
  return {
    day,
    failing: Uint16Array.from(methods, (method) => {
      const carrier = carrierByCode.get(method.carrier)
      const isOn = carrier?.active === 'Y'
      return (isOn ? 0 : BIT.carrierActive) | (carrier && isActiveOn(carrier, day) ? 0 : BIT.activeDates)
    }),
    pricing: methods.map(({ pricing }) => pricingOn(pricing, day)),
    slots: Float64Array.from(carriers, ({ code }) => slotOn(capacities, code, day) ?? Number.POSITIVE_INFINITY),
  }
}

/** Whether a carrier is active on a day. A carrier without active dates is always active. */
export function isActiveOn({ activeDates }: Carrier, day: Day): boolean {
  return activeDates.length === 0 || activeDates.some(({ from, to }) => from <= day && (to === null || day <= to))
}

/** Finds the capacity that applies to a carrier on a day: between dates first, then the later start. */
export function capacityOn(capacities: readonly Capacity[], carrier: string, day: Day): Capacity | undefined {
  const begins = (one: Capacity) => one.effectiveBetween?.from ?? one.effectiveFrom ?? ''
  return capacities
    .filter((one) => one.carrier === carrier)
    .filter(({ effectiveFrom, effectiveBetween: between }) =>
      between ? between.from <= day && day <= between.to : effectiveFrom === null || effectiveFrom <= day,
    )
    .toSorted(
      (one, other) =>
        Number(other.effectiveBetween !== null) - Number(one.effectiveBetween !== null) ||
        compareCodes(begins(other), begins(one)),
    )[0]
}

/** The number of parcels that a carrier takes on a day; null is no limit. */
export function slotOn(capacities: readonly Capacity[], carrier: string, day: Day): number | null {
  return capacityOn(capacities, carrier, day)?.slots[weekday(day)] ?? null
}

/** The parcels of a day already allocated, by carrier index. */
export function usedOn({ carriers }: CompiledBook, usage: Usage, day: Day): Float64Array {
  return Float64Array.from(carriers, ({ code }) => usage.get(usageKey(code, day)) ?? 0)
}
