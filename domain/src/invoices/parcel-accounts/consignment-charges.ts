import { minorUnitOf } from '../../money/minor-units.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledCharge } from '../invoice.ts'
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import { convert, type Exchange } from '../../routing/terms/amounts.ts'
import type { AgreedSet } from '../../routing/terms/agreed-set.ts'
import type { EarlierCharge } from '../judging/facts.ts'
import { expectedCost } from '../judging/lane.ts'
import type { AgreedCharge } from '../../routing/terms/agreed-charge.ts'
import type { OfOthers } from '../../routing/terms/dues.ts'
import { type Member, sumOf, type Unit } from '../judging/unit.ts'

/** The invoice's currency, and the rate from the client's currency in millionths; null if they are the same. */
export type Money = Exchange & { readonly rate: number | null }

/**
 * The category in which a charge counts against the amount due. A credit keeps its category, whatever is agreed for
 * its code.
 */
export function categoryOf(
  charge: Pick<BilledCharge, 'code' | 'text' | 'category'>,
  agreed: AgreedSet | null,
): ChargeCategory {
  if (charge.category === 'credit') return 'credit'
  return agreed?.find(charge)?.category ?? (charge.category === 'discount' ? 'base' : charge.category)
}

/** The price of parcels in the invoice's currency; null if one is unknown. */
export function priceOf(members: readonly Member[], { currency, rate }: Money): Cost | null {
  let total = 0
  for (const { lane, index } of members) {
    const cost = expectedCost(lane, index)
    if (typeof cost === 'object') return null
    total += cost
  }
  return convert(total, rate, minorUnitOf(currency))
}

/** The parts of a row that say what was billed before for its parcels and for others of their consignment. */
type RowOfConsignment = Pick<Unit, 'agreed' | 'covered' | 'earlier' | 'earlierOfConsignment'>

/**
 * What earlier rows billed of an agreed charge for other parcels of the same consignments, and the price of those
 * parcels. In the invoice's currency.
 */
export function billedForOthers(one: AgreedCharge, rows: readonly RowOfConsignment[], money: Money): OfOthers {
  let [base, billed] = [0, 0]
  for (const [lane, ofLane] of Map.groupBy(rows, ({ covered }) => covered[0]?.lane)) {
    const [first] = ofLane
    if (!lane || !first || first.earlierOfConsignment.length === 0) continue
    const isOne = (charge: EarlierCharge) => first.agreed?.find(charge) === one
    const ofConsignment = first.earlierOfConsignment.filter(isOne)
    billed += sumOf(ofConsignment) - sumOf(ofLane.flatMap(({ earlier }) => earlier.filter(isOne)))
    const own = new Set(ofLane.flatMap(({ covered }) => covered.map(({ index }) => index)))
    const numbers = new Set(ofConsignment.flatMap(({ parcels }) => parcels ?? []))
    const others = lane.consignment.parcels.flatMap(({ trackingNumber }, index) =>
      numbers.has(trackingNumber) && !own.has(index) ? [{ lane, index }] : [],
    )
    base += priceOf(others, money) ?? 0
  }
  return { base, billed: Math.max(0, billed) }
}
