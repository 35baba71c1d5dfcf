import { compareCodes } from '../../text/compare-codes.ts'
import { sameName } from '../../text/same-name.ts'
import type { AgreedCharge } from './agreed-charge.ts'
import type { ChargeCategory } from './charge-category.ts'
import { countConditions, evaluateConditions, type Shipped, type Unknown } from './conditions.ts'
import { findZone } from './zones.ts'

/** A charge as a carrier names it. */
type Coded = { readonly code: string; readonly text: string; readonly category: ChargeCategory }

/** The charges agreed with a carrier for parcels on a day; of several with one code, the one that applies. */
export type AgreedSet = {
  /** Percentages come after the charges that they are based on. */
  readonly inOrder: readonly AgreedCharge[]
  find(charge: Coded): AgreedCharge | undefined
  /** What is missing to decide whether a charge is agreed; undefined if it can be decided. */
  unknownOf(charge: Coded): Unknown | undefined
  /** Charges that are always due if they apply, which cannot be decided, with the fact that is missing. */
  readonly undecided: readonly { readonly agreed: AgreedCharge; readonly unknown: Unknown }[]
  /** The first of them. */
  readonly perhapsDue: AgreedCharge | undefined
  /** The name of the zone by which a charge applies; undefined if it does not depend on a zone. */
  zoneOf(one: AgreedCharge): string | undefined
  /** Whether a charge of its code is agreed, even if only for other parcels. */
  hasCode(charge: Coded): boolean
}

/** The code of a charge for comparison: its text if the carrier states no code. */
export const chargeKey = ({ code, text }: Pick<Coded, 'code' | 'text'>) => sameName((code || text).trim())

type Agreed = Pick<AgreedCharge, 'id' | 'carrier' | 'client' | 'from' | 'to'>

/** Whether something is agreed with a carrier for a client on a day; a client of null only has what is for all. */
export const counts = (one: Agreed, carrier: string, client: string | null, day: string) =>
  isFor(one, carrier, client) && one.from <= day && (one.to === null || day <= one.to)

export const isFor = (one: Pick<Agreed, 'carrier' | 'client'>, carrier: string, client: string | null) =>
  one.carrier === carrier && (one.client === null || one.client === client)

/** A client's own agreements first, then the later start, then the id. */
export function nearerFirst(one: Agreed, other: Agreed): number {
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

/** The agreed charge that applies; null if its conditions fail; otherwise what is missing to decide. */
type ApplicableCharge = AgreedCharge | Unknown | null

/** Which of the agreed charges apply. `shipped` is only needed if there are conditions. */
export function agreedSet(all: readonly AgreedCharge[], shipped?: Shipped): AgreedSet {
  const byCode = new Map<string, ApplicableCharge>()
  const byCategory = new Map<string, ApplicableCharge>()
  const undecided: { agreed: AgreedCharge; unknown: Unknown }[] = []
  for (const one of all.toSorted(strictestFirst)) {
    const code = sameName(one.code.trim())
    const [map, key] = code === '' ? [byCategory, one.category] : [byCode, code]
    const found = map.get(key) ?? null
    if (typeof found === 'object' && found !== null) continue
    const is = !shipped || evaluateConditions(one.conditions, shipped)
    // A charge that is always due is perhaps due if its conditions, or those of a stricter one, are unknown.
    const unknown = typeof is === 'string' ? is : found
    if (is !== false && one.when === 'always' && unknown !== null) undecided.push({ agreed: one, unknown })
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
    undecided,
    perhapsDue: undecided[0]?.agreed,
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
