import { session as calls } from '@despatch/contract/sign-in/session'
import { ApiError } from '../../kit/server/api-error.ts'
import { call, expiry } from '../../kit/server/call.ts'
import { callWith, type SigningIn } from './sign-in.ts'

/** What a form for a new password gives. */
export type NewPassword = { readonly password: string; readonly currentPassword: string }

/** Asks for a link by mail. Gives what the server says, which is the same whether or not there is such a user. */
export async function askForLink(username: string): Promise<string> {
  const { message } = await callWith('')(calls.requestPasswordReset, { query: { username } })
  return message
}

/** Chooses a password by the link of a mail. Anyone who is signed in in this browser has nothing to do with it. */
export async function resetByLink(token: string, password: string): Promise<string> {
  const { message } = await callWith('')(calls.resetPassword, { body: { token, password } })
  return message
}

/** Chooses a password in place of a temporary one. */
export async function replaceTemporary(signingIn: SigningIn, password: string): Promise<string> {
  const { message } = await signingIn.call(calls.resetPassword, { body: { password } })
  return message
}

/** Changes the password of who is signed in. Where the session has expired it waits until it is renewed, like any call. */
export async function changePassword({ password, currentPassword }: NewPassword): Promise<void> {
  for (;;) {
    try {
      await call(calls.resetPassword, { body: { password, currentPassword } })
      return
    } catch (error) {
      // The call is public, for it serves those who cannot sign in, and so does not ask by itself.
      if (!(error instanceof ApiError) || error.code !== 'session_expired') throw error
      await expiry.waitForRenewal(error.message)
    }
  }
}
