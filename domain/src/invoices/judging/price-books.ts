import { addDays, type Day } from '../../calendar/day.ts'
import { type DayPricing, pricingOn } from '../../routing/prices/compile-pricing.ts'
import type { Pricing } from '../../routing/prices/costing.ts'
import { appliesOn, NO_PRICING } from '../../routing/prices/holds-from.ts'
import { compareCodes } from '../../text/compare-codes.ts'
import { isSameJson } from '../../text/same-json.ts'
import type { DayMethod, MethodSpan, PriceHistory, PublishedVersion } from './rules.ts'

/** A span of a method, and the version that entered its prices. */
type Entry = { readonly span: MethodSpan; readonly enteredIn: PublishedVersion }

/** A client's prices, prepared for repeated use. */
type Book = {
  readonly currency: string
  /** In order of publication. */
  readonly versions: readonly PublishedVersion[]
  /** Each method's spans, in the order of their versions; methods by their ids. */
  readonly methods: ReadonlyMap<string, readonly Entry[]>
  /** A cache by version and day. */
  readonly onDay: Map<string, readonly DayMethod[]>
}

/** A pricing is the same on all days between two of its changes, so it is compiled once for them. */
type CompiledPricing = {
  readonly changes: readonly Day[]
  /** By the number of changes so far. */
  readonly between: Map<number, DayPricing | undefined>
}

/** The days from which other rows of a matrix apply. */
function changesOf({ primaryCosting, secondaryCosting }: Pricing): Day[] {
  const days = [primaryCosting, secondaryCosting].flatMap((costing) =>
    (costing?.costingMatrix ?? []).flatMap(({ effectiveFrom, effectiveBetween }) => {
      if (effectiveBetween) return [effectiveBetween.from, addDays(effectiveBetween.to, 1)]
      return effectiveFrom === null ? [] : [effectiveFrom]
    }),
  )
  return [...new Set(days)].toSorted(compareCodes)
}

/**
 * All clients' prices. The price of a method on a day is the one entered last of those that apply from that day or
 * before, whenever the parcel left; its name and destinations are those of the rule book at the time of despatch.
 */
export class PriceBooks {
  readonly #books: ReadonlyMap<string, Book>
  readonly #pricings = new Map<Pricing, CompiledPricing>()

  constructor(histories: readonly PriceHistory[]) {
    this.#books = new Map(histories.map((history) => [history.client, bookOf(history)]))
  }

  /** ISO code; undefined for a client without prices. */
  currencyOf(client: string): string | undefined {
    return this.#books.get(client)?.currency
  }

  /** Whether a client's rule book was ever published. */
  isPublished(client: string): boolean {
    return (this.#books.get(client)?.versions.length ?? 0) > 0
  }

  /**
   * The methods of a client at an instant (milliseconds since 1970), by id, with the prices of its day. A method
   * contracted later has its first version, which prices earlier parcels.
   */
  methodsOn(client: string, day: Day, instant: number): readonly DayMethod[] {
    const book = this.#books.get(client)
    if (!book) return []
    const version = versionAt(book, instant)
    const key = `${version} ${day}`
    let methods = book.onDay.get(key)
    if (!methods) {
      methods = [...book.methods.values()].flatMap((entries) => methodOn(entries, version, day) ?? [])
      book.onDay.set(key, methods)
    }
    return methods
  }

  /** A method in the version of the rule book that routing used. */
  method(client: string, version: number, clientMethodID: string): MethodSpan | undefined {
    return this.#books
      .get(client)
      ?.methods.get(clientMethodID)
      ?.find(({ span }) => isInVersion(span, version))?.span
  }

  /** The pricing of a method on a day; undefined without any price. */
  pricingOn({ pricing }: Pick<DayMethod['method'], 'pricing'>, day: Day): DayPricing | undefined {
    let compiled = this.#pricings.get(pricing)
    if (!compiled) this.#pricings.set(pricing, (compiled = { changes: changesOf(pricing), between: new Map() }))
    const { changes, between } = compiled
    let since = 0
    while (since < changes.length && (changes[since] ?? '') <= day) since++
    if (!between.has(since)) between.set(since, pricingOn(pricing, day))
    return between.get(since)
  }
}

/** A client's prices as known at an instant (milliseconds since 1970). */
export function historyKnownAt({ versions, methods, ...history }: PriceHistory, instant: number): PriceHistory {
  const published = versions.filter(({ publishedAt }) => publishedAt <= instant)
  const numbers = new Set(published.map(({ version }) => version))
  return {
    ...history,
    versions: published,
    methods: methods
      .filter(({ fromVersion }) => numbers.has(fromVersion))
      .map((span) => (span.toVersion !== null && numbers.has(span.toVersion) ? span : { ...span, toVersion: null })),
  }
}

function bookOf({ currency, versions, methods }: PriceHistory): Book {
  const byNumber = new Map(versions.map((version) => [version.version, version]))
  const inOrder = methods.toSorted(
    (one, other) =>
      compareCodes(one.method.clientMethodID, other.method.clientMethodID) || one.fromVersion - other.fromVersion,
  )
  return {
    currency,
    versions: versions.toSorted((one, other) => one.publishedAt - other.publishedAt || one.version - other.version),
    methods: new Map(
      [...Map.groupBy(inOrder, ({ method }) => method.clientMethodID)].map(([id, spans]) => [
        id,
        entriesOf(spans, byNumber),
      ]),
    ),
    onDay: new Map(),
  }
}

/** Spans with the version that entered their prices: a span that does not change them has those of the span before. */
function entriesOf(spans: readonly MethodSpan[], versions: ReadonlyMap<number, PublishedVersion>): Entry[] {
  const entries: Entry[] = []
  for (const span of spans) {
    const before = entries.at(-1)
    if (before && hasPricesOf(span, before.span)) {
      const { pricing } = before.span.method
      entries.push({ span: { ...span, method: { ...span.method, pricing } }, enteredIn: before.enteredIn })
    } else {
      const enteredIn = versions.get(span.fromVersion) ?? { version: span.fromVersion, publishedAt: 0, by: '' }
      entries.push({ span, enteredIn })
    }
  }
  return entries
}

const hasPricesOf = (span: MethodSpan, before: MethodSpan) =>
  span.holdsFrom === before.holdsFrom && isSameJson(span.method.pricing, before.method.pricing)

/** The number of the version in force at an instant: the last one published by then; 0 before the first. */
function versionAt({ versions }: Book, instant: number): number {
  let low = 0
  let high = versions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((versions[middle]?.publishedAt ?? 0) <= instant) low = middle + 1
    else high = middle
  }
  return versions[low - 1]?.version ?? 0
}

/** A method in a version, with the prices of a day; undefined if the version has ended it. */
function methodOn(entries: readonly Entry[], version: number, day: Day): DayMethod | undefined {
  const [first] = entries
  const isLater = first !== undefined && first.span.fromVersion > version
  const there = isLater ? first : entries.find(({ span }) => isInVersion(span, version))
  if (!there) return undefined
  const { method } = there.span
  const priced = entries.findLast(({ span }) => appliesOn(span, day))
  const { pricing } = priced?.span.method ?? { pricing: NO_PRICING }
  const { enteredIn, span } = priced ?? there
  return { method: { ...method, pricing }, enteredIn, holdsFrom: priced ? span.holdsFrom : null, isLater }
}

const isInVersion = ({ fromVersion, toVersion }: MethodSpan, version: number) =>
  fromVersion <= version && (toVersion === null || version < toVersion)
