import type { Cost } from '../../routing/prices/costing.ts'
import { isInMoney } from '../reconciliation/charge-amounts.ts'
import type { CompiledRules } from '../reconciliation/compiled-rules.ts'
import type { DespatchedConsignment } from '../reconciliation/facts.ts'
import { expectedCost, laneOf, shippedOf } from '../reconciliation/lane.ts'
import type { AgreedCharge } from '../reconciliation/rules.ts'
import { dueOf } from './account.ts'

/** Millionths of a currency for one of another, on a day; null where nobody gave a rate, or it is the same currency. */
type RateBetween = (from: string, to: string, day: string) => number | null

/**
 * What is due of each parcel of a consignment before anything of it is billed: its price, and the agreed charges that are
 * always due. In ten-thousandths of the client's currency; null where the price or a rate cannot be known. A charge is left out
 * where its condition cannot be known. Money that is agreed for a consignment is the first parcel's.
 */
export function accrualsOf(
  consignment: DespatchedConsignment,
  rules: CompiledRules,
  rateBetween: RateBetween,
): (Cost | null)[] {
  const { carrier, client, day, parcels } = consignment
  const currency = rules.books.currencyOf(client)
  if (currency === undefined) return parcels.map(() => null)
  const lane = laneOf(consignment, rules)
  const exchange = { currency, rateOf: (from: string) => rateBetween(from, currency, day) }
  const isForeign = (one: AgreedCharge) => isInMoney(one) && one.currency !== currency
  return parcels.map((_, index) => {
    const base = expectedCost(lane, index)
    if (typeof base === 'object') return null
    const agreed = rules.agreedOn(carrier, client, day, () => shippedOf(lane, [index], day))
    const isDue = (one: AgreedCharge) =>
      one.when === 'always' && (index === 0 || one.amount.kind === 'percent' || one.amount.per === 'parcel')
    if (agreed.inOrder.some((one) => isDue(one) && isForeign(one) && exchange.rateOf(one.currency) === null))
      return null
    const due = dueOf({ parcels: 1, base, isDue }, agreed, exchange)
    return [...due.values()].reduce((sum, amount) => sum + amount, 0)
  })
}
