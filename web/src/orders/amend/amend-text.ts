import type { orders } from '@despatch/contract/orders/orders'
import type { AmendmentSide } from '@despatch/contract/orders/amend/amend-order'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatMoney, parseMoney } from '@despatch/domain/money/money'

export type Preview = RouteAnswer<typeof orders.amendPreview>

/** 'DPD UK, Next Day', joined by 'and'; '' without carriers. */
export function carriersText({ routing: { consignments } }: AmendmentSide): string {
  return consignments.map(({ carrierName, methodDescription }) => `${carrierName}, ${methodDescription}`).join(' and ')
}

/** '£1.50 less', '£1.50 more' or 'the same'; '' if a cost is missing or costs are hidden. */
export function differencePhrase(costDifference: string | null | undefined, currency: string): string {
  if (costDifference === null || costDifference === undefined) return ''
  const difference = parseMoney(costDifference)
  if (difference === 0n) return 'the same'
  return `${formatMoney(costDifference.replace('-', ''), currency)} ${difference < 0n ? 'less' : 'more'}`
}

/** The effect on allocation in one sentence; costs are in the client's currency. */
export function previewSentence(
  { isChanged, before, after, costDifference, decisions }: Preview,
  currency: string,
): string {
  if (!isChanged) return 'No changes yet that affect allocation.'
  if (decisions.length === 0) return 'The order is suspended and will be allocated on release.'
  if (after.routing.exception !== null)
    return before.routing.exception === null
      ? 'If saved, the order has no carrier and becomes a routing exception.'
      : 'The order remains a routing exception.'
  if (before.routing.exception !== null) return `The order is no longer a routing exception: ${carriersText(after)}.`
  const isSameCarrier = carriersText(before) === carriersText(after)
  const cost = differencePhrase(costDifference, currency)
  if (isSameCarrier && costDifference === undefined) return 'Same carrier.'
  if (isSameCarrier) return cost === 'the same' || cost === '' ? 'Same carrier and cost.' : `Same carrier, for ${cost}.`
  return `New carrier: ${carriersText(after)}${cost && `, for ${cost}`}.`.replace('for the same', 'for as much')
}
