import { dayNumber } from '../day-numbers.ts'
import { sameName } from '../../text/same-name.ts'
import type { RequestedLine, ReturnFacts, ReturnOrder, ReturnOrderLine } from '../return-order.ts'
import { amountRange, type CompiledReturnsBook, dayNumberRange } from './compile-returns-book.ts'
import { COUNTED_FROM, type CountedFrom, type Range, type ReturnConditions } from './returns-book.ts'

/** A return of one line of an order, on a day (as a day number). */
export type SingleLineReturn = {
  readonly order: ReturnOrder
  readonly line: ReturnOrderLine
  readonly facts: Pick<ReturnFacts, 'hadDeliveryException' | 'earlierReturns'>
  readonly request: Pick<RequestedLine, 'quantity' | 'reason'>
  readonly today: number
}

/** Gives the class of a return: returns of one class get the same answer, fee and options from every book of the set. */
export type ReturnClassifier = (one: SingleLineReturn) => string

const NAMED = ['skus', 'categories', 'countries', 'regions'] as const
type Bounds = Record<'quantity' | 'lineValue' | 'orderValue' | 'ordered' | 'today' | 'grams' | 'length', Float64Array>

/** All names and figures by which some books distinguish returns. */
export type Distinctions = {
  readonly named: Readonly<Record<(typeof NAMED)[number], ReadonlySet<string>>>
  readonly bounds: Readonly<Bounds>
  /** Thresholds of elapsed days, by their start. */
  readonly elapsed: Readonly<Record<CountedFrom, Float64Array>>
  /** By length of window in days: the counts of earlier returns at which an answer can change. */
  readonly windows: ReadonlyMap<number, Float64Array>
  /** Countries whose regions matter. */
  readonly homes: ReadonlySet<string>
}

export function distinctionsOf(books: readonly CompiledReturnsBook[]): Distinctions {
  const windows = new Set(books.flatMap(({ earlier }) => earlier.map(({ days }) => days)))
  const ranges = books.flatMap(({ rules }) => rules.flatMap(({ conditions }) => conditions.earlierReturns ?? []))
  return {
    named: namesOf(books),
    bounds: boundsOf(books),
    elapsed: elapsedBounds(books),
    windows: new Map(
      Array.from(windows, (window) => [
        window,
        figures(ranges.filter(({ days }) => days === window).flatMap((range) => edgesOf(range))),
      ]),
    ),
    homes: new Set(books.map(({ book }) => book.homeCountry)),
  }
}

/** Gives the class of a SKU: its name and categories, as far as a book mentions them. Most SKUs are in class ''. */
export function classifySkus({
  named,
}: Pick<Distinctions, 'named'>): (sku: Pick<ReturnOrderLine, 'sku' | 'categories'>) => string {
  return (line) => {
    const name = named.skus.size === 0 ? '' : sameName(line.sku)
    const categories = categoriesOf(line, named.categories)
    const own = named.skus.has(name) ? name : ''
    return own === '' && categories === '' ? '' : `${own}|${categories}`
  }
}

/**
 * Builds a classifier from every name in a rule or option and every figure at which an answer can change. A million
 * returns fall into few classes, and each class is decided once.
 */
export function classifyReturns(books: readonly CompiledReturnsBook[]): ReturnClassifier {
  const { named, bounds, elapsed, windows, homes } = distinctionsOf(books)
  const skus = new Map<string, string>()
  return ({ order, line, facts, request, today }) => {
    let sku = skus.get(line.sku)
    if (sku === undefined) {
      if (skus.size > 100_000) skus.clear()
      const name = sameName(line.sku)
      sku = named.skus.has(name) ? name : ''
      skus.set(line.sku, sku)
    }
    const region = homes.has(order.country) && order.region !== null && named.regions.has(order.region)
    const days = [order.deliveredOn, order.despatchedOn, order.orderedOn]
    let key = `${sku}|${categoriesOf(line, named.categories)}|${named.countries.has(order.country) ? order.country : ''}`
    key += `|${region ? order.region : ''}|${order.customer}|${line.serialNumbered}|${facts.hadDeliveryException}`
    key += `|${sameName(request.reason)}|${place(bounds.quantity, request.quantity)}|${place(bounds.lineValue, line.value)}`
    key += `|${place(bounds.orderValue, order.value)}|${place(bounds.ordered, dayNumber(order.orderedOn))}`
    key += `|${place(bounds.today, today)}|${place(bounds.grams, (line.weight ?? 0) * request.quantity)}`
    key += `|${place(bounds.length, line.length ?? 0)}`
    for (const [at, since] of DAYS.entries()) {
      const day = days[at] ?? null
      key += day === null ? '|-' : `|${place(elapsed[since], Math.max(0, today - dayNumber(day)))}`
    }
    for (const window of windows.keys())
      key += `|${facts.earlierReturns.filter((day) => isWithin(day, today, window)).length}`
    return key
  }
}

/** In the order in which the key lists the days. */
const DAYS = ['delivery', 'despatch', 'order'] as const satisfies readonly CountedFrom[]

function isWithin(day: string, today: number, window: number): boolean {
  const age = today - dayNumber(day)
  return age >= 0 && age <= window
}

function categoriesOf({ categories }: Pick<ReturnOrderLine, 'categories'>, named: ReadonlySet<string>): string {
  if (categories.length === 0 || named.size === 0) return ''
  return categories
    .filter((category) => named.has(category))
    .toSorted()
    .join('\u0001')
}

/** How many of the ascending figures a value has reached. */
function place(figures: Float64Array, value: number): number {
  let [low, high] = [0, figures.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((figures[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low
}

function namesOf(books: readonly CompiledReturnsBook[]): Record<(typeof NAMED)[number], Set<string>> {
  const of = (name: (typeof NAMED)[number]) => new Set(books.flatMap(({ names }) => [...names[name].of.keys()]))
  const [countries, regions] = [of('countries'), of('regions')]
  for (const { book } of books) {
    countries.add(book.homeCountry)
    for (const option of book.options) {
      for (const country of option.countries) countries.add(country)
      for (const region of option.regions) regions.add(region)
    }
  }
  return { skus: of('skus'), categories: of('categories'), countries, regions }
}

/** Removes gaps and duplicates, and sorts ascending. */
const figures = (list: readonly (number | null | undefined)[]) =>
  Float64Array.from(new Set(list.filter((one) => typeof one === 'number'))).toSorted()

function boundsOf(books: readonly CompiledReturnsBook[]): Bounds {
  const conditions = books.flatMap(({ rules }) => rules.map((rule) => rule.conditions))
  const options = books.flatMap((book) => [...book.options.values()])
  const untils = books.flatMap(({ rules }) => rules.map(({ outcomes }) => outcomes.until))
  const edges = (select: (conditions: ReturnConditions) => Range<number> | null) =>
    figures(conditions.flatMap((one) => edgesOf(select(one))))
  return {
    quantity: edges(({ quantity }) => quantity),
    lineValue: edges(({ lineValue }) => amountRange(lineValue)),
    orderValue: edges(({ orderValue }) => amountRange(orderValue)),
    ordered: edges(({ ordered }) => dayNumberRange(ordered)),
    // The first day that is too late is the one after the last.
    today: figures(untils.map((until) => (until && until.day !== null ? dayNumber(until.day) + 1 : null))),
    grams: figures(options.map(({ grams }) => justAbove(grams))),
    length: figures(options.map(({ millimetres }) => justAbove(millimetres))),
  }
}

const edgesOf = (range: Range<number> | null) => (range ? [range.from, range.to === null ? null : range.to + 1] : [])

/** Weights can be fractional: the smallest value above a limit is already over it. */
const justAbove = (limit: number | null) => limit && limit + limit * Number.EPSILON

function elapsedBounds(books: readonly CompiledReturnsBook[]): Record<CountedFrom, Float64Array> {
  const rules = books.flatMap((book) => book.rules)
  const of = (since: CountedFrom) =>
    figures(
      rules.flatMap(({ conditions: { days }, outcomes: { until } }) => [
        ...(days?.since === since ? edgesOf(days) : []),
        ...(until?.since === since && until.days !== null ? [until.days + 1] : []),
      ]),
    )
  return Object.fromEntries(COUNTED_FROM.map((since) => [since, of(since)])) as Record<CountedFrom, Float64Array>
}
