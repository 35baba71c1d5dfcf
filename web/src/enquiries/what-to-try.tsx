import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useStore } from '../kit/browser/store.ts'
import { session } from '../kit/session/session-store.ts'
import type { Criteria } from '../orders/criteria.ts'

/** What may help after a search that found nothing, by what was asked for. */
export function WhatToTry({ asked }: { readonly asked: Criteria }) {
  const isOfOne = useStore(session.store, ({ client, clients }) => client !== ALL_CLIENTS && clients.length > 1)
  const hints = [
    asked.orderRef && 'Check the reference: enter all of it, or its first characters.',
    asked.email && 'Check the email: it is searched for whole.',
    asked.postCode && 'Check the postcode: it is searched for whole.',
    asked.skuCode && 'Check the SKU: it is searched for by its whole code.',
    (asked.dateFrom || asked.status.length > 0) && 'Ask for more days or more statuses.',
    isOfOne && 'It may be another client’s order: choose the client at the top of the window.',
  ].filter(Boolean)
  return <div>{hints.join(' ')}</div>
}
