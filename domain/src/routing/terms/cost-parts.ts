import type { Day } from '../../calendar/day.ts'
import type { Cost } from '../prices/costing.ts'
import type { AgreedAmount, AgreedCharge, ChargeUnit } from './agreed-charge.ts'
import type { ChargeCategory } from './charge-category.ts'
import type { ConsignmentTerms, PricedCandidate } from './client-terms.ts'
import type { Unknown } from './conditions.ts'

/** A charge that counts in the whole cost. `cost` is in ten-thousandths of the client's currency. */
export type CountedCharge = {
  /** The id of the agreed charge. */
  readonly agreedCharge: string
  readonly text: string
  readonly category: ChargeCategory
  readonly amount: AgreedAmount
  /** ISO code of the amount. */
  readonly currency: string
  readonly cost: Cost
  /** The name of the zone by which it applies; missing if it does not depend on one. */
  readonly zone?: string | undefined
  /** The last day for which it is entered, if none is entered for the despatch day. */
  readonly lastOf?: Day | undefined
}

/**
 * Why a charge does not count: it is billed only sometimes, for more than a consignment, no exchange rate is entered, or a
 * fact is unknown.
 */
export type Uncounted = 'if billed' | Exclude<ChargeUnit, 'parcel' | 'detail'> | 'no rate' | Unknown
export type UncountedCharge = { readonly agreedCharge: string; readonly text: string; readonly why: Uncounted }

/** The parts of a candidate's whole cost, which add up to it. */
export type CostParts = {
  /** The price of the method, in ten-thousandths of the client's currency. */
  readonly price: Cost
  /** The weight that counts by size, in grams, and the divisor; null if no parcel weighs more by size. */
  readonly bySize: { readonly grams: number; readonly divisor: number } | null
  readonly charges: readonly CountedCharge[]
  readonly uncounted: readonly UncountedCharge[]
}

/** The whole cost. Discounts never make it negative. */
export const sumOfParts = ({ price, charges }: CostParts): Cost =>
  Math.max(
    0,
    charges.reduce((sum, { cost }) => sum + cost, price),
  )

/** The parts of a whole cost, with what did not count and why; undefined if nothing is agreed with the carrier. */
export function costParts(terms: ConsignmentTerms, priced: PricedCandidate): CostParts | undefined {
  const { carrier, base } = priced
  const day = terms.dayOf(carrier)
  if (day.charges.length === 0 && day.ofInvoice.length === 0 && !day.divisor) return undefined
  const sets = terms.setsOf(priced)
  const zoneOf = (one: AgreedCharge) => sets.map((set) => set.zoneOf(one)).find((zone) => zone !== undefined)
  const sums = new Map<AgreedCharge, Cost>()
  for (const { agreed, amount } of terms.duesOf(priced)) sums.set(agreed, (sums.get(agreed) ?? 0) + amount)
  const charges = [...sums].map(([one, cost]): CountedCharge => {
    const { id, text, category, amount, currency, to } = one
    const [zone, isLast] = [zoneOf(one), day.lastFuel.includes(one)]
    return {
      agreedCharge: id,
      text,
      category,
      amount,
      currency,
      cost,
      ...(zone !== undefined && { zone }),
      ...(isLast && to !== null && { lastOf: to }),
    }
  })
  const why = new Map<AgreedCharge, Uncounted>()
  for (const set of sets) {
    for (const { agreed, unknown } of set.undecided) why.set(agreed, unknown)
    for (const one of set.inOrder)
      if (!sums.has(one) && !why.has(one)) why.set(one, one.when === 'if billed' ? 'if billed' : 'no rate')
  }
  for (const one of day.ofInvoice) why.set(one, one.when === 'if billed' ? 'if billed' : unitOf(one))
  const quantities = terms.quantitiesFor(carrier)
  return {
    price: base,
    bySize:
      quantities && day.divisor
        ? { grams: quantities.gramsUpTo[quantities.count] ?? 0, divisor: day.divisor.divisor }
        : null,
    charges,
    uncounted: [...why].map(([{ id, text }, because]) => ({ agreedCharge: id, text, why: because })),
  }
}

const unitOf = ({ amount }: AgreedCharge): Uncounted =>
  amount.per === 'week' || amount.per === 'collection' ? amount.per : 'invoice'
