import { addDays, type Day } from '../../calendar/day.ts'
import type { AgreedCharge, AgreedDivisor } from './agreed-charge.ts'
import { type AgreedSet, agreedSet, counts, isFor, nearerFirst } from './agreed-set.ts'
import { isInMoney } from './charge-money.ts'
import type { Shipped } from './conditions.ts'

/** What the operator has agreed with carriers beside clients' prices, whose zones are those of the charges. */
export type Terms = { readonly agreedCharges: readonly AgreedCharge[]; readonly divisors: readonly AgreedDivisor[] }

/**
 * The terms of all carriers, prepared for repeated use: it caches what it compiles. Allocation, expected costs, accruals
 * and judging all read them here.
 */
export class CarrierTerms {
  readonly #terms: Terms
  readonly #agreed = new Map<string, readonly AgreedCharge[]>()
  readonly #sets = new Map<string, AgreedSet>()
  readonly #divisors = new Map<string, AgreedDivisor | undefined>()

  constructor(terms: Terms) {
    this.#terms = terms
  }

  /** Whether anything is agreed with a carrier for a client, on any day. */
  has(carrier: string, client: string): boolean {
    const { agreedCharges, divisors } = this.#terms
    return [...agreedCharges, ...divisors].some((one) => isFor(one, carrier, client))
  }

  /** Whether any amount for a client is in another currency. */
  hasForeign(client: string, currency: string): boolean {
    return this.#terms.agreedCharges.some(
      (one) => (one.client === null || one.client === client) && isInMoney(one) && one.currency !== currency,
    )
  }

  /** The charges agreed for a client's parcels and details. `shipped` is only called if there are conditions. */
  agreedOn(carrier: string, client: string, day: Day, shipped: () => Shipped): AgreedSet {
    const key = `${carrier} ${client} ${day}`
    const all = remembered(this.#agreed, key, () => this.chargesOn(carrier, client, day))
    if (!all.some(({ conditions }) => conditions)) return remembered(this.#sets, key, () => agreedSet(all))
    return agreedSet(all, shipped())
  }

  /**
   * All charges in force for a client's parcels and details, whether or not their conditions hold. Without caching, as
   * orders may name any day.
   */
  chargesOn(carrier: string, client: string, day: Day): readonly AgreedCharge[] {
    return this.#terms.agreedCharges.filter((one) => counts(one, carrier, client, day) && !isOfInvoice(one))
  }

  /** The charges agreed for a whole invoice: for all clients. */
  agreedOfInvoice(carrier: string, day: Day): AgreedSet {
    return remembered(this.#sets, `${carrier}  ${day}`, () => agreedSet(this.chargesOfInvoice(carrier, day)))
  }

  chargesOfInvoice(carrier: string, day: Day): readonly AgreedCharge[] {
    return this.#terms.agreedCharges.filter((one) => counts(one, carrier, null, day) && isOfInvoice(one))
  }

  divisorOn(carrier: string, client: string, day: Day): AgreedDivisor | undefined {
    return remembered(this.#divisors, `${carrier} ${client} ${day}`, () => this.findDivisor(carrier, client, day))
  }

  /** As {@link divisorOn}, without caching. */
  findDivisor(carrier: string, client: string, day: Day): AgreedDivisor | undefined {
    return this.#terms.divisors.filter((one) => counts(one, carrier, client, day)).toSorted(nearerFirst)[0]
  }

  /**
   * The fuel charges of the last month, if none is entered for a day yet: those that ended last, at most
   * {@link FUEL_DAYS} before the day. Only percentages that are always due; by the code of the charge.
   */
  lastFuelBefore(carrier: string, client: string, day: Day): readonly AgreedCharge[] {
    const isFuel = (one: AgreedCharge) =>
      one.category === 'fuel' && one.amount.kind === 'percent' && one.when === 'always' && isFor(one, carrier, client)
    const fuel = this.#terms.agreedCharges.filter((one) => isFuel(one) && !isOfInvoice(one))
    const newest = new Map<string, AgreedCharge[]>()
    for (const one of fuel) {
      const code = one.code.trim()
      const entered = fuel.some((other) => other.code.trim() === code && counts(other, carrier, client, day))
      if (entered || one.to === null || one.to >= day || addDays(one.to, FUEL_DAYS) < day) continue
      const [last] = newest.get(code) ?? []
      if (!last || (last.to ?? '') < one.to) newest.set(code, [one])
      else if (last.to === one.to) newest.get(code)?.push(one)
    }
    return [...newest.values()].flat()
  }
}

/** How long the fuel charge of the last month counts while the next one is not entered. */
const FUEL_DAYS = 62

export function remembered<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  if (!map.has(key)) map.set(key, make())
  return map.get(key) as Value
}

/** Whether a charge is agreed for whole invoices, weeks or collections. */
function isOfInvoice({ amount }: AgreedCharge): boolean {
  return amount.kind === 'minimum' || (amount.per !== 'parcel' && amount.per !== 'detail')
}
