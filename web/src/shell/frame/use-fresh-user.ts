import { useEffect, useState } from 'react'
import { refreshUser } from '../../sign-in/password/sign-in.ts'
import { session } from '../../kit/session/session-store.ts'
import { STORAGE_KEYS } from '../../kit/session/storage.ts'
import { isAbort } from '../../kit/server/api-error.ts'
import { expiry } from '../../kit/server/call.ts'

/**
 * Asks the server who is signed in, once a load: what was kept may be out of date. Follows what other windows of this
 * browser do to the session. Gives what went wrong, if it did.
 */
export function useFreshUser(): unknown {
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
  const mine = session.store.get().user?._id
  if (key === STORAGE_KEYS.token && !newValue) expiry.raise('You have signed out in another window.')
  if (key !== STORAGE_KEYS.user || !newValue || !mine) return
  // Someone else has signed in: nothing of the user before may stay on the screen.
  if (session.storedUserId() !== mine) window.location.assign('/home')
  else if (expiry.state.get().isExpired) expiry.resumeCalls()
}
