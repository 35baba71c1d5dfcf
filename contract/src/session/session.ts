import { z } from 'zod'
import { clientCode, requiredText } from '../route/fields.ts'
import { routes } from '../route/route.ts'

/** Specification 3, sign-in response. `isTemporaryPasswordReset`: the temporary password has been replaced. */
export const signInAnswer = z.strictObject({
  _id: z.string(),
  access_token: z.string(),
  isTemporaryPasswordReset: z.boolean(),
  mfa_required: z.boolean(),
  otp_enabled: z.boolean(),
  otp_verified: z.boolean(),
})

const permissionLeaf = z.strictObject({
  Enable: z.boolean(),
  'Read Only': z.boolean(),
  Edit: z.boolean(),
})
/** The permission tree, keyed along the menu. */
export const permissions = z.record(z.string(), z.union([permissionLeaf, z.record(z.string(), z.unknown())]))

export const sessionClient = z.strictObject({
  code: clientCode,
  name: z.string(),
  currencyCode: z.string(),
})

/** Who is signed in, what they may do and for which clients. */
export const currentUser = z.strictObject({
  _id: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.strictObject({
    _id: z.string(),
    name: z.string(),
    iforce_user: z.boolean(),
    permissions,
  }),
  client: z.array(sessionClient),
})
export type CurrentUser = z.infer<typeof currentUser>

export const session = routes({
  signIn: {
    method: 'POST',
    path: '/api/users/login',
    summary: 'Sign in with a username and a password',
    permission: 'public',
    access: 'none',
    body: z.strictObject({
      username: requiredText(100, 'Username'),
      password: z
        .string('Password is missing')
        .min(1, 'Password is missing')
        .max(128, 'Password is at most 128 characters'),
    }),
    answer: signInAnswer,
    errors: ['sign_in_failed', 'too_many_attempts'],
    audited: 'session.signed-in',
    ownTransactions: true,
  },
  signOut: {
    method: 'GET',
    path: '/api/users/logout/:id',
    summary: 'Sign out: ends the session that the token belongs to (id is the caller’s own)',
    permission: 'session',
    access: 'none',
    params: z.strictObject({ id: z.string().max(64) }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found'],
    audited: 'session.signed-out',
  },
  current: {
    method: 'GET',
    path: '/api/session',
    summary: 'The signed-in user, with role, permissions and clients as they are now',
    permission: 'session',
    access: 'none',
    answer: currentUser,
    errors: [],
    audited: false,
  },
})
