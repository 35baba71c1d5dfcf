import { session as calls } from '@despatch/contract/sign-in/session'
import { ApiError } from '../../kit/server/api-error.ts'
import { call, expiry } from '../../kit/server/call.ts'
import { callWith, type SigningIn } from './sign-in.ts'

/** The values of the form for a new password. */
export type NewPassword = { readonly password: string; readonly currentPassword: string }

/** Requests a link by mail. Returns the server's message, which is the same whether or not the user exists. */
export async function askForLink(username: string): Promise<string> {
  const { message } = await callWith('')(calls.requestPasswordReset, { query: { username } })
  return message
}

/** Sets a password with a mailed link. Sent without the session of this browser. */
export async function resetByLink(token: string, password: string): Promise<string> {
  const { message } = await callWith('')(calls.resetPassword, { body: { token, password } })
  return message
}

/** Replaces a temporary password. */
export async function replaceTemporary(signingIn: SigningIn, password: string): Promise<string> {
  const { message } = await signingIn.call(calls.resetPassword, { body: { password } })
  return message
}

/** Changes the signed-in user's password. If the session has expired it waits for its renewal, like every call. */
export async function changePassword({ password, currentPassword }: NewPassword): Promise<void> {
  for (;;) {
    try {
      await call(calls.resetPassword, { body: { password, currentPassword } })
      return
    } catch (error) {
      // This call is public, so the client does not open the sign-in dialog for it.
      if (!(error instanceof ApiError) || error.code !== 'session_expired') throw error
      await expiry.waitForRenewal(error.message)
    }
  }
}
