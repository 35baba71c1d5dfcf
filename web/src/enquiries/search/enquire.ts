import type { AnyReference } from '@despatch/contract/enquiries/search/any-reference'
import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { orders } from '@despatch/contract/orders/orders'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { resultsAddress } from '../addresses.ts'
import { call } from '../../kit/server/call.ts'
import {
  type Criteria,
  criteriaBody,
  isReferenceOnly,
  MAX_ORDER_REFERENCE,
  emptyResultMessage,
} from '../../orders/criteria.ts'
import { lookUpOrder } from '../lookups.ts'

/** Outcome of an enquiry: an address to open, an interpretation to show, a message for no results, or tabs added. */
export type Outcome =
  | { readonly open: string }
  | { readonly found: AnyReference }
  | { readonly nothing: string }
  | 'tabs-added'

const resultsOf = (criteria: Criteria): Outcome => ({ open: resultsAddress(criteria) })

/**
 * Searches as in specification 2 and 5: a reference alone uses the lookups; other criteria open the search results, if
 * there are any. Throws like the calls.
 */
export async function enquire(criteria: Criteria, signal: AbortSignal): Promise<Outcome> {
  if (isReferenceOnly(criteria)) return enquireByReference(criteria, signal)
  // Counts cancelled orders too; the results say that they are hidden.
  const { Orders } = await call(
    orders.consolidated,
    { body: { ...criteriaBody(criteria, true), limit: 1 } },
    { signal },
  )
  return Orders.length > 0 ? resultsOf(criteria) : { nothing: emptyResultMessage(criteria) }
}

/**
 * A complete order reference opens the order's tab, and a prefix of order references the search results. Other
 * references (parcel, serial number, postcode…) show their interpretation with the orders found.
 */
async function enquireByReference(criteria: Criteria, signal: AbortSignal): Promise<Outcome> {
  const looked =
    criteria.orderRef.length > MAX_ORDER_REFERENCE ? 'nothing' : await lookUpOrder(criteria.orderRef, signal)
  if (typeof looked === 'object') return looked
  const found = await call(enquiries.reference, { query: { text: criteria.orderRef } }, { signal })
  const [first, ...others] = found.tookItFor
  if (first?.kind === 'order' && others.length === 0) return resultsOf(criteria)
  if (first) return { found }
  return looked === 'others' ? 'tabs-added' : { nothing: noDataAvailable(criteria.orderRef) }
}
