import type { Cost } from '../prices/costing.ts'
import type { AgreedCharge } from './agreed-charge.ts'
import { type AgreedSet, agreedSet } from './agreed-set.ts'
import type { Exchange } from './amounts.ts'
import { amountOf, isInMoney } from './charge-money.ts'
import type { Shipped } from './conditions.ts'

/** The charges that apply to parcels, compiled for adding them to many prices. */
export type AppliedCharges = {
  readonly agreed: AgreedSet
  /**
   * Those that are always billed, if each is an amount in the client's currency or a percentage of the price alone: sums
   * for the consignment and for each parcel, and the percentages. Otherwise undefined.
   */
  readonly simple:
    | {
        readonly fixed: Cost
        readonly each: Cost
        readonly ofPrice: readonly AgreedCharge[]
        readonly exchange: Exchange
      }
    | undefined
}

/** `currency` is the client's. */
export function applyCharges(all: readonly AgreedCharge[], shipped: Shipped, currency: string): AppliedCharges {
  const agreed = agreedSet(all, shipped)
  const due = agreed.inOrder.filter((one) => one.when === 'always')
  const isSimple = due.every(
    (one) =>
      (one.currency === currency || !isInMoney(one)) &&
      (one.amount.kind !== 'percent' || one.amount.of.every((category) => category === 'base')),
  )
  if (!isSimple) return { agreed, simple: undefined }
  const exchange = { currency, rateOf: () => null }
  let [fixed, each] = [0, 0]
  for (const one of due)
    if (one.amount.kind === 'money') {
      if (one.amount.per === 'parcel') each += amountOf(one, 0, exchange)
      else fixed += amountOf(one, 0, exchange)
    }
  return { agreed, simple: { fixed, each, ofPrice: due.filter(({ amount }) => amount.kind === 'percent'), exchange } }
}

/** The price of a consignment of `count` parcels with its simple charges. */
export function addSimple(simple: NonNullable<AppliedCharges['simple']>, price: Cost, count: number): Cost {
  let total = price + simple.fixed + simple.each * count
  for (const one of simple.ofPrice) {
    // A percentage that names the price twice counts it twice, as its basis does.
    const times = one.amount.kind === 'percent' ? one.amount.of.length : 0
    total += amountOf(one, price * times, simple.exchange)
  }
  return total
}
