import { Alert, Anchor } from '@mantine/core'
import { apiKeys } from '@despatch/contract/administration/api-keys/api-keys'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { restoreFocus } from '../../kit/browser/focus.ts'
import { useStore } from '../../kit/browser/store.ts'
import { hasRight } from '../../kit/session/rights.ts'
import { session } from '../../kit/session/session-store.ts'
import { warningText } from './key-text.ts'
import { saveClosedOn, readClosedOn } from './warning-closed.ts'
import { operatorToday } from '../../kit/browser/clock.ts'

const API_KEYS = '/setup-and-control/user-administration/api-keys'
/** The rest are only counted. */
const MAX_KEYS = '200'

const orphanedKeys = (client: string) =>
  queryOptions({
    // Under the key of the list, so that every change of keys refetches this too.
    queryKey: ['api-keys', 'orphaned', client],
    queryFn: ({ signal }) =>
      call(apiKeys.list, { query: { orphaned: 'true', sort: 'name', limit: MAX_KEYS } }, { signal, client }),
    staleTime: 600_000,
  })

/**
 * Warns administrators who may adopt keys about those without an owner: on every screen, and again each day until the
 * keys are adopted or revoked.
 */
export function KeyWarnings() {
  const client = useStore(session.store, (state) => state.selected)
  const userId = useStore(session.store, (state) => state.user?._id ?? '')
  const mayTakeOver = useStore(session.store, (state) =>
    hasRight(state, 'setUpAndControl.userAdministration.apiKeys', 'Edit'),
  )
  if (!mayTakeOver) return null
  return <WarningOfClient key={`${userId} ${client}`} userId={userId} client={client} />
}

type WarningProps = { readonly userId: string; readonly client: string }

function WarningOfClient({ userId, client }: WarningProps) {
  const router = useRouter()
  const [closedOn, setClosedOn] = useState(() => readClosedOn(userId, client))
  const today = operatorToday()
  const { data } = useQuery({ ...orphanedKeys(client), enabled: closedOn !== today })
  if (closedOn === today || !data || data.apiKeys.length === 0) return null
  return (
    <Alert
      color="attention"
      variant="light"
      m="md"
      withCloseButton
      closeButtonLabel="Close until tomorrow"
      onClose={() => {
        saveClosedOn(userId, client, today)
        setClosedOn(today)
        requestAnimationFrame(restoreFocus)
      }}
    >
      {warningText(data.apiKeys, data.total)}{' '}
      <Anchor
        href={API_KEYS}
        onClick={(event) => {
          event.preventDefault()
          void router.navigate({ href: API_KEYS })
        }}
      >
        Take over or revoke {data.total === 1 ? 'it' : 'them'} under API Keys
      </Anchor>
    </Alert>
  )
}
