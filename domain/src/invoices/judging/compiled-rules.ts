import type { Day } from '../../calendar/day.ts'
import { compareCodes } from '../../routing/rule-book/compile-book.ts'
import { sameName } from '../../text/same-name.ts'
import type { BilledCharge } from '../invoice.ts'
import { countConditions, evaluateConditions, type Shipped, type Unknown } from '../settings/conditions.ts'
import { findZone } from '../settings/zones.ts'
import { PriceBooks } from './price-books.ts'
import type { AgreedCharge, AgreedDivisor, JudgingRules, Tolerance } from './rules.ts'

type Coded = Pick<BilledCharge, 'code' | 'text' | 'category'>

/** The charges agreed with a carrier for parcels on a day; of several with one code, the one that applies. */
export type AgreedSet = {
  /** Percentages come after the charges that they are based on. */
  readonly inOrder: readonly AgreedCharge[]
  find(charge: Coded): AgreedCharge | undefined
  /** What is missing to decide whether a charge is agreed; undefined if it can be decided. */
  unknownOf(charge: Coded): Unknown | undefined
  /** A charge that is always due if it applies, which cannot be decided; undefined if there is none. */
  readonly perhapsDue: AgreedCharge | undefined
  /** The name of the zone by which a charge applies; undefined if it does not depend on a zone. */
  zoneOf(one: AgreedCharge): string | undefined
  /** Whether a charge of its code is agreed, even if only for other parcels. */
  hasCode(charge: Coded): boolean
}

/** The code of a charge for comparison: its text if the carrier states no code. */
export const chargeKey = ({ code, text }: Pick<BilledCharge, 'code' | 'text'>) => sameName((code || text).trim())

/** Rules prepared for judging many details. Use one instance for all details of a job: it caches what it compiles. */
export class CompiledRules {
  readonly books: PriceBooks
  readonly #rules: JudgingRules
  readonly #agreed = new Map<string, readonly AgreedCharge[]>()
  readonly #sets = new Map<string, AgreedSet>()
  readonly #divisors = new Map<string, AgreedDivisor | undefined>()
  readonly #tolerances = new Map<string, Tolerance | undefined>()
  readonly #services = new Map<string, string[]>()

  constructor(rules: JudgingRules) {
    this.#rules = rules
    this.books = new PriceBooks(rules.prices)
    for (const { carrier, name, carrierService } of rules.serviceNames) {
      const key = `${carrier} ${sameName(name.trim())}`
      this.#services.set(key, [...(this.#services.get(key) ?? []), sameName(carrierService)])
    }
  }

  /** The charges agreed for a client's parcels and details. `shipped` is only called if there are conditions. */
  agreedOn(carrier: string, client: string, day: Day, shipped: () => Shipped): AgreedSet {
    const key = `${carrier} ${client} ${day}`
    const all = remembered(this.#agreed, key, () =>
      this.#rules.agreedCharges.filter((one) => counts(one, carrier, client, day) && !isOfInvoice(one)),
    )
    if (!all.some(({ conditions }) => conditions)) return remembered(this.#sets, key, () => agreedSet(all))
    return agreedSet(all, shipped())
  }

  /** The charges agreed for a whole invoice: for all clients. */
  agreedOfInvoice(carrier: string, day: Day): AgreedSet {
    return remembered(this.#sets, `${carrier}  ${day}`, () =>
      agreedSet(this.#rules.agreedCharges.filter((one) => counts(one, carrier, null, day) && isOfInvoice(one))),
    )
  }

  divisorOn(carrier: string, client: string, day: Day): AgreedDivisor | undefined {
    return remembered(
      this.#divisors,
      `${carrier} ${client} ${day}`,
      () => this.#rules.divisors.filter((one) => counts(one, carrier, client, day)).toSorted(nearerFirst)[0],
    )
  }

  /** The tolerance of a carrier for a client, otherwise for all. */
  toleranceOf(carrier: string, client: string | null): Tolerance | undefined {
    return remembered(this.#tolerances, `${carrier} ${client ?? ''}`, () => {
      const ofCarrier = this.#rules.tolerances.filter((one) => one.carrier === carrier)
      return ofCarrier.find((one) => one.client === client) ?? ofCarrier.find((one) => one.client === null)
    })
  }

  /** The carrier's services (normalised by {@link sameName}) for a name on its invoices. */
  servicesNamed(carrier: string, name: string): readonly string[] {
    const same = sameName(name.trim())
    return [same, ...(this.#services.get(`${carrier} ${same}`) ?? [])]
  }
}

function remembered<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  if (!map.has(key)) map.set(key, make())
  return map.get(key) as Value
}

type Agreed = Pick<AgreedCharge, 'id' | 'carrier' | 'client' | 'from' | 'to'>

const counts = (one: Agreed, carrier: string, client: string | null, day: Day) =>
  one.carrier === carrier &&
  (one.client === null || one.client === client) &&
  one.from <= day &&
  (one.to === null || day <= one.to)

/** A client's own agreements first, then the later start, then the id. */
function nearerFirst(one: Agreed, other: Agreed): number {
  return (
    Number(one.client === null) - Number(other.client === null) ||
    compareCodes(other.from, one.from) ||
    compareCodes(one.id, other.id)
  )
}

/** The one with most conditions first, where a client counts as one; then as in {@link nearerFirst}. */
const strictestFirst = (one: AgreedCharge, other: AgreedCharge) =>
  conditionsOf(other) - conditionsOf(one) || nearerFirst(one, other)
const conditionsOf = ({ client, conditions }: AgreedCharge) => countConditions(conditions) + (client === null ? 0 : 1)

function isOfInvoice({ amount }: AgreedCharge): boolean {
  return amount.kind === 'minimum' || (amount.per !== 'parcel' && amount.per !== 'detail')
}

/** The agreed charge that applies; null if its conditions fail; otherwise what is missing to decide. */
type ApplicableCharge = AgreedCharge | Unknown | null

/** `shipped` is only called if there are conditions. */
function agreedSet(all: readonly AgreedCharge[], shipped?: Shipped): AgreedSet {
  const byCode = new Map<string, ApplicableCharge>()
  const byCategory = new Map<string, ApplicableCharge>()
  let perhapsDue: AgreedCharge | undefined
  for (const one of all.toSorted(strictestFirst)) {
    const code = sameName(one.code.trim())
    const [map, key] = code === '' ? [byCategory, one.category] : [byCode, code]
    const found = map.get(key) ?? null
    if (typeof found === 'object' && found !== null) continue
    const is = !shipped || evaluateConditions(one.conditions, shipped)
    // A charge that is always due is perhaps due if its conditions, or those of a stricter one, are unknown.
    if (is !== false && one.when === 'always' && (typeof found === 'string' || typeof is === 'string'))
      perhapsDue ??= one
    if (found === null) map.set(key, is === true ? one : is === false ? null : is)
  }
  const hasCode = (charge: Coded) => byCode.has(chargeKey(charge))
  const applicable = (charge: Coded) =>
    (hasCode(charge) ? byCode.get(chargeKey(charge)) : byCategory.get(charge.category)) ?? undefined
  return {
    inOrder: sortByBasis(
      [...byCode.values(), ...byCategory.values()]
        .filter((one) => typeof one === 'object' && one !== null)
        .toSorted((one, other) => compareCodes(one.id, other.id)),
    ),
    find(charge) {
      const found = applicable(charge)
      return typeof found === 'object' ? found : undefined
    },
    unknownOf(charge) {
      const found = applicable(charge)
      return typeof found === 'string' ? found : undefined
    },
    perhapsDue,
    zoneOf({ conditions }) {
      const found = conditions && shipped && findZone(conditions.zones, shipped)
      return typeof found === 'object' ? found.name : undefined
    },
    hasCode,
  }
}

/** Amounts of money first, then each percentage after all that it is based on; cycles are broken by id. */
export function sortByBasis(all: readonly AgreedCharge[]): AgreedCharge[] {
  const isPercent = ({ amount }: AgreedCharge) => amount.kind === 'percent'
  const done = all.filter((one) => !isPercent(one))
  let left = all.filter(isPercent)
  while (left.length > 0) {
    const waits = ({ id, amount }: AgreedCharge) =>
      amount.kind === 'percent' && left.some((other) => other.id !== id && amount.of.includes(other.category))
    const next = left.find((one) => !waits(one)) ?? left[0]
    if (!next) break
    done.push(next)
    left = left.filter((one) => one !== next)
  }
  return done
}
