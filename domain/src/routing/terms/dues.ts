import type { Cost } from '../prices/costing.ts'
import type { AgreedCharge } from './agreed-charge.ts'
import type { AgreedSet } from './agreed-set.ts'
import type { Exchange } from './amounts.ts'
import { amountOf, basis, type ByCategory } from './charge-money.ts'

/** The other parcels of a consignment: their price, and the part of an agreed charge that they bear. */
export type OfOthers = { readonly base: Cost; readonly billed: Cost }
export const NO_OTHERS: OfOthers = { base: 0, billed: 0 }

/**
 * Whether a consignment owes an agreed charge once, whichever rows bill its parcels: an amount per consignment, or a
 * percentage with a minimum or maximum.
 */
export const isOfConsignment = ({ amount, least, most }: AgreedCharge): boolean =>
  amount.kind === 'percent' ? least !== null || most !== null : amount.kind === 'money' && amount.per === 'detail'

/** The charges of parcels that count towards the amount due: those always due, and those that were billed. */
export type DueParcels = {
  /** The number of parcels for which a charge is due; 1 each by default. */
  readonly countOf?: (agreed: AgreedCharge) => number
  /** The price of the parcels. */
  readonly base: Cost
  readonly isDue: (agreed: AgreedCharge) => boolean
  /** The part that other parcels of the consignment bear of a charge that it owes once. */
  readonly ofOthers?: (agreed: AgreedCharge) => OfOthers
}

/** The amount of an agreed charge. */
export type AgreedDue = { readonly agreed: AgreedCharge; readonly amount: Cost }

/** The amount of each agreed charge that is due, in the order in which they build on each other. */
export function agreedDues(
  { countOf: countOfParcels = () => 1, base, isDue, ofOthers }: DueParcels,
  agreed: AgreedSet,
  exchange: Exchange,
): AgreedDue[] {
  const expected: ByCategory = {}
  return agreed.inOrder.filter(isDue).map((one) => {
    const others = (isOfConsignment(one) && ofOthers?.(one)) || NO_OTHERS
    const amount = agreedDue(one, { parcels: countOfParcels(one), base, expected, others }, exchange)
    expected[one.category] = (expected[one.category] ?? 0) + amount
    return { agreed: one, amount }
  })
}

const isOfParcel = ({ amount }: AgreedCharge) => amount.kind === 'money' && amount.per === 'parcel'

function agreedDue(
  agreed: AgreedCharge,
  { parcels, base, expected, others }: { parcels: number; base: Cost; expected: ByCategory; others: OfOthers },
  exchange: Exchange,
): Cost {
  const { amount } = agreed
  const of = amount.kind === 'percent' ? basis(amount.of, base + others.base, expected) : 0
  const due = amountOf(agreed, of, exchange)
  if (isOfParcel(agreed)) return due * Math.max(1, parcels)
  return others.billed === 0 ? due : Math.max(0, due - others.billed)
}

/** A parcel of a consignment: the price that it adds to those before it, and the charges agreed for it. */
export type PricedParcel = { readonly base: Cost; readonly agreed: AgreedSet }

/** Which charges are due before any billing, and the currency and rates of their amounts. */
type Unbilled = { readonly isDue: (agreed: AgreedCharge) => boolean; readonly exchange: Exchange }

/**
 * The agreed charges of a consignment's parcels before any billing, parcel by parcel. A charge per consignment is due with
 * its first parcel. A percentage is rounded once for all parcels, and each adds its increment.
 */
export function unbilledDuesOf(parcels: readonly PricedParcel[], { isDue, exchange }: Unbilled): AgreedDue[][] {
  const before = new Map<AgreedCharge, { of: Cost; amount: Cost }>()
  return parcels.map(({ base, agreed }) => {
    const expected: ByCategory = {}
    const dues: AgreedDue[] = []
    for (const one of agreed.inOrder) {
      if (!isDue(one)) continue
      const borne = before.get(one) ?? { of: 0, amount: 0 }
      const of = borne.of + (one.amount.kind === 'percent' ? basis(one.amount.of, base, expected) : 0)
      const due = amountOf(one, of, exchange)
      const amount = isOfParcel(one) ? due : due - borne.amount
      before.set(one, { of, amount: borne.amount + amount })
      expected[one.category] = (expected[one.category] ?? 0) + amount
      dues.push({ agreed: one, amount })
    }
    return dues
  })
}

/** The sums of {@link unbilledDuesOf} by charge, for `count` parcels of which the same is agreed. `base` is their price. */
export function duesTogether(
  { agreed, base, count }: PricedParcel & { readonly count: number },
  { isDue, exchange }: Unbilled,
): AgreedDue[] {
  const expected: ByCategory = {}
  const dues: AgreedDue[] = []
  for (const one of agreed.inOrder) {
    if (!isDue(one)) continue
    const of = one.amount.kind === 'percent' ? basis(one.amount.of, base, expected) : 0
    const amount = amountOf(one, of, exchange) * (isOfParcel(one) ? count : 1)
    expected[one.category] = (expected[one.category] ?? 0) + amount
    dues.push({ agreed: one, amount })
  }
  return dues
}
