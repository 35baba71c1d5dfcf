import { Alert, Anchor } from '@mantine/core'
import { apiKeys } from '@despatch/contract/administration/api-keys/api-keys'
import { dayOf } from '@despatch/domain/calendar/day'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { useStore } from '../../kit/browser/store.ts'
import { hasRight } from '../../kit/session/rights.ts'
import { session } from '../../kit/session/session-store.ts'
import { warningText } from './key-words.ts'

const API_KEYS = '/setup-and-control/user-administration/api-keys'
const CLOSED = 'despatch.key-warning-closed'

/** The day on which the warning was closed last; '' in a browser that keeps nothing for this site. */
function readClosedOn(): string {
  try {
    return localStorage.getItem(CLOSED) ?? ''
  } catch {
    return ''
  }
}

function keepClosedOn(day: string): void {
  try {
    localStorage.setItem(CLOSED, day)
  } catch {
    // The warning is back with the next page.
  }
}

const orphanedKeys = (client: string) =>
  queryOptions({
    // Beneath the keys: what changes them changes these.
    queryKey: ['api-keys', 'orphaned', client],
    queryFn: ({ signal }) => call(apiKeys.list, { query: { orphaned: 'true', sort: 'name', limit: '50' } }, { signal }),
    staleTime: 600_000,
  })

/**
 * Warns those who may adopt keys of the ones that nobody answers for, on every screen and again each day until they are
 * adopted or revoked.
 */
export function KeyWarnings() {
  const router = useRouter()
  const client = useStore(session.store, (state) => state.client)
  const mayAdopt = useStore(session.store, (state) =>
    hasRight(state, 'setUpAndControl.userAdministration.apiKeys', 'Edit'),
  )
  const [closedOn, setClosedOn] = useState(readClosedOn)
  const today = dayOf(new Date())
  const { data } = useQuery({ ...orphanedKeys(client), enabled: mayAdopt && closedOn !== today })
  if (!mayAdopt || closedOn === today || !data || data.apiKeys.length === 0) return null
  return (
    <Alert
      color="attention"
      variant="light"
      m="md"
      withCloseButton
      closeButtonLabel="Close until tomorrow"
      onClose={() => {
        keepClosedOn(today)
        setClosedOn(today)
      }}
    >
      {warningText(data.apiKeys)}{' '}
      <Anchor
        href={API_KEYS}
        onClick={(event) => {
          event.preventDefault()
          void router.navigate({ href: API_KEYS })
        }}
      >
        Adopt or revoke them under API Keys
      </Anchor>
    </Alert>
  )
}
