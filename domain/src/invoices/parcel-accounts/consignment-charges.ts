import { minorUnitOf } from '../../money/minor-units.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledCharge, ChargeCategory } from '../invoice.ts'
import { convert, type Exchange } from '../reconciliation/amounts.ts'
import type { AgreedSet } from '../reconciliation/compiled-rules.ts'
import type { EarlierCharge } from '../reconciliation/facts.ts'
import { expectedCost } from '../reconciliation/lane.ts'
import type { AgreedCharge } from '../reconciliation/rules.ts'
import { type Member, sumOf, type Unit } from '../reconciliation/unit.ts'

/** The invoice's currency, and millionths of it for one of the client's; null where it is the same. */
export type Money = Exchange & { readonly rate: number | null }

/** What is reckoned of the other parcels of a consignment: their price, and what they bear of an agreed charge. */
export type OfOthers = { readonly base: Cost; readonly billed: Cost }
export const NO_OTHERS: OfOthers = { base: 0, billed: 0 }

/**
 * Whether a consignment owes an agreed charge once, whichever rows bill its parcels: money for each consignment, and a percentage
 * with a least or a most.
 */
export const isOfConsignment = ({ amount, least, most }: AgreedCharge): boolean =>
  amount.kind === 'percent' ? least !== null || most !== null : amount.kind === 'money' && amount.per === 'detail'

/** The category by which a charge is held against what is due. A credit stays one, whatever is agreed of its code. */
export function categoryOf(
  charge: Pick<BilledCharge, 'code' | 'text' | 'category'>,
  agreed: AgreedSet | null,
): ChargeCategory {
  if (charge.category === 'credit') return 'credit'
  return agreed?.find(charge)?.category ?? (charge.category === 'discount' ? 'base' : charge.category)
}

/** What parcels cost in the invoice's currency; null where that of one is not known. */
export function priceOf(members: readonly Member[], { currency, rate }: Money): Cost | null {
  let total = 0
  for (const { lane, index } of members) {
    const cost = expectedCost(lane, index)
    if (typeof cost === 'object') return null
    total += cost
  }
  return convert(total, rate, minorUnitOf(currency))
}

/** A row, as far as it says what was billed before of its parcels and of others of their consignment. */
type RowOfConsignment = Pick<Unit, 'agreed' | 'covered' | 'earlier' | 'earlierOfConsignment'>

/**
 * What earlier rows billed of an agreed charge for parcels that these rows do not cover, of the same consignments, and what those
 * parcels cost. In the invoice's currency.
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
