import { isDeliverable } from '@despatch/domain/text/email'
import { normalPostcode } from '@despatch/domain/text/postcode'
import { enquiryAddress } from './addresses.ts'
import type { PaletteSource } from '../kit/navigation/palette-source.ts'
import { hasRight } from '../kit/session/rights.ts'
import { session } from '../kit/session/session-store.ts'

/** Whether a text may be the reference of an order: it has a digit, and no word longer than a reference. */
export function looksLikeReference(text: string): boolean {
  return text.length <= 50 && /\d/.test(text) && /^[\w#./-]+( [\w#./-]+){0,2}$/.test(text)
}

/** What finding a text is called: what it can only be is said. */
export function findingWords(text: string): string {
  if (isDeliverable(text)) return `Find orders of ${text}`
  const postcode = normalPostcode('GB', text)
  return postcode ? `Find orders to ${postcode}` : `Find order ${text}`
}

/** 'Find order X', for whoever may enquire; X may be any reference that leads to an order. */
export const findOrder: PaletteSource = {
  matches: 'as-given',
  actions: (text) =>
    (looksLikeReference(text) || isDeliverable(text)) &&
    hasRight(session.store.get(), 'reportsAndEnquiries.orderAndReturnsEnquiry')
      ? [
          {
            id: 'find-order',
            group: 'Orders',
            label: findingWords(text),
            description: 'Or by its parcel, serial number, SKU or return: Order & Returns Enquiry',
            to: enquiryAddress({ orderRef: text, find: 'now' }),
          },
        ]
      : [],
}
