import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'
import { itemsOfKind } from './returns-queries.ts'

/** The items of one kind, as in the draft; loaded only while one client is selected. */
export function useItemsOfKind<Of extends 'rule' | 'option' | 'reason'>(kind: Of) {
  const isOneClient = useStore(session.store, ({ client }) => client !== ALL_CLIENTS)
  return useQuery({ ...itemsOfKind(kind), enabled: isOneClient })
}
