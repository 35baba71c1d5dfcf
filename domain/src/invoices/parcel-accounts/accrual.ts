import type { Cost } from '../../routing/prices/costing.ts'
import type { Exchange } from '../judging/amounts.ts'
import { isInMoney } from '../judging/charge-amounts.ts'
import type { CompiledRules } from '../judging/compiled-rules.ts'
import type { DespatchedConsignment } from '../judging/facts.ts'
import { expectedCost, laneOf, shippedOf } from '../judging/lane.ts'
import type { AgreedCharge } from '../judging/rules.ts'
import { type AgreedDue, agreedDues } from './account.ts'
import { NO_OTHERS, type OfOthers } from './consignment-charges.ts'

/** The exchange rate in millionths on a day; null if there is none, or the currencies are the same. */
type RateBetween = (from: string, to: string, day: string) => number | null

/**
 * The amount due for each parcel of a consignment before any billing: its price, and the agreed charges that are
 * always due. In ten-thousandths of the client's currency; null if the price, a rate or a charge's condition is
 * unknown.
 */
export function accrualsOf(
  consignment: DespatchedConsignment,
  rules: CompiledRules,
  rateBetween: RateBetween,
): (Cost | null)[] {
  const { client, day, parcels } = consignment
  const currency = rules.books.currencyOf(client)
  if (currency === undefined) return parcels.map(() => null)
  const exchange = { currency, rateOf: (from: string) => rateBetween(from, currency, day) }
  return unbilledDues(consignment, rules, exchange).map(
    (one) => one && one.dues.reduce((sum, { amount }) => sum + amount, one.base),
  )
}

/**
 * The price of each parcel of a consignment, and each agreed charge that is always due, in the client's currency
 * (that of `exchange`); null for a parcel with an unknown amount. A charge that the consignment owes once is due with
 * its first parcel; each further parcel adds its increment.
 */
export function unbilledDues(
  consignment: DespatchedConsignment,
  rules: CompiledRules,
  exchange: Exchange,
): ({ base: Cost; dues: AgreedDue[] } | null)[] {
  const { carrier, client, day, parcels } = consignment
  const lane = laneOf(consignment, rules)
  const isForeign = (one: AgreedCharge) => isInMoney(one) && one.currency !== exchange.currency
  const isDue = (one: AgreedCharge) => one.when === 'always'
  const borne = new Map<AgreedCharge, OfOthers>()
  const ofOthers = (one: AgreedCharge) => borne.get(one) ?? NO_OTHERS
  return parcels.map((_, index) => {
    const base = expectedCost(lane, index)
    if (typeof base === 'object') return null
    const agreed = rules.agreedOn(carrier, client, day, () => shippedOf(lane, [index], day))
    if (agreed.perhapsDue) return null
    if (agreed.inOrder.some((one) => isDue(one) && isForeign(one) && exchange.rateOf(one.currency) === null))
      return null
    const dues = agreedDues({ base, isDue, ofOthers }, agreed, exchange)
    for (const { agreed: one, amount } of dues) {
      const before = ofOthers(one)
      borne.set(one, { base: before.base + base, billed: before.billed + amount })
    }
    return { base, dues }
  })
}
