import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'
import type { Criteria } from '../../orders/criteria.ts'

/** Suggestions after an empty search. */
export function SearchSuggestions({ criteria }: { readonly criteria: Criteria }) {
  const isOfOne = useStore(session.store, ({ client, clients }) => client !== ALL_CLIENTS && clients.length > 1)
  const hints = [
    criteria.orderRef && 'Check the reference. Enter all of it, or its first characters.',
    criteria.email && 'Check the email. Enter the full address.',
    criteria.postCode && 'Check the postcode. Enter all of it.',
    criteria.skuCode && 'Check the SKU. Enter the full code.',
    (criteria.dateFrom || criteria.status.length > 0) && 'Include more dates or statuses.',
    isOfOne && 'The order may belong to another client. Choose the client at the top.',
  ].filter(Boolean)
  return <div>{hints.join(' ')}</div>
}
