import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'
import type { Criteria } from '../../orders/criteria.ts'

/** Suggestions after an empty search. */
export function SearchSuggestions({ criteria }: { readonly criteria: Criteria }) {
  const isOfOne = useStore(session.store, ({ client, clients }) => client !== ALL_CLIENTS && clients.length > 1)
  const hints = [
    criteria.orderRef && 'Check the reference: enter all of it, or its first characters.',
    criteria.email && 'Check the email: enter the full address.',
    criteria.postCode && 'Check the postcode: enter all of it.',
    criteria.skuCode && 'Check the SKU: enter the full code.',
    (criteria.dateFrom || criteria.status.length > 0) && 'Include more days or more statuses.',
    isOfOne && 'The order may belong to another client: choose the client at the top of the window.',
  ].filter(Boolean)
  return <div>{hints.join(' ')}</div>
}
