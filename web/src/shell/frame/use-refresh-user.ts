import { useEffect, useState } from 'react'
import { refreshUser } from '../../sign-in/password/sign-in.ts'
import { session } from '../../kit/session/session-store.ts'
import { STORAGE_KEYS } from '../../kit/session/storage.ts'
import { isAbort } from '../../kit/server/api-error.ts'
import { expiry } from '../../kit/server/call.ts'

/**
 * Fetches the signed-in user once per page load, because the stored one may be out of date. Also follows sign-ins and
 * sign-outs in other windows of this browser.
 *
 * @returns the error of the fetch, or undefined
 */
export function useRefreshUser(): unknown {
  const [problem, setProblem] = useState<unknown>()

  useEffect(() => {
    refreshUser().catch((error: unknown) => {
      if (!isAbort(error)) setProblem(error)
    })
  }, [])

  useEffect(() => {
    window.addEventListener('storage', followOtherWindows)
    return () => window.removeEventListener('storage', followOtherWindows)
  }, [])
  return problem
}

function followOtherWindows({ key, newValue }: StorageEvent) {
  const ownId = session.store.get().user?._id
  if (key === STORAGE_KEYS.token && !newValue) expiry.raise('You have signed out in another window.')
  if (key !== STORAGE_KEYS.user || !newValue || !ownId) return
  // Another user has signed in: the screen must not keep the previous user's data.
  if (session.storedUserId() !== ownId) window.location.assign('/home')
  else if (expiry.state.get().isExpired) expiry.resumeCalls()
}
