import type { Day } from '../../calendar/day.ts'
import type { Consignment, TermsCounted } from '../allocation/consignment.ts'
import { costOfParcel, type DayPricing, type Quantities, quantitiesOf } from '../prices/compile-pricing.ts'
import type { Cost } from '../prices/costing.ts'
import type { Method } from '../rule-book/rule-book.ts'
import type { AgreedCharge, AgreedDivisor } from './agreed-charge.ts'
import { type AgreedSet, agreedSet } from './agreed-set.ts'
import type { Exchange } from './amounts.ts'
import type { CarrierTerms } from './carrier-terms.ts'
import { isInMoney } from './charge-money.ts'
import { countsMeasures, countsPlaces, meetsMeasures, type Shipped } from './conditions.ts'
import { type AgreedDue, duesTogether, unbilledDuesOf } from './dues.ts'
import { gramsBySize } from './size.ts'

/** A carrier's terms for a client on a day. */
export type CarrierDay = {
  /** In force, and fuel of the last month if none is entered for the day. */
  readonly charges: readonly AgreedCharge[]
  readonly lastFuel: readonly AgreedCharge[]
  readonly ofInvoice: readonly AgreedCharge[]
  readonly divisor: AgreedDivisor | undefined
  readonly hasPlaces: boolean
  readonly hasServices: boolean
  /** Those that depend on the weight or size of a parcel. */
  readonly measured: readonly AgreedCharge[]
  /** Which charges apply, by the facts that decide it. */
  readonly sets: Map<string, AgreedSet>
}

/** Carriers and days, and sets of a carrier and day, to cache. */
const MAX_CACHED = 2000

/** The terms of carriers for one client's decisions, compiled once. They are of one moment, and never change. */
export class ClientTerms {
  readonly #terms: CarrierTerms
  readonly #client: string
  readonly #currency: string
  readonly #days = new Map<string, CarrierDay>()

  /** `currency` is the client's, an ISO code. */
  constructor(terms: CarrierTerms, { client, currency }: { client: string; currency: string }) {
    this.#terms = terms
    this.#client = client
    this.#currency = currency
  }

  /** Prepares them for the candidates of a consignment. */
  countFor(consignment: Consignment, counted: TermsCounted): ConsignmentTerms {
    const exchange = { currency: this.#currency, rateOf: (from: string) => counted.rates?.[from] ?? null }
    return new ConsignmentTerms((carrier) => this.#dayOf(carrier, consignment.despatchDay), consignment, {
      postcode: counted.postcode,
      exchange,
    })
  }

  /** The currencies of charges that count for these carriers on a day, other than the client's. */
  currenciesOn(carriers: readonly string[], day: Day): string[] {
    const charges = carriers.flatMap((carrier) => this.#dayOf(carrier, day).charges)
    const foreign = charges.filter((one) => one.when === 'always' && isInMoney(one) && one.currency !== this.#currency)
    return [...new Set(foreign.map(({ currency }) => currency))].toSorted()
  }

  #dayOf(carrier: string, day: Day): CarrierDay {
    const key = `${carrier} ${day}`
    let found = this.#days.get(key)
    if (!found) {
      if (this.#days.size >= MAX_CACHED) this.#days.clear()
      this.#days.set(key, (found = this.#compile(carrier, day)))
    }
    return found
  }

  #compile(carrier: string, day: Day): CarrierDay {
    const lastFuel = this.#terms.lastFuelBefore(carrier, this.#client, day)
    const charges = [...this.#terms.chargesOn(carrier, this.#client, day), ...lastFuel]
    const has = (is: (conditions: NonNullable<AgreedCharge['conditions']>) => boolean) =>
      charges.filter(({ conditions }) => conditions && is(conditions))
    return {
      charges,
      lastFuel,
      ofInvoice: this.#terms.chargesOfInvoice(carrier, day),
      divisor: this.#terms.findDivisor(carrier, this.#client, day),
      hasPlaces: has(countsPlaces).length > 0,
      hasServices: has(({ services }) => services.length > 0).length > 0,
      measured: has(countsMeasures),
      sets: new Map(),
    }
  }
}

/** What a candidate is costed by: its method, its price, and the weights that count for the price. */
export type Priced = {
  readonly method: Pick<Method, 'carrier' | 'carrierService' | 'methodDescription'>
  readonly pricing: DayPricing
  /** The price, in ten-thousandths of the client's currency. */
  readonly base: Cost
  /** The minor unit of that currency. */
  readonly penny: Cost
}

/** The terms of all carriers for one consignment. */
export class ConsignmentTerms {
  readonly #dayOf: (carrier: string) => CarrierDay
  readonly #consignment: Consignment
  readonly #postcode: string
  readonly exchange: Exchange
  readonly #weights = new Map<AgreedDivisor | undefined, readonly number[]>()

  constructor(
    dayOf: (carrier: string) => CarrierDay,
    consignment: Consignment,
    { postcode, exchange }: { postcode: string; exchange: Exchange },
  ) {
    this.#dayOf = dayOf
    this.#consignment = consignment
    this.#postcode = postcode
    this.exchange = exchange
  }

  /** A carrier's terms on the despatch day. */
  dayOf(carrier: string): CarrierDay {
    return this.#dayOf(carrier)
  }

  /** The weights that count for a carrier's prices; undefined if they are the parcels' own. */
  quantitiesFor(carrier: string): Quantities | undefined {
    const { divisor } = this.#dayOf(carrier)
    if (!divisor) return undefined
    const weights = this.gramsFor(divisor)
    return weights.every((grams, index) => grams === this.#consignment.parcels[index]?.weight)
      ? undefined
      : quantitiesOf(weights)
  }

  /** By parcel, the grams that count: by size if the size is known and weighs more. */
  gramsFor(divisor: AgreedDivisor | undefined): readonly number[] {
    let weights = this.#weights.get(divisor)
    if (!weights) {
      const bySize = (volume: number, unknown: readonly string[] = []) =>
        divisor && !unknown.includes('volume') ? gramsBySize(volume, divisor) : 0
      weights = this.#consignment.parcels.map(({ weight, volume, unknown }) =>
        Math.max(weight, bySize(volume, unknown)),
      )
      this.#weights.set(divisor, weights)
    }
    return weights
  }

  /** The price and every charge that is always billed and is known to apply. */
  wholeCost(priced: Priced): Cost {
    const day = this.#dayOf(priced.method.carrier)
    if (day.charges.length === 0) return priced.base
    const sum = this.duesOf(priced).reduce((total, { amount }) => total + amount, priced.base)
    return Math.max(0, sum)
  }

  /** The charges that {@link wholeCost} adds to the price. */
  duesOf({ method, pricing, base, penny }: Priced): readonly AgreedDue[] {
    const [first, ...others] = this.setsOf(method)
    if (!first) return []
    const known = { isDue: this.#isKnown, exchange: this.exchange }
    const { parcels } = this.#consignment
    if (others.length === 0) return duesTogether({ agreed: first, base, count: parcels.length }, known)
    const quantities = this.quantitiesFor(method.carrier) ?? quantitiesOf(parcels.map(({ weight }) => weight))
    return unbilledDuesOf(
      [first, ...others].map((agreed, index) => ({ agreed, base: costOfParcel(pricing, quantities, index, penny) })),
      known,
    ).flat()
  }

  readonly #isKnown = (one: AgreedCharge) =>
    one.when === 'always' &&
    (one.currency === this.exchange.currency || !isInMoney(one) || this.exchange.rateOf(one.currency) !== null)

  /** Which charges apply with a method: one set if they are the same for all parcels, otherwise one for each parcel. */
  setsOf(method: Priced['method']): readonly AgreedSet[] {
    const day = this.#dayOf(method.carrier)
    if (day.charges.length === 0) return []
    const { parcels, country } = this.#consignment
    const place = day.hasPlaces ? `${country} ${this.#postcode}` : ''
    const key = day.hasServices ? `${place}\n${method.carrierService}\n${method.methodDescription}` : place
    const grams = this.gramsFor(day.divisor)
    const facts = (index: number): Shipped['parcels'][number] => {
      const { length, volume, unknown = [] } = parcels[index] ?? { length: 0, volume: 0 }
      return {
        weight: unknown.includes('weight') ? null : (grams[index] ?? 0),
        length: unknown.includes('length') ? null : length,
        volume: unknown.includes('volume') ? null : volume,
      }
    }
    if (day.measured.length === 0) return [this.#setOf(day, key, method, facts(0))]
    const sets = parcels.map((_, index) => {
      const own = facts(index)
      const met = day.measured.map(({ conditions }) => conditions && meetsMeasures(conditions, own))
      return this.#setOf(day, `${key}\n${met.join()}`, method, own)
    })
    return sets.every((one) => one === sets[0]) ? sets.slice(0, 1) : sets
  }

  #setOf(day: CarrierDay, key: string, method: Priced['method'], parcel: Shipped['parcels'][number]): AgreedSet {
    let found = day.sets.get(key)
    if (!found) {
      if (day.sets.size >= MAX_CACHED) day.sets.clear()
      const shipped = {
        country: this.#consignment.country,
        postcode: this.#postcode,
        services: [method.carrierService, method.methodDescription].filter((name) => name !== ''),
        day: this.#consignment.despatchDay,
        parcels: [parcel],
      }
      day.sets.set(key, (found = agreedSet(day.charges, shipped)))
    }
    return found
  }
}
