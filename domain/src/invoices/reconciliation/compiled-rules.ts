import type { Day } from '../../calendar/day.ts'
import { compareCodes } from '../../routing/rule-book/compile-book.ts'
import { sameName } from '../../text/same-name.ts'
import type { BilledCharge } from '../invoice.ts'
import { countConditions, holds, type Shipped, type Unknown } from '../settings/conditions.ts'
import { findZone } from '../settings/zones.ts'
import { PriceBooks } from './price-books.ts'
import type { AgreedCharge, AgreedDivisor, JudgingRules, Tolerance } from './rules.ts'

type Coded = Pick<BilledCharge, 'code' | 'text' | 'category'>

/** What is agreed with a carrier for parcels on a day; of several agreed charges of one code, the one that counts. */
export type AgreedSet = {
  /** Percentages after what they are percentages of. */
  readonly inOrder: readonly AgreedCharge[]
  find(charge: Coded): AgreedCharge | undefined
  /** What would have to be known to say whether a charge is agreed; undefined where that can be said. */
  unknownOf(charge: Coded): Unknown | undefined
  /** A charge that is always due where it is agreed, of which it cannot be known whether it is; undefined where there is none. */
  readonly perhapsDue: AgreedCharge | undefined
  /** The name of the zone for which one of its charges counts; undefined where that is agreed for no zone. */
  zoneOf(one: AgreedCharge): string | undefined
  /** Whether a charge of its code is agreed, though perhaps for other parcels. */
  hasCode(charge: Coded): boolean
}

/** The code of a charge as codes are compared: its text where the carrier gives no code. */
export const chargeKey = ({ code, text }: Pick<BilledCharge, 'code' | 'text'>) => sameName((code || text).trim())

/** Rules made ready to judge many details with. Keep one for all details of a job: it remembers what it compiled. */
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

  /** What may be billed of a client's parcels and details; what is known of them is asked for where there are conditions. */
  agreedOn(carrier: string, client: string, day: Day, shipped: () => Shipped): AgreedSet {
    const key = `${carrier} ${client} ${day}`
    const all = remembered(this.#agreed, key, () =>
      this.#rules.agreedCharges.filter((one) => counts(one, carrier, client, day) && !isOfInvoice(one)),
    )
    if (!all.some(({ conditions }) => conditions)) return remembered(this.#sets, key, () => agreedSet(all))
    return agreedSet(all, shipped())
  }

  /** What may be billed of an invoice as a whole: agreed for all clients. */
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

  /** The tolerance of a client of a carrier, else the carrier's. */
  toleranceOf(carrier: string, client: string | null): Tolerance | undefined {
    return remembered(this.#tolerances, `${carrier} ${client ?? ''}`, () => {
      const ofCarrier = this.#rules.tolerances.filter((one) => one.carrier === carrier)
      return ofCarrier.find((one) => one.client === client) ?? ofCarrier.find((one) => one.client === null)
    })
  }

  /** The carrier's services (in {@link sameName}'s writing) that a name on its invoices stands for. */
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

/** A client's own before that of all, then the later begun, then by id. */
function nearerFirst(one: Agreed, other: Agreed): number {
  return (
    Number(one.client === null) - Number(other.client === null) ||
    compareCodes(other.from, one.from) ||
    compareCodes(one.id, other.id)
  )
}

/** The one with most conditions first, being of one client among them; then as {@link nearerFirst} has it. */
const strictestFirst = (one: AgreedCharge, other: AgreedCharge) =>
  conditionsOf(other) - conditionsOf(one) || nearerFirst(one, other)
const conditionsOf = ({ client, conditions }: AgreedCharge) => countConditions(conditions) + (client === null ? 0 : 1)

function isOfInvoice({ amount }: AgreedCharge): boolean {
  return amount.kind === 'minimum' || (amount.per !== 'parcel' && amount.per !== 'detail')
}

/** The agreed charge that counts; null where its conditions fail; else what would have to be known. */
type Counting = AgreedCharge | Unknown | null

/** `shipped` is asked for where there are conditions. */
function agreedSet(all: readonly AgreedCharge[], shipped?: Shipped): AgreedSet {
  const byCode = new Map<string, Counting>()
  const byCategory = new Map<string, Counting>()
  let perhapsDue: AgreedCharge | undefined
  for (const one of all.toSorted(strictestFirst)) {
    const code = sameName(one.code.trim())
    const [map, key] = code === '' ? [byCategory, one.category] : [byCode, code]
    const found = map.get(key) ?? null
    if (typeof found === 'object' && found !== null) continue
    const is = !shipped || holds(one.conditions, shipped)
    // One that is less strict counts where the stricter one, of which that is not known, does not hold.
    if (is !== false && one.when === 'always' && (typeof found === 'string' || typeof is === 'string'))
      perhapsDue ??= one
    if (found === null) map.set(key, is === true ? one : is === false ? null : is)
  }
  const hasCode = (charge: Coded) => byCode.has(chargeKey(charge))
  const counting = (charge: Coded) =>
    (hasCode(charge) ? byCode.get(chargeKey(charge)) : byCategory.get(charge.category)) ?? undefined
  return {
    inOrder: inOrderOf(
      [...byCode.values(), ...byCategory.values()]
        .filter((one) => typeof one === 'object' && one !== null)
        .toSorted((one, other) => compareCodes(one.id, other.id)),
    ),
    find(charge) {
      const found = counting(charge)
      return typeof found === 'object' ? found : undefined
    },
    unknownOf(charge) {
      const found = counting(charge)
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

/** Money first, then each percentage once all that it is a percentage of has gone before; in a circle, by id. */
export function inOrderOf(all: readonly AgreedCharge[]): AgreedCharge[] {
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
