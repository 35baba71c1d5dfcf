import { MATCHED_FIELDS } from '@despatch/domain/enquiries/search-words'
import { isDeliverable } from '@despatch/domain/text/email'
import { normalPostcode } from '@despatch/domain/text/postcode'
import { statusWord } from '../orders/suspend-release-cancel/order-meaning.ts'
import { enquiryAddress } from './addresses.ts'
import { foundByText } from './search/found-as-typed.tsx'
import { orderAddress } from '../kit/navigation/addresses.ts'
import type { PaletteSource } from '../kit/navigation/palette-source.ts'
import { queryClient } from '../kit/server/query-client.ts'
import { hasRight } from '../kit/session/rights.ts'
import { session } from '../kit/session/session-store.ts'

/** Whether a text may be the reference of an order: it has a digit, and no word longer than a reference. */
export function looksLikeReference(text: string): boolean {
  return text.length <= 50 && /\d/.test(text) && /^[\w#./-]+( [\w#./-]+){0,2}$/.test(text)
}

/** What finding a text is called: what it can only be is said. */
export function findingText(text: string): string {
  if (isDeliverable(text)) return `Find orders of ${text}`
  const postcode = normalPostcode('GB', text)
  return postcode ? `Find orders to ${postcode}` : `Find order ${text}`
}

/** As many orders are offered. */
const MAX_FOUND = 8

/** 'Find order X', and the orders that a text leads to, for whoever may enquire; X may be any reference that leads to an order. */
export const findOrder: PaletteSource = {
  matches: 'as-given',
  find: async (text) => {
    if (!hasRight(session.store.get(), 'reportsAndEnquiries.orderAndReturnsEnquiry')) return []
    const { matches } = await queryClient.fetchQuery(foundByText(text))
    return matches.slice(0, MAX_FOUND).map((match) => ({
      id: `found ${match.clientCode} ${match.orderNumber} ${match.trackingNumber}`,
      group: 'Orders found',
      label: [match.orderNumber, match.customer].filter(Boolean).join(' · '),
      description: [
        statusWord(match.Status),
        match.clientCode,
        match.trackingNumber && `Parcel: ${match.trackingNumber}`,
        ...match.matched.map(({ field, text: said }) => `${MATCHED_FIELDS[field]}: ${said}`),
      ]
        .filter(Boolean)
        .join(' · '),
      to: orderAddress({ orderNumber: match.orderNumber, client: match.clientCode }),
    }))
  },
  actions: (text) =>
    (looksLikeReference(text) || isDeliverable(text)) &&
    hasRight(session.store.get(), 'reportsAndEnquiries.orderAndReturnsEnquiry')
      ? [
          {
            id: 'find-order',
            group: 'Orders',
            label: findingText(text),
            description: 'Or by its parcel, serial number, SKU or return: Order & Returns Enquiry',
            to: enquiryAddress({ orderRef: text, find: 'now' }),
          },
        ]
      : [],
}
