import { minorUnitOf } from '../../money/minor-units.ts'
import type { Cost } from '../prices/costing.ts'
import type { AgreedCharge } from './agreed-charge.ts'
import { convert, type Exchange, percentOf } from './amounts.ts'
import type { ChargeCategory } from './charge-category.ts'

/** The expected charges of a row so far, by category: percentages are calculated from them. */
export type ByCategory = Partial<Record<ChargeCategory, Cost>>

/** An amount of an agreed charge in another currency. */
export const moneyOf = (agreed: AgreedCharge, money: Cost, { currency, rateOf }: Exchange): Cost =>
  convert(money, agreed.currency === currency ? null : rateOf(agreed.currency), minorUnitOf(currency))

/** Whether an agreed charge has an amount of money, and so a currency. */
export const isInMoney = ({ amount, least, most }: AgreedCharge): boolean =>
  amount.kind !== 'percent' || least !== null || most !== null

/** Limits an amount to the agreed minimum and maximum. */
export function withinBounds(agreed: AgreedCharge, amount: Cost, exchange: Exchange): Cost {
  const least = agreed.least === null ? amount : Math.max(amount, moneyOf(agreed, agreed.least, exchange))
  return agreed.most === null ? least : Math.min(least, moneyOf(agreed, agreed.most, exchange))
}

/**
 * What an agreed charge amounts to: a percentage of `of`, rounded once, or its money, for one parcel, consignment or
 * invoice; within its minimum and maximum. 0 for the minimum of an invoice.
 */
export function amountOf(agreed: AgreedCharge, of: Cost, exchange: Exchange): Cost {
  const { amount } = agreed
  if (amount.kind === 'minimum') return 0
  const exact =
    amount.kind === 'percent'
      ? percentOf(of, amount.percent, minorUnitOf(exchange.currency))
      : moneyOf(agreed, amount.money, exchange)
  return withinBounds(agreed, exact, exchange)
}

/** The basis of a percentage: the base less discounts, and the expected amounts of other charges. */
export function basis(of: readonly ChargeCategory[], base: Cost, expected: ByCategory | undefined): Cost {
  let sum = 0
  for (const category of of) {
    if (category === 'base') sum += base
    else if (category !== 'discount') sum += expected?.[category] ?? 0
  }
  return sum
}
