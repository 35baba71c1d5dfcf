import { session as calls, type SignInAnswer } from '@despatch/contract/sign-in/session'
import { nextSignInStep, type SignInStep } from '@despatch/domain/sign-in/two-factor/second-factor'
import { ApiError } from '../../kit/server/api-error.ts'
import { call, expiry } from '../../kit/server/call.ts'
import { type Call, createCall } from '../../kit/server/client.ts'
import { storeDevice, readDevice } from '../../kit/session/device.ts'
import { session } from '../../kit/session/session-store.ts'

/** Shown if a proxy drops the token header; the administrator of that server must act. */
export const HEADER_DROPPED =
  'You are signed in, but the access token does not reach the server. The proxy in front of it drops headers with ' +
  'underscores in their names. Its administrator has to let them through (for nginx: underscores_in_headers on;).'

/** A user between the right password and the end of sign-in. Held only in this page's memory. */
export type SigningIn = {
  readonly username: string
  readonly step: Exclude<SignInStep, 'done'>
  /** Calls with the sign-in's token, which opens only the next step. A 401 fails the call. */
  readonly call: Call
}

/**
 * Sends name and password. Returns the remaining step (specification 4), or undefined if the user is signed in. Throws
 * an ApiError with the server's message, or with {@link HEADER_DROPPED}.
 */
export async function signIn(username: string, password: string): Promise<SigningIn | undefined> {
  const answer: SignInAnswer = await callWith('')(calls.signIn, { body: { username, password, device: readDevice() } })
  storeDevice(answer.device)
  const step = nextSignInStep(answer)
  if (step !== 'done') return { username, step, call: callWith(answer.access_token) }
  await beginSession(answer.access_token)
  return undefined
}

/** The second step of signing in: a code of the app, or a recovery code. Returns the server's message. */
export async function validateCode(signingIn: SigningIn, code: string): Promise<string> {
  const body = { code, device: readDevice() }
  const { access_token: token, message, device } = await signingIn.call(calls.validateOneTimeCode, { body })
  storeDevice(device)
  await beginSession(token)
  return message
}

/**
 * Stores a token and its user, clears the expired-session flag, and resumes waiting calls. If it throws, nothing is
 * stored.
 */
export async function beginSession(token: string): Promise<void> {
  const user = await callWith(token)(calls.current, {})
  session.saveToken(token)
  session.storeUser(user)
  expiry.resumeCalls()
}

/** Calls with another token than the stored one, or with none (''). */
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

/** Reloads and stores the signed-in user: roles and clients may have changed since the page was left. */
export async function refreshUser(): Promise<void> {
  const user = await call(calls.current, {})
  // Ignore the answer if the user has signed out, or another has signed in, while the call was waiting. The token does
  // not tell, because it is renewed now and then.
  if (!session.isSignedIn()) return
  const known = [session.store.get().user?._id, session.storedUserId()]
  if (known.some((id) => id !== undefined && id !== user._id)) return
  session.storeUser(user)
}

/** Signs out on the server, and forgets the session whatever it answers. */
export async function signOut(): Promise<void> {
  const id = session.store.get().user?._id
  try {
    if (id)
      await call(calls.signOut, { params: { id }, query: {} }, { onExpired: 'fail', signal: AbortSignal.timeout(5000) })
  } catch {
    // If the server is unreachable, the session ends at its idle limit.
  }
  session.clear()
  expiry.cancelCalls()
}
