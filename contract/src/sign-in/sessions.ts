import { z } from 'zod'
import { instant, recordId } from '../route/fields.ts'
import { routes } from '../route/route.ts'

/** A session of a user: where it began, and when it was last used. */
export const userSession = z.strictObject({
  session: recordId,
  since: instant,
  last_used: instant,
  address: z.string(),
  browser: z.string(),
  /** Whether it is the caller's session. */
  isOwn: z.boolean(),
})
export type UserSession = z.infer<typeof userSession>

const message = z.strictObject({ message: z.string() })

/** Not in the specification: a user's sessions, and confirming the password within one. */
export const ownSessionRoutes = routes({
  confirmPassword: {
    method: 'POST',
    path: '/api/session/password',
    summary: 'Give one’s password again, which enrolling a second factor within a session asks for',
    permission: 'signing-in',
    access: 'none',
    body: z.strictObject({
      password: z
        .string('Enter a password')
        .min(1, 'Enter a password')
        .max(128, 'A password has at most 128 characters'),
    }),
    answer: message,
    errors: ['validation_failed', 'too_many_attempts', 'unprocessable'],
    audited: 'session.password-confirmed',
    ownTransactions: true,
  },
  sessions: {
    method: 'GET',
    path: '/api/sessions',
    summary:
      'The caller’s own sessions, or those of a user whom the caller may edit or whose login status they may read; at most 20 each',
    permission: 'session',
    access: 'none',
    query: z.strictObject({ user: recordId.optional() }),
    answer: z.strictObject({ sessions: z.array(userSession) }),
    errors: ['not_found', 'unauthorized_access'],
    audited: false,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/sessions',
    summary: 'End all the caller’s own sessions but that of the call',
    permission: 'session',
    access: 'none',
    answer: z.strictObject({ message: z.string(), ended: z.int() }),
    errors: [],
    audited: 'session.ended',
  },
})
