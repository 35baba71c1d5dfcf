import { Outlet, useSearch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { CLIENT_PARAMETER } from '../../kit/navigation/screen-address.ts'
import { notify } from '../../kit/notify/notify.ts'
import { session } from '../../kit/session/session-store.ts'

/**
 * The screen of the present address, for the client in its address or else the selected one. Mounts the screen again
 * when the client changes, and only once its client is set, so that it makes no call for another.
 */
export function ScreenOfClient() {
  // The search of the screen that is shown, not of one that is still loading.
  const search: Record<string, unknown> = useSearch({ strict: false })
  const named = search[CLIENT_PARAMETER]
  const client = typeof named === 'string' ? named : ''
  const now = useStore(session.store)
  useLayoutEffect(() => session.showFor(client), [client])
  const isUnknown =
    client !== '' && now.user?.role.iforce_user === true && !now.clients.some(({ code }) => code === client)
  useEffect(() => {
    if (isUnknown) notify.info(`The link is for client ${client.slice(0, 20)}, which you don’t have.`)
  }, [isUnknown, client])
  return now.ofScreen === client ? <Outlet key={now.client} /> : null
}
