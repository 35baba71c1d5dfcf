import { session as calls } from '@despatch/contract/session/session'
import { ApiError } from '../app/api/api-error.ts'
import { call, expiry } from '../app/api/call.ts'
import { session } from './session-store.ts'

/** What a proxy that drops the header is told by; the administrator of the server in front has to act. */
export const HEADER_DROPPED =
  'Sign-in worked, but the access token does not reach the server: the proxy in front of it drops headers with ' +
  'underscores in their names. Its administrator has to let them through (for nginx: underscores_in_headers on;).'

export type SignedIn =
  | { readonly done: true }
  /** The sign-in needs a step that this version does not have. */
  | { readonly done: false; readonly message: string }

/**
 * Signs in, keeps the token and the user, and lets every call that waits for a new session go on.
 * Throws an ApiError with the server's words, or with {@link HEADER_DROPPED} when the token gets lost on its way.
 */
export async function signIn(username: string, password: string, signal?: AbortSignal): Promise<SignedIn> {
  const answer = await call(calls.signIn, { body: { username, password } }, { signal })
  const further = furtherStep(answer)
  if (further) return { done: false, message: further }
  session.saveToken(answer.access_token)
  try {
    session.keepUser(await call(calls.current, {}, { signal, onExpired: 'fail' }))
  } catch (error) {
    session.saveToken('')
    if (error instanceof ApiError && error.code === 'not_signed_in') {
      throw new ApiError(error.status, { code: 'header_dropped', message: HEADER_DROPPED })
    }
    throw error
  }
  expiry.renewed()
  return { done: true }
}

function furtherStep(answer: { isTemporaryPasswordReset: boolean; mfa_required: boolean }): string {
  if (!answer.isTemporaryPasswordReset) {
    return 'Your password is a temporary one and has to be replaced first. Choosing a new one is not built yet: ask your administrator for a password.'
  }
  if (answer.mfa_required) {
    return 'Your account asks for a one-time code. One-time codes are not built yet: ask your administrator to switch them off for you.'
  }
  return ''
}

/** Asks the server who is signed in and keeps the answer: roles and clients may have changed since the page was left. */
export async function refreshUser(): Promise<void> {
  const before = session.store.get().user?._id
  const user = await call(calls.current, {})
  // While the call waited, somebody may have signed out or in: then the answer is of no use.
  if (before && before !== user._id) return
  session.keepUser(user)
}

/** Tells the server, and forgets the session whatever it answers: who leaves has left. */
export async function signOut(): Promise<void> {
  const id = session.store.get().user?._id
  try {
    if (id)
      await call(calls.signOut, { params: { id }, query: {} }, { onExpired: 'fail', signal: AbortSignal.timeout(5000) })
  } catch {
    // An unreachable server ends the session by its idle limit.
  }
  session.clear()
  expiry.left()
}
