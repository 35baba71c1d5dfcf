import type { Day } from '../../calendar/day.ts'
import type { Consignment, TermsCounted } from '../allocation/consignment.ts'
import { costOfParcel, type DayPricing, type Quantities, quantitiesOf } from '../prices/compile-pricing.ts'
import type { Cost } from '../prices/costing.ts'
import type { Carrier, Method } from '../rule-book/rule-book.ts'
import type { AgreedCharge, AgreedDivisor } from './agreed-charge.ts'
import { type AgreedSet, agreedSet } from './agreed-set.ts'
import type { Exchange } from './amounts.ts'
import { addSimple, type AppliedCharges, applyCharges } from './applied-charges.ts'
import type { CarrierTerms } from './carrier-terms.ts'
import { isInMoney } from './charge-money.ts'
import { type Conditions, countsMeasures, countsPlaces, meetsMeasures, type Shipped } from './conditions.ts'
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
  /** The conditions on the weight or size of a parcel. */
  readonly measured: readonly Conditions[]
  /** Which charges apply, by the facts that decide it. */
  readonly applied: Map<string, AppliedCharges>
  /** Counts the sets of all days. */
  readonly cached: { sets: number }
}

/** Days, and sets of charges, to cache. */
const MAX_DAYS = 150
const MAX_SETS = 5000

/** The terms of a day, compiled on first use: by carrier, and as books number carriers. */
type DayTerms = {
  readonly day: Day
  readonly carriers: Map<string, CarrierDay>
  readonly numbered: WeakMap<readonly Carrier[], readonly CarrierDay[]>
}

/** The terms of carriers for one client's decisions, compiled once. They are of one moment, and never change. */
export class ClientTerms {
  readonly #terms: CarrierTerms
  readonly #client: string
  readonly #currency: string
  readonly #days = new Map<Day, DayTerms>()
  readonly #cached = { sets: 0 }

  /** `currency` is the client's, an ISO code. */
  constructor(terms: CarrierTerms, { client, currency }: { client: string; currency: string }) {
    this.#terms = terms
    this.#client = client
    this.#currency = currency
  }

  /** Prepares them for the candidates of a consignment; carriers are numbered as in its book. */
  countFor(consignment: Consignment, counted: TermsCounted, carriers: readonly Carrier[]): ConsignmentTerms {
    const ofDay = this.#on(consignment.despatchDay)
    let days = ofDay.numbered.get(carriers)
    if (!days) ofDay.numbered.set(carriers, (days = carriers.map(({ code }) => this.#carrierOn(ofDay, code))))
    return new ConsignmentTerms(days, consignment, counted, this.#currency)
  }

  /** Whether nothing is agreed with any of these carriers for the client, on any day. */
  isEmptyFor(carriers: readonly Carrier[]): boolean {
    return !carriers.some(({ code }) => this.#terms.has(code, this.#client))
  }

  /** Whether any amount is in another currency than the client's. */
  countsForeign(): boolean {
    return this.#terms.hasForeign(this.#client, this.#currency)
  }

  /** The currencies of charges that count for these carriers on a day, other than the client's. */
  currenciesOn(carriers: readonly string[], day: Day): string[] {
    const ofDay = this.#on(day)
    const charges = carriers.flatMap((carrier) => this.#carrierOn(ofDay, carrier).charges)
    const foreign = charges.filter((one) => one.when === 'always' && isInMoney(one) && one.currency !== this.#currency)
    return [...new Set(foreign.map(({ currency }) => currency))].toSorted()
  }

  #on(day: Day): DayTerms {
    let found = this.#days.get(day)
    if (!found) {
      // Orders may name any day, so the cache must not grow without limit.
      if (this.#days.size >= MAX_DAYS || this.#cached.sets > MAX_SETS) {
        this.#days.clear()
        this.#cached.sets = 0
      }
      this.#days.set(day, (found = { day, carriers: new Map(), numbered: new WeakMap() }))
    }
    return found
  }

  #carrierOn({ day, carriers }: DayTerms, carrier: string): CarrierDay {
    let found = carriers.get(carrier)
    if (!found) carriers.set(carrier, (found = this.#compile(carrier, day)))
    return found
  }

  #compile(carrier: string, day: Day): CarrierDay {
    const lastFuel = this.#terms.lastFuelBefore(carrier, this.#client, day)
    const charges = [...this.#terms.chargesOn(carrier, this.#client, day), ...lastFuel]
    const conditions = charges.flatMap((one) => one.conditions ?? [])
    return {
      charges,
      lastFuel,
      ofInvoice: this.#terms.chargesOfInvoice(carrier, day),
      divisor: this.#terms.findDivisor(carrier, this.#client, day),
      hasPlaces: conditions.some(countsPlaces),
      hasServices: conditions.some(({ services }) => services.length > 0),
      measured: conditions.filter(countsMeasures),
      applied: new Map(),
      cached: this.#cached,
    }
  }
}

/** What a candidate is costed by: its method and its price. */
export type PricedCandidate = {
  /** The number of its carrier. */
  readonly carrier: number
  readonly method: Pick<Method, 'carrierService' | 'methodDescription'>
  readonly pricing: DayPricing
  /** The price, in ten-thousandths of the client's currency. */
  readonly base: Cost
  /** The minor unit of that currency. */
  readonly penny: Cost
}

/** The terms of all carriers for one consignment. */
export class ConsignmentTerms {
  /** By number of the carrier. */
  readonly #days: readonly CarrierDay[]
  readonly #consignment: Consignment
  readonly #counted: TermsCounted
  readonly #exchange: Exchange
  readonly #place: string
  /** By number of the carrier, if the method does not matter. */
  readonly #applied: (readonly AppliedCharges[] | undefined)[] = []
  #sized: { readonly divisor: AgreedDivisor | undefined; readonly grams: readonly number[] } | undefined

  constructor(days: readonly CarrierDay[], consignment: Consignment, counted: TermsCounted, currency: string) {
    this.#days = days
    this.#consignment = consignment
    this.#counted = counted
    this.#place = `${consignment.country} ${counted.postcode}`
    this.#exchange = { currency, rateOf: (from) => counted.rates?.[from] ?? null }
  }

  /** A carrier's terms on the despatch day, by its number. */
  dayOf(carrier: number): CarrierDay {
    return this.#days[carrier] ?? NOTHING
  }

  /** The weights that count for a carrier's prices; undefined if they are the parcels' own. */
  quantitiesFor(carrier: number): Quantities | undefined {
    const divisor = this.#days[carrier]?.divisor
    if (!divisor) return undefined
    const grams = this.#gramsFor(divisor)
    const isOwn = grams.every((weight, index) => weight === this.#consignment.parcels[index]?.weight)
    return isOwn ? undefined : quantitiesOf(grams)
  }

  /** By parcel, the grams that count: by size if the size is known and weighs more. */
  #gramsFor(divisor: AgreedDivisor | undefined): readonly number[] {
    if (!this.#sized || this.#sized.divisor !== divisor) {
      const grams = this.#consignment.parcels.map(({ weight, volume, unknown }) =>
        divisor && !unknown?.includes('volume') ? Math.max(weight, gramsBySize(volume, divisor)) : weight,
      )
      this.#sized = { divisor, grams }
    }
    return this.#sized.grams
  }

  /** The price and every charge that is always billed and is known to apply. */
  wholeCost(priced: PricedCandidate): Cost {
    const { carrier, base } = priced
    const day = this.#days[carrier] ?? NOTHING
    if (day.charges.length === 0) return base
    let known = this.#applied[carrier]
    if (!known || day.hasServices) known = this.#appliedTo(priced)
    const simple = known.length === 1 ? known[0]?.simple : undefined
    const sum = simple
      ? addSimple(simple, base, this.#consignment.parcels.length)
      : this.duesOf(priced).reduce((total, { amount }) => total + amount, base)
    return sum < 0 ? 0 : sum
  }

  /** The charges that {@link wholeCost} adds to the price. */
  duesOf(priced: PricedCandidate): readonly AgreedDue[] {
    const applied = this.#appliedTo(priced)
    const { carrier, pricing, base, penny } = priced
    const [first] = applied
    if (!first) return []
    const known = { isDue: this.#isKnown, exchange: this.#exchange }
    const { parcels } = this.#consignment
    if (applied.length === 1) return duesTogether({ agreed: first.agreed, base, count: parcels.length }, known)
    const quantities = this.quantitiesFor(carrier) ?? quantitiesOf(parcels.map(({ weight }) => weight))
    return unbilledDuesOf(
      applied.map(({ agreed }, index) => ({ agreed, base: costOfParcel(pricing, quantities, index, penny) })),
      known,
    ).flat()
  }

  /** By parcel: the price that it adds to those before it, and the charges. They add up to the whole cost. */
  duesByParcel({ carrier, ...priced }: Omit<PricedCandidate, 'base'>): { base: Cost; dues: readonly AgreedDue[] }[] {
    const { parcels } = this.#consignment
    const quantities = this.quantitiesFor(carrier) ?? quantitiesOf(parcels.map(({ weight }) => weight))
    const bases = parcels.map((_, index) => costOfParcel(priced.pricing, quantities, index, priced.penny))
    const applied = this.#appliedTo({ ...priced, carrier, base: 0 })
    if (applied.length === 0) return bases.map((base) => ({ base, dues: [] }))
    const dues = unbilledDuesOf(
      bases.map((base, index) => ({ base, agreed: (applied[index] ?? applied[0] ?? NO_CHARGES).agreed })),
      { isDue: this.#isKnown, exchange: this.#exchange },
    )
    return bases.map((base, index) => ({ base, dues: dues[index] ?? [] }))
  }

  /** Which charges apply to a candidate: one set if they are the same for all parcels, otherwise one for each parcel. */
  setsOf(priced: PricedCandidate): readonly AgreedSet[] {
    return this.#appliedTo(priced).map(({ agreed }) => agreed)
  }

  readonly #isKnown = (one: AgreedCharge) =>
    one.when === 'always' &&
    (one.currency === this.#exchange.currency || !isInMoney(one) || this.#exchange.rateOf(one.currency) !== null)

  #appliedTo({ carrier, method }: PricedCandidate): readonly AppliedCharges[] {
    const day = this.dayOf(carrier)
    if (day.hasServices) return this.#findApplied(day, method)
    return (this.#applied[carrier] ??= this.#findApplied(day, method))
  }

  #findApplied(day: CarrierDay, method: PricedCandidate['method']): readonly AppliedCharges[] {
    if (day.charges.length === 0) return []
    const place = day.hasPlaces ? this.#place : ''
    const key = day.hasServices ? `${place}\n${method.carrierService}\n${method.methodDescription}` : place
    if (day.measured.length === 0) return [day.applied.get(key) ?? this.#apply(day, key, method, this.#factsOf(day, 0))]
    const applied = this.#consignment.parcels.map((_, index) => {
      const facts = this.#factsOf(day, index)
      let met = key
      for (const conditions of day.measured) met += `\n${meetsMeasures(conditions, facts)}`
      return day.applied.get(met) ?? this.#apply(day, met, method, facts)
    })
    return applied.every((one) => one === applied[0]) ? applied.slice(0, 1) : applied
  }

  #factsOf({ divisor }: CarrierDay, index: number): Shipped['parcels'][number] {
    const { length = 0, volume = 0, unknown } = this.#consignment.parcels[index] ?? {}
    return {
      weight: unknown?.includes('weight') ? null : (this.#gramsFor(divisor)[index] ?? 0),
      length: unknown?.includes('length') ? null : length,
      volume: unknown?.includes('volume') ? null : volume,
    }
  }

  #apply(
    day: CarrierDay,
    key: string,
    { carrierService, methodDescription }: PricedCandidate['method'],
    parcel: Shipped['parcels'][number],
  ): AppliedCharges {
    const shipped = {
      country: this.#consignment.country,
      postcode: this.#counted.postcode,
      services: [carrierService, methodDescription].filter((name) => name !== ''),
      day: this.#consignment.despatchDay,
      parcels: [parcel],
    }
    const applied = applyCharges(day.charges, shipped, this.#exchange.currency)
    if (day.applied.size >= MAX_SETS) day.applied.clear()
    day.cached.sets++
    day.applied.set(key, applied)
    return applied
  }
}

const NO_CHARGES: AppliedCharges = { agreed: agreedSet([]), simple: undefined }
const NOTHING: CarrierDay = {
  charges: [],
  lastFuel: [],
  ofInvoice: [],
  divisor: undefined,
  hasPlaces: false,
  hasServices: false,
  measured: [],
  applied: new Map(),
  cached: { sets: 0 },
}
