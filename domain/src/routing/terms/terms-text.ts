import { formatDayShort } from '../../calendar/day.ts'
import { formatPrice } from '../../money/money.ts'
import { figureLabel, listLabel, weightLabel } from '../allocation/decision-labels.ts'
import { costText } from '../allocation/units.ts'
import type { Cost } from '../prices/costing.ts'
import { ONE_PERCENT } from './agreed-charge.ts'
import { unknownText } from './conditions.ts'
import type { CostParts, CountedCharge, Uncounted } from './cost-parts.ts'

/** Texts about the parts of a whole cost. */

const money = (cost: Cost, currency: string) => formatPrice(costText(cost), currency)

/** A part of a cost with its rule: 'Remote area', '£2.00 a consignment, for Highlands', '£2.00'. */
export type CostLine = { readonly name: string; readonly rule: string; readonly cost: string }

/** The price, and each charge that counts. `currency` is the client's, an ISO code. */
export function costLines({ price, bySize, charges }: CostParts, currency: string): CostLine[] {
  const size = bySize
    ? `For ${weightLabel(bySize.grams)} by size, at ${figureLabel(bySize.divisor)} cm³ a kilogram`
    : 'Carrier prices'
  return [
    { name: 'Price', rule: size, cost: money(price, currency) },
    ...charges.map((charge) => ({ name: charge.text, rule: ruleText(charge), cost: money(charge.cost, currency) })),
  ]
}

/** '12.5% of the price', '£2.00 a consignment, for Highlands'. */
function ruleText({ amount, currency, zone, lastOf }: Omit<CountedCharge, 'text'>): string {
  const agreed =
    amount.kind === 'percent'
      ? `${amount.percent / ONE_PERCENT}% of ${listLabel(amount.of.map((one) => (one === 'base' ? 'the price' : one)))}`
      : `${money(amount.money, currency)} a ${amount.per === 'detail' ? 'consignment' : amount.per}`
  const where = zone === undefined ? '' : `, for ${zone}`
  const until = lastOf === undefined ? '' : `, as until ${formatDayShort(lastOf)}: the next is not entered yet`
  return `${agreed}${where}${until}`
}

/** '£3.00 price, £0.38 Fuel and £2.00 Remote area'; undefined if the price is the whole cost. */
export function costSumText({ price, charges }: CostParts, currency: string): string | undefined {
  if (charges.length === 0) return undefined
  return listLabel([
    `${money(price, currency)} price`,
    ...charges.map(({ cost, text }) => `${money(cost, currency)} ${text}`),
  ])
}

/** Why charges do not count, with their names: 'billed only sometimes: Address correction and Redelivery'. */
export function uncountedTexts({
  uncounted,
}: {
  readonly uncounted: readonly { text: string; why: string }[]
}): string[] {
  const byWhy = Map.groupBy(uncounted, ({ why }) => uncountedText(why as Uncounted))
  return [...byWhy].map(([why, charges]) => `${why}: ${listLabel([...new Set(charges.map(({ text }) => text))])}`)
}

function uncountedText(why: Uncounted): string {
  if (why === 'if billed') return 'billed only sometimes'
  if (why === 'no rate') return 'no exchange rate is entered'
  if (why === 'invoice' || why === 'week' || why === 'collection') return `billed per ${why}`
  return `${unknownText(why)} is unknown`
}
