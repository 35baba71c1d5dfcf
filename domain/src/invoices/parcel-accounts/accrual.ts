import type { Cost } from '../../routing/prices/costing.ts'
import type { Exchange } from '../../routing/terms/amounts.ts'
import { isInMoney } from '../../routing/terms/charge-money.ts'
import type { CompiledRules } from '../judging/compiled-rules.ts'
import type { DespatchedConsignment } from '../judging/facts.ts'
import { expectedCost, laneOf, shippedOf } from '../judging/lane.ts'
import type { AgreedCharge } from '../../routing/terms/agreed-charge.ts'
import { type AgreedDue, unbilledDuesOf } from '../../routing/terms/dues.ts'

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
 * (that of `exchange`); null for a parcel with an unknown amount. See {@link unbilledDuesOf}.
 */
export function unbilledDues(
  consignment: DespatchedConsignment,
  rules: CompiledRules,
  exchange: Exchange,
): ({ base: Cost; dues: AgreedDue[] } | null)[] {
  const { carrier, client, day, parcels } = consignment
  const lane = laneOf(consignment, rules)
  const isForeign = (one: AgreedCharge) =>
    isInMoney(one) && one.currency !== exchange.currency && exchange.rateOf(one.currency) === null
  const priced = parcels.map((_, index) => {
    const base = expectedCost(lane, index)
    if (typeof base === 'object') return null
    const agreed = rules.terms.agreedOn(carrier, client, day, () => shippedOf(lane, [index], day))
    if (agreed.perhapsDue) return null
    return agreed.inOrder.some((one) => one.when === 'always' && isForeign(one)) ? null : { base, agreed }
  })
  const dues = unbilledDuesOf(
    priced.filter((one) => one !== null),
    { isDue: ({ when }) => when === 'always', exchange },
  )
  let at = 0
  return priced.map((one) => one && { base: one.base, dues: dues[at++] ?? [] })
}
