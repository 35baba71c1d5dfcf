import type { PaletteSource } from '../app/palette/sources.ts'
import { stringifySearch } from '../app/search-text.ts'
import { hasRight } from '../session/rights.ts'
import { session } from '../session/session-store.ts'
import { ENQUIRY_SCREENS } from './addresses.ts'

/** Whether a text may be the reference of an order: it has a digit, and no word longer than a reference. */
export function looksLikeReference(text: string): boolean {
  return text.length <= 50 && /\d/.test(text) && /^[\w#./-]+( [\w#./-]+){0,2}$/.test(text)
}

/** 'Find order X', for whoever may enquire. */
export const findOrder: PaletteSource = {
  matches: 'as-given',
  actions: (text) =>
    looksLikeReference(text) && hasRight(session.store.get(), 'reportsAndEnquiries.orderAndReturnsEnquiry')
      ? [
          {
            id: 'find-order',
            group: 'Orders',
            label: `Find order ${text}`,
            description: 'Order & Returns Enquiry',
            to: ENQUIRY_SCREENS.search + stringifySearch({ orderRef: text, find: 'now' }),
          },
        ]
      : [],
}
