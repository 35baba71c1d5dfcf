import { type LeafPath, menuLeaves } from '@despatch/domain/administration/roles/menu'
import { z } from 'zod'
import { clientCode, recordId, requiredText } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { permissions } from '../route/permissions.ts'
import { ownSessionRoutes } from './sessions.ts'
import { visibility } from '../route/visibility.ts'
import { noticeRoutes } from './notices.ts'
import { viewRoutes } from './views.ts'

const LEAVES = menuLeaves().map(({ leaf }) => leaf) as [LeafPath, ...LeafPath[]]

/**
 * Specification 3, sign-in response. `isTemporaryPasswordReset`: the temporary password has been replaced. If a step is
 * left (see nextSignInStep), the access_token opens only that step.
 */
export const signInAnswer = z.strictObject({
  _id: z.string(),
  access_token: z.string(),
  isTemporaryPasswordReset: z.boolean(),
  mfa_required: z.boolean(),
  otp_enabled: z.boolean(),
  otp_verified: z.boolean(),
  /** For callers that sent a `device`, once they are signed in: the value to send at the next sign-in. */
  device: z.string().optional(),
})
export type SignInAnswer = z.infer<typeof signInAnswer>

export const sessionClient = z.strictObject({
  code: clientCode,
  name: z.string(),
  currencyCode: z.string(),
  /** Entries that this client's users lack, whatever their role grants; none for internal users. */
  withheld: z.array(z.enum(LEAVES)),
  /** What the user sees for this client. */
  sees: visibility,
  /** The withheld entries that are switched off for the time being, with the reason. */
  switchedOff: z.array(z.strictObject({ entry: z.enum(LEAVES), reason: z.string() })),
})

/** The signed-in user, their permissions and their clients. */
export const currentUser = z.strictObject({
  _id: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Whether two-factor sign-in is set up, and whether the role or a client requires it. */
  otp_enabled: z.boolean(),
  mfa_required: z.boolean(),
  role: z.strictObject({
    _id: z.string(),
    name: z.string(),
    iforce_user: z.boolean(),
    isAdministrator: z.boolean(),
    /** What the role shows, whatever the client. */
    sees: visibility,
    permissions,
  }),
  client: z.array(sessionClient),
})
export type CurrentUser = z.infer<typeof currentUser>

const password = z
  .string('Enter a password')
  .min(1, 'Enter a password')
  .max(128, 'A password has at most 128 characters')
/** A code of an authenticator app (six digits, spaces ignored), or a recovery code. */
const oneTimeCode = requiredText(40, 'Code')
/**
 * The `device` of the last sign-in with this browser, or '' without one. It keeps strangers who guess passwords from
 * blocking a device that the user has signed in with. Left out, the caller gets none.
 */
const device = z.string().max(200, 'A device is what the last sign-in answered').optional()
const message = z.strictObject({ message: z.string() })
const signedIn = z.strictObject({
  _id: z.string(),
  access_token: z.string(),
  message: z.string(),
  device: z.string().optional(),
})

export const session = routes({
  signIn: {
    method: 'POST',
    path: '/api/users/login',
    summary: 'Sign in with a username and a password; says which step comes next, if any',
    permission: 'public',
    access: 'none',
    body: z.strictObject({ username: requiredText(100, 'Username'), password, device }),
    answer: signInAnswer,
    errors: ['sign_in_failed', 'too_many_attempts'],
    audited: 'session.signed-in',
    ownTransactions: true,
  },
  generateOneTimeCodes: {
    method: 'POST',
    path: '/api/auth/otp/generate',
    summary: 'Begin to register a second factor: a new secret, for an authenticator app',
    permission: 'signing-in',
    access: 'none',
    answer: z.strictObject({
      /** To be typed if the QR code cannot be read. */
      base32: z.string(),
      /** The content of the QR code. */
      otpauth_url: z.string(),
    }),
    errors: ['already_exists', 'unprocessable'],
    audited: 'session.second-factor-began',
    ownTransactions: true,
  },
  verifyOneTimeCode: {
    method: 'POST',
    path: '/api/auth/otp/verify',
    summary: 'Finish registering with a first code; who was signing in is signed in. The recovery codes are shown once',
    permission: 'signing-in',
    access: 'none',
    body: z.strictObject({ code: oneTimeCode, device }),
    answer: z.strictObject({
      ...signedIn.shape,
      otp_enabled: z.boolean(),
      otp_verified: z.boolean(),
      recoveryCodes: z.array(z.string()),
    }),
    errors: ['validation_failed', 'too_many_attempts', 'unprocessable'],
    audited: 'session.second-factor-enabled',
    ownTransactions: true,
  },
  validateOneTimeCode: {
    method: 'POST',
    path: '/api/auth/otp/validate',
    summary: 'The second step of signing in: a code of the app, or a recovery code; each works once',
    permission: 'signing-in',
    access: 'none',
    body: z.strictObject({ code: oneTimeCode, device }),
    answer: signedIn,
    errors: ['validation_failed', 'too_many_attempts', 'unprocessable'],
    audited: 'session.signed-in',
    ownTransactions: true,
  },
  requestPasswordReset: {
    method: 'GET',
    path: '/api/users/requestpasswordreset',
    summary: 'Mail a link to choose a new password; answers alike whether or not there is such a user',
    permission: 'public',
    access: 'none',
    query: z.strictObject({ username: requiredText(100, 'Username') }),
    answer: message,
    errors: ['too_many_attempts'],
    audited: 'session.password-reset-asked',
    ownTransactions: true,
  },
  resetPassword: {
    method: 'PUT',
    path: '/api/users/resetpassword',
    summary:
      'Choose a new password: by the link of a mail (token), in place of a temporary one, or with the present one. Ends the user’s other sessions',
    permission: 'public',
    access: 'none',
    body: z.strictObject({
      password,
      /** The token of the mailed link. */
      token: z
        .string()
        .regex(/^[A-Za-z0-9_-]{43}$/, 'This link is not whole: copy all of it')
        .optional(),
      /** For a signed-in user who changes their own. */
      currentPassword: password.optional(),
    }),
    answer: message,
    errors: ['session_expired', 'validation_failed', 'unprocessable', 'too_many_attempts'],
    audited: 'session.password-changed',
    ownTransactions: true,
  },
  signOut: {
    method: 'GET',
    path: '/api/users/logout/:id',
    summary:
      'Sign out. With one’s own id it ends the session of the token; with another’s, an administrator ends all of theirs, or the one named',
    permission: 'session',
    access: 'none',
    params: z.strictObject({ id: z.string().max(64) }),
    query: z.strictObject({ session: recordId.optional() }),
    answer: message,
    errors: ['not_found', 'unauthorized_access'],
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
  ...ownSessionRoutes,
  ...noticeRoutes,
  ...viewRoutes,
})
