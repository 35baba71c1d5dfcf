import type { AnyReference } from '@despatch/contract/enquiries/search/any-reference'
import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { orders } from '@despatch/contract/orders/orders'
import { noDataAvailable } from '@despatch/domain/enquiries/search/messages'
import { resultsAddress } from '../addresses.ts'
import { call } from '../../kit/server/call.ts'
import { type Criteria, criteriaBody, isReferenceOnly, LONGEST_ORDER, nothingFound } from '../../orders/criteria.ts'
import { lookUpOrder } from '../lookups.ts'

/** What an enquiry ended with: an address to go to, what a reference was taken for, the words for nothing found, or tabs that were added. */
export type Outcome =
  | { readonly open: string }
  | { readonly found: AnyReference }
  | { readonly nothing: string }
  | 'tabs-added'

const resultsOf = (asked: Criteria): Outcome => ({ open: resultsAddress(asked) })

/**
 * Searches as specification 2 and 5 say: a reference by itself goes through the lookups, everything else opens the search
 * results, where there are any. Throws what the calls throw.
 */
export async function enquire(asked: Criteria, signal: AbortSignal): Promise<Outcome> {
  if (isReferenceOnly(asked)) return byReference(asked, signal)
  // Cancelled ones count here: the results say that they are hidden.
  const { Orders } = await call(orders.consolidated, { body: { ...criteriaBody(asked, true), limit: 1 } }, { signal })
  return Orders.length > 0 ? resultsOf(asked) : { nothing: nothingFound(asked) }
}

/**
 * A reference that an order has opens that order's tab; one that orders begin with, and nothing else is called so, the search
 * results. What may be a parcel's, a serial number, a postcode… is told: what it was taken for, with the orders that it leads
 * to.
 */
async function byReference(asked: Criteria, signal: AbortSignal): Promise<Outcome> {
  const looked = asked.orderRef.length > LONGEST_ORDER ? 'nothing' : await lookUpOrder(asked.orderRef, signal)
  if (typeof looked === 'object') return looked
  const found = await call(enquiries.reference, { query: { text: asked.orderRef } }, { signal })
  const [first, ...others] = found.tookItFor
  if (first?.kind === 'order' && others.length === 0) return resultsOf(asked)
  if (first) return { found }
  return looked === 'others' ? 'tabs-added' : { nothing: noDataAvailable(asked.orderRef) }
}
