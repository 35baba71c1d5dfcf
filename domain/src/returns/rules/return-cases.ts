import { addDays } from '../../calendar/day.ts'
import { POSTCODE_AREAS } from '../../text/postcode-areas.ts'
import { sameName } from '../../text/same-name.ts'
import { offeredReasonCodes } from '../offered-reason-codes.ts'
import { amountRange, codesOf, type CompiledReturnsBook, dayNumberRange } from './compile-returns-book.ts'
import type { ReturnRequest, ReturnFacts, ReturnOrder } from '../return-order.ts'
import type { Range, ReturnConditions } from './returns-book.ts'

/** Allowed names: those in `among` (null: any) that are not in `not`. */
type Names = { readonly among: ReadonlySet<string> | null; readonly not: ReadonlySet<string> }
type Span = readonly [least: number, most: number]
type Figure =
  | 'delivery'
  | 'despatch'
  | 'order'
  | 'ordered'
  | 'lineValue'
  | 'orderValue'
  | 'quantity'
  | `earlier ${number}`

/** A set of cases that meet all of these constraints. Anything not mentioned is free. */
export type Cases = {
  readonly names: Readonly<Record<'sku' | 'country' | 'region' | 'reason', Names>>
  /** At least one category of each list in `some`, none in `none`. */
  readonly categories: { readonly some: readonly (readonly string[])[]; readonly none: ReadonlySet<string> }
  readonly flags: Readonly<Partial<Record<'trade' | 'serial' | 'exception', boolean>>>
  readonly figures: ReadonlyMap<Figure, Span>
  /** Only after this day number. */
  readonly after: number | null
}

/** One concrete case, as input for the engine. */
export type ReturnCase = {
  readonly order: ReturnOrder
  readonly facts: ReturnFacts
  readonly request: ReturnRequest
  readonly now: Date
}

const AREAS = [...POSTCODE_AREAS]
const ANY: Names = { among: null, not: new Set() }
const LEAST_ORDERED = 7_300
const MOST = Number.MAX_SAFE_INTEGER
const WHOLE: Readonly<Record<string, Span>> = {
  ordered: [LEAST_ORDERED, 50_000],
  quantity: [1, 1_000_000],
}
const spanOf = ({ figures }: Cases, figure: Figure): Span => figures.get(figure) ?? WHOLE[figure] ?? [0, MOST]

export const EVERY_CASE: Cases = {
  names: { sku: ANY, country: ANY, region: ANY, reason: ANY },
  categories: { some: [], none: new Set() },
  flags: {},
  figures: new Map(),
  after: null,
}

/** One condition: narrows a set to the cases that meet it, and to those that do not, in parts. */
type Part = { readonly met: (cases: Cases) => Cases; readonly unmet: readonly ((cases: Cases) => Cases)[] }

const named = (key: keyof Cases['names'], list: readonly string[]): Part => ({
  met: (cases) => {
    const { among, not } = cases.names[key]
    return {
      ...cases,
      names: { ...cases.names, [key]: { among: new Set(list.filter((one) => !among || among.has(one))), not } },
    }
  },
  unmet: [
    (cases) => {
      const { among, not } = cases.names[key]
      return { ...cases, names: { ...cases.names, [key]: { among, not: new Set([...not, ...list]) } } }
    },
  ],
})

const spanned = (cases: Cases, figure: Figure, [least, most]: Span): Cases => {
  const [from, to] = spanOf(cases, figure)
  return { ...cases, figures: new Map(cases.figures).set(figure, [Math.max(from, least), Math.min(to, most)]) }
}
/** The cases whose figure lies within a span. */
export const casesWithin = (cases: Cases, figure: Figure, least: number, most: number): Cases =>
  spanned(cases, figure, [least, most])

const ranged = (figure: Figure, { from, to }: Range<number>): Part => ({
  met: (cases) => spanned(cases, figure, [from ?? -MOST, to ?? MOST]),
  unmet: [
    ...(from === null ? [] : [(cases: Cases) => spanned(cases, figure, [-MOST, from - 1])]),
    ...(to === null ? [] : [(cases: Cases) => spanned(cases, figure, [to + 1, MOST])]),
  ],
})

const flagged = (flag: keyof Cases['flags'], value: boolean): Part => {
  const set = (to: boolean) => (cases: Cases) =>
    cases.flags[flag] === !to ? NO_CASE : { ...cases, flags: { ...cases.flags, [flag]: to } }
  return { met: set(value), unmet: [set(!value)] }
}
const NO_CASE: Cases = { ...EVERY_CASE, figures: new Map([['quantity', [1, 0]]]) }

const partsCache = new WeakMap<CompiledReturnsBook, Map<ReturnConditions, readonly Part[]>>()

/** The conditions of a rule as parts. Cached per compiled book. */
function partsOf(conditions: ReturnConditions, compiled: CompiledReturnsBook): readonly Part[] {
  const cached = partsCache.get(compiled) ?? new Map<ReturnConditions, readonly Part[]>()
  partsCache.set(compiled, cached)
  const parts = cached.get(conditions) ?? makeParts(conditions, compiled)
  cached.set(conditions, parts)
  return parts
}

function makeParts(conditions: ReturnConditions, { book, reasons }: CompiledReturnsBook): Part[] {
  const { days, ordered, skus, categories, countries, regions, lineValue, orderValue, quantity, earlierReturns } =
    conditions
  const { serialNumbered, deliveryException, customer } = conditions
  const [line, order, placed] = [amountRange(lineValue), amountRange(orderValue), dayNumberRange(ordered)]
  return [
    ...(customer === null ? [] : [flagged('trade', customer === 'trade')]),
    ...(countries.length === 0 ? [] : [named('country', countries)]),
    ...(regions.length === 0 ? [] : [named('region', regions)]),
    ...(skus.length === 0 ? [] : [named('sku', skus.map(sameName))]),
    ...(conditions.reasons.length === 0 ? [] : [named('reason', codesOf(conditions, book.reasons, reasons))]),
    ...(categories.length === 0 ? [] : [categorised(categories)]),
    ...(serialNumbered === null ? [] : [flagged('serial', serialNumbered)]),
    ...(deliveryException === null ? [] : [flagged('exception', deliveryException)]),
    ...(line ? [ranged('lineValue', line)] : []),
    ...(order ? [ranged('orderValue', order)] : []),
    ...(quantity ? [ranged('quantity', quantity)] : []),
    ...(earlierReturns ? [ranged(`earlier ${earlierReturns.days}`, earlierReturns)] : []),
    ...(placed ? [ranged('ordered', placed)] : []),
    ...(days ? [ranged(days.since, days)] : []),
  ]
}

const categorised = (list: readonly string[]): Part => ({
  met: (cases) => ({ ...cases, categories: { ...cases.categories, some: [...cases.categories.some, list] } }),
  unmet: [
    (cases) => ({
      ...cases,
      categories: { ...cases.categories, none: new Set([...cases.categories.none, ...list]) },
    }),
  ],
})

const left = ({ among, not }: Names): string[] | null => among && [...among].filter((name) => !not.has(name))

/**
 * Chooses ascending figures within their spans: an order is ordered first and delivered last, so its elapsed days
 * descend.
 */
function chain(cases: Cases, figures: readonly Figure[]): number[] | undefined {
  const chosen: number[] = []
  for (const figure of figures) {
    const [least, most] = spanOf(cases, figure)
    const at = Math.max(least, chosen.at(-1) ?? 0)
    if (at > most) return undefined
    chosen.push(at)
  }
  return chosen
}
const DAYS = ['delivery', 'despatch', 'order'] as const
const VALUES = ['lineValue', 'orderValue'] as const
const earlierOf = (cases: Cases) =>
  [...cases.figures.keys()]
    .filter((figure): figure is `earlier ${number}` => figure.startsWith('earlier '))
    .toSorted((one, other) => Number(one.slice(8)) - Number(other.slice(8)))

/** Builds a case of a set; undefined if the set is empty. */
export function findCase(cases: Cases, compiled: CompiledReturnsBook): ReturnCase | undefined {
  const { names, categories, flags } = cases
  const home = compiled.book.homeCountry
  const [skus, regions] = [left(names.sku), left(names.region)]
  const countries = (left(names.country) ?? [home, 'IE', 'FR', 'DE', 'US', 'AU']).filter(
    (country) => !names.country.not.has(country) && (regions === null || country === home),
  )
  const [country] = countries.toSorted((one, other) => Number(other === home) - Number(one === home))
  const reason = offeredReasonCodes(compiled, names.reason)[0]
  const region = regions ? regions[0] : AREAS.find((area) => !names.region.not.has(area))
  const some = categories.some.map((list) => list.find((name) => !categories.none.has(name)))
  const days = chain(cases, DAYS)
  const values = chain(cases, VALUES)
  const earlier = earlierOf(cases)
  const counts = chain(cases, earlier)
  const [least, most] = spanOf(cases, 'quantity')
  const placed = placedOn(cases, days)
  if (skus?.length === 0 || country === undefined || reason === undefined || (regions && region === undefined))
    return undefined
  if (some.includes(undefined) || !days || !values || !counts || least > most || placed === undefined) return undefined
  const [delivery = 0, despatch = 0, order = 0] = placed.days
  const today = addDays('1970-01-01', placed.ordered + order)
  const [lineValue = 0, orderValue = 0] = values
  return {
    order: {
      orderNumber: 'EXAMPLE',
      customer: flags.trade ? 'trade' : 'consumer',
      orderedOn: addDays(today, -order),
      despatchedOn: addDays(today, -despatch),
      deliveredOn: addDays(today, -delivery),
      country,
      region: country === home ? (region ?? null) : null,
      value: orderValue,
      lines: [
        {
          lineNumber: 1,
          sku: skus?.[0] ?? anySku(names.sku),
          categories: [...new Set(some.flatMap((name) => name ?? []))],
          quantity: least,
          value: lineValue,
          weight: null,
          length: null,
          serialNumbered: flags.serial ?? false,
        },
      ],
    },
    facts: {
      hadDeliveryException: flags.exception ?? false,
      earlierReturns: earlierDays(
        earlier.map((figure) => Number(figure.slice(8))),
        counts,
        today,
      ),
      lines: [],
    },
    request: { lines: [{ lineNumber: 1, quantity: least, reason }] },
    now: new Date(`${today}T12:00:00Z`),
  }
}

const anySku = ({ not }: Names) =>
  ['ANY', 'ANY-1', 'ANY-2'].find((name) => !not.has(sameName(name))) ?? `ANY-${not.size}`

/** Chooses the order day, and the elapsed days so that the case is after `cases.after`. */
function placedOn(cases: Cases, days: number[] | undefined): { ordered: number; days: number[] } | undefined {
  if (!days) return undefined
  const [from, to] = spanOf(cases, 'ordered')
  if (from > to) return undefined
  const usual = Math.min(to, Math.max(from, 20_500))
  if (cases.after === null || usual + (days[2] ?? 0) > cases.after) return { ordered: usual, days }
  if (to + (days[2] ?? 0) > cases.after) return { ordered: cases.after + 1 - (days[2] ?? 0), days }
  // The order can be older than its minimum age.
  const longer = cases.after + 1 - to
  const most = spanOf(cases, 'order')[1]
  return longer <= most ? { ordered: to, days: [days[0] ?? 0, days[1] ?? 0, longer] } : undefined
}

/** Days of earlier returns that give each window its count. */
function earlierDays(windows: readonly number[], counts: readonly number[], today: string): string[] {
  return windows.flatMap((window, index) =>
    Array.from({ length: Math.min(100, (counts[index] ?? 0) - (counts[index - 1] ?? 0)) }, () =>
      addDays(today, -window),
    ),
  )
}

/** Narrows a set to the cases that meet all conditions of a rule. */
export function casesMeeting(cases: Cases, conditions: ReturnConditions, compiled: CompiledReturnsBook): Cases {
  return partsOf(conditions, compiled).reduce((some, part) => part.met(some), cases)
}

/** Sets examined in one search; beyond that the result is unknown. */
const MAX_STEPS = 4_000

/** Finds a case of the set that matches none of these rules; undefined if there is none or the search takes too long. */
export function findCaseOutside(
  cases: Cases,
  rules: readonly { readonly conditions: ReturnConditions }[],
  compiled: CompiledReturnsBook,
): ReturnCase | undefined {
  const parts = rules.map(({ conditions }) => partsOf(conditions, compiled))
  let steps = 0
  const search = (some: Cases, from: number): ReturnCase | undefined => {
    if (++steps > MAX_STEPS) return undefined
    const found = findCase(some, compiled)
    if (!found) return undefined
    const at = parts.findIndex(
      (one, index) =>
        index >= from &&
        findCase(
          one.reduce((all, { met }) => met(all), some),
          compiled,
        ),
    )
    if (at < 0) return found
    let rest = some
    for (const { met, unmet } of parts[at] ?? []) {
      for (const outside of unmet) {
        const beside = search(outside(rest), at + 1)
        if (beside) return beside
      }
      rest = met(rest)
      if (!findCase(rest, compiled)) return undefined
    }
    return undefined
  }
  return search(cases, 0)
}
