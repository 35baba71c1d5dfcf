import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'
import { allocationCodes } from './stock-queries.ts'

/** An allocation code, and whether its stock counts as available. */
export function CodeCell({ code }: { readonly code: string }) {
  // Each client has its own codes.
  const isOneClient = useStore(session.store, ({ client }) => client !== ALL_CLIENTS)
  const { data } = useQuery({ ...allocationCodes, enabled: isOneClient })
  const isApart = data?.some((one) => one.code === code && !one.mayBePromised) ?? false
  return (
    <>
      {code}
      {isApart && ' (not counted)'}
    </>
  )
}
