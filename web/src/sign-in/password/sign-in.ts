import { session as calls, type SignInAnswer } from '@despatch/contract/sign-in/session'
import { nextSignInStep, type SignInStep } from '@despatch/domain/sign-in/two-factor/second-factor'
import { ApiError } from '../../kit/server/api-error.ts'
import { call, expiry } from '../../kit/server/call.ts'
import { type Call, createCall } from '../../kit/server/client.ts'
import { keepDevice, readDevice } from '../../kit/session/device.ts'
import { session } from '../../kit/session/session-store.ts'

/** What a proxy that drops the header is told by; the administrator of the server in front has to act. */
export const HEADER_DROPPED =
  'Sign-in worked, but the access token does not reach the server: the proxy in front of it drops headers with ' +
  'underscores in their names. Its administrator has to let them through (for nginx: underscores_in_headers on;).'

/** Someone who has given the right password and has a step to take. It lives in this page's memory alone. */
export type SigningIn = {
  readonly username: string
  readonly step: Exclude<SignInStep, 'done'>
  /** Calls with the token of this sign-in, which opens nothing but its next step. A 401 fails the call. */
  readonly call: Call
}

/**
 * Gives a name and a password to the server. Gives the step that is left (specification 4), or undefined when the user is
 * signed in by it. Throws an ApiError with the server's words, or with {@link HEADER_DROPPED}.
 */
export async function signIn(username: string, password: string): Promise<SigningIn | undefined> {
  const answer: SignInAnswer = await callWith('')(calls.signIn, { body: { username, password, device: readDevice() } })
  keepDevice(answer.device)
  const step = nextSignInStep(answer)
  if (step !== 'done') return { username, step, call: callWith(answer.access_token) }
  await beginSession(answer.access_token)
  return undefined
}

/** The second step of signing in: a code of the app, or a recovery code. Gives what the server says of it. */
export async function validateCode(signingIn: SigningIn, code: string): Promise<string> {
  const body = { code, device: readDevice() }
  const { access_token: token, message, device } = await signingIn.call(calls.validateOneTimeCode, { body })
  keepDevice(device)
  await beginSession(token)
  return message
}

/**
 * Keeps a token and the user it is of, clears the expired-session flag, and lets every call that waits go on. Nothing is
 * kept when it throws.
 */
export async function beginSession(token: string): Promise<void> {
  const user = await callWith(token)(calls.current, {})
  session.saveToken(token)
  session.keepUser(user)
  expiry.renewed()
}

/** A way to call with another token than the one that is kept, or with none (''). */
export function callWith(token: string): Call {
  let own = token
  const caller = { token: () => own, saveToken: (next: string) => void (own = next), client: () => '' }
  const callAs = createCall(caller, expiry)
  return async (route, input, options) => {
    try {
      return await callAs(route, input, { ...options, onExpired: 'fail' })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_signed_in' || own === '') throw error
      throw new ApiError(error.status, { code: 'header_dropped', message: HEADER_DROPPED })
    }
  }
}

/** Asks the server who is signed in and keeps the answer: roles and clients may have changed since the page was left. */
export async function refreshUser(): Promise<void> {
  const user = await call(calls.current, {})
  // While the call waited, someone may have signed out, or someone else in: then the answer is of no use. The token is
  // no sign of either, for it is replaced now and then.
  if (!session.isSignedIn()) return
  const known = [session.store.get().user?._id, session.storedUserId()]
  if (known.some((id) => id !== undefined && id !== user._id)) return
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
