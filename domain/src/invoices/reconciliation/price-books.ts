import { addDays, type Day } from '../../calendar/day.ts'
import { type DayPricing, pricingOn } from '../../routing/prices/compile-pricing.ts'
import type { Pricing } from '../../routing/prices/costing.ts'
import { compareCodes } from '../../routing/rule-book/compile-book.ts'
import type { MethodSpan, PriceHistory, PublishedVersion } from './rules.ts'

/** A client's prices, ready to be asked often. */
type Book = {
  readonly currency: string
  /** In order of publication. */
  readonly versions: readonly PublishedVersion[]
  readonly byNumber: ReadonlyMap<number, PublishedVersion>
  readonly spansOfMethod: ReadonlyMap<string, readonly MethodSpan[]>
  /** By version, worked out when first asked for. */
  readonly methodsOfVersion: Map<number, readonly MethodSpan[]>
}

/** A pricing says the same on all days between two of its changes: it is compiled once for them. */
type CompiledPricing = {
  readonly changes: readonly Day[]
  /** By how many changes have come. */
  readonly between: Map<number, DayPricing | undefined>
}

/** The days from which on other rows of a matrix are in force. */
function changesOf({ primaryCosting, secondaryCosting }: Pricing): Day[] {
  const days = [primaryCosting, secondaryCosting].flatMap((costing) =>
    (costing?.costingMatrix ?? []).flatMap(({ effectiveFrom, effectiveBetween }) => {
      if (effectiveBetween) return [effectiveBetween.from, addDays(effectiveBetween.to, 1)]
      return effectiveFrom === null ? [] : [effectiveFrom]
    }),
  )
  return [...new Set(days)].toSorted(compareCodes)
}

/** All clients' prices in all versions. What a method costs on a day is compiled once for all versions that left it alone. */
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

  /** The version that was in force at an instant (milliseconds since 1970): the last one published by then. */
  versionAt(client: string, instant: number): PublishedVersion | undefined {
    const versions = this.#books.get(client)?.versions ?? []
    let low = 0
    let high = versions.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((versions[middle]?.publishedAt ?? 0) <= instant) low = middle + 1
      else high = middle
    }
    return versions[low - 1]
  }

  version(client: string, number: number): PublishedVersion | undefined {
    return this.#books.get(client)?.byNumber.get(number)
  }

  method(client: string, version: number, clientMethodID: string): MethodSpan | undefined {
    return this.#books
      .get(client)
      ?.spansOfMethod.get(clientMethodID)
      ?.find((span) => isInVersion(span, version))
  }

  /** All methods of a version, by id. */
  methods(client: string, version: number): readonly MethodSpan[] {
    const book = this.#books.get(client)
    if (!book) return []
    let methods = book.methodsOfVersion.get(version)
    if (!methods) {
      methods = [...book.spansOfMethod.values()].flatMap((spans) => spans.filter((span) => isInVersion(span, version)))
      book.methodsOfVersion.set(version, methods)
    }
    return methods
  }

  /** What a method costs on a day; undefined where it has no price at all. */
  pricingOn({ method: { pricing } }: MethodSpan, day: Day): DayPricing | undefined {
    let compiled = this.#pricings.get(pricing)
    if (!compiled) this.#pricings.set(pricing, (compiled = { changes: changesOf(pricing), between: new Map() }))
    const { changes, between } = compiled
    let since = 0
    while (since < changes.length && (changes[since] ?? '') <= day) since++
    if (!between.has(since)) between.set(since, pricingOn(pricing, day))
    return between.get(since)
  }
}

function bookOf({ currency, versions, methods }: PriceHistory): Book {
  const spansOfMethod = new Map<string, MethodSpan[]>()
  for (const span of methods.toSorted((one, other) =>
    compareCodes(one.method.clientMethodID, other.method.clientMethodID),
  )) {
    const spans = spansOfMethod.get(span.method.clientMethodID)
    if (spans) spans.push(span)
    else spansOfMethod.set(span.method.clientMethodID, [span])
  }
  return {
    currency,
    versions: versions.toSorted((one, other) => one.publishedAt - other.publishedAt || one.version - other.version),
    byNumber: new Map(versions.map((version) => [version.version, version])),
    spansOfMethod,
    methodsOfVersion: new Map(),
  }
}

const isInVersion = ({ fromVersion, toVersion }: MethodSpan, version: number) =>
  fromVersion <= version && (toVersion === null || version < toVersion)
