import type { AnyReference } from '@despatch/contract/enquiries/any-reference'
import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { orders } from '@despatch/contract/orders/orders'
import { noDataAvailable } from '@despatch/domain/enquiries/messages'
import { call } from '../app/api/call.ts'
import { stringifySearch } from '../app/search-text.ts'
import { ENQUIRY_SCREENS } from './addresses.ts'
import { type Criteria, criteriaBody, isReferenceOnly, nothingFound } from './criteria.ts'
import { lookUpOrder } from './lookups.ts'

/** What an enquiry ended with: an address to go to, what a reference was taken for, the words for nothing found, or tabs that were added. */
export type Outcome =
  | { readonly open: string }
  | { readonly found: AnyReference }
  | { readonly nothing: string }
  | 'tabs-added'

/**
 * Searches as specification 2 and 5 say. A reference by itself goes through the lookups and opens the order's tab; one
 * that no order has, but several begin with, and everything else, opens the search results. A reference that is no order's
 * may be a parcel's, a serial number, a postcode…: then it is said what it was taken for, with the orders that it leads to.
 */
export async function enquire(asked: Criteria, signal: AbortSignal): Promise<Outcome> {
  const looked = isReferenceOnly(asked) ? await lookUpOrder(asked.orderRef, signal) : undefined
  if (typeof looked === 'object') return looked
  // Cancelled ones count here: the results say that they are hidden.
  const { Orders } = await call(orders.consolidated, { body: { ...criteriaBody(asked, true), limit: 1 } }, { signal })
  if (Orders.length > 0) return { open: ENQUIRY_SCREENS.results + stringifySearch(asked) }
  if (looked === 'others') return 'tabs-added'
  if (!looked) return { nothing: nothingFound(asked) }
  const found = await call(enquiries.reference, { query: { text: asked.orderRef } }, { signal })
  return found.matches.length > 0 ? { found } : { nothing: noDataAvailable(asked.orderRef) }
}
