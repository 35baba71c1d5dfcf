import { currentUser, type SignInAnswer } from '@despatch/contract/sign-in/session'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../kit/server/api-error.ts'
import { expiry } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import { HEADER_DROPPED, refreshUser, signIn, signOut, validateCode } from './sign-in.ts'

const ada = currentUser.parse({
  _id: '7',
  username: 'ada',
  first_name: 'Ada',
  last_name: 'Lovelace',
  otp_enabled: true,
  mfa_required: true,
  role: {
    _id: '1',
    name: 'Clerk',
    iforce_user: false,
    isAdministrator: false,
    sees: { costs: true, capacities: true, otherMethods: true, staffNames: true },
    permissions: {},
  },
  client: [
    {
      code: 'ACME',
      name: 'Acme',
      currencyCode: 'GBP',
      withheld: [],
      switchedOff: [],
      sees: { costs: true, capacities: true, otherMethods: true, staffNames: true },
    },
  ],
})
const grace = { ...ada, _id: '8', username: 'grace' }

type Answer = { status?: number; body: unknown }
/** The server's answer, by path and token. */
let answer: (path: string, token: string) => Answer | Promise<Answer>

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const token = new Headers(init.headers).get('access_token') ?? ''
    const { status = 200, body } = await answer(url, token)
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  session.clear()
})

/** Asks who is signed in; runs `happens` before the answer (ada) arrives. */
async function refreshWhile(happens: () => void | Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  answer = (path) => (path === '/api/session' ? promise : { body: { message: 'Signed out' } })
  const refreshed = refreshUser()
  await happens()
  resolve({ body: ada })
  await refreshed
}

test('the user is stored as the server answers', async () => {
  session.saveToken('t1')
  await refreshWhile(() => undefined)
  expect(session.store.get().user?._id).toBe('7')
  await refreshWhile(() => session.saveToken('t2'))
  expect(session.store.get().user?._id).toBe('7')
})

test('a user answered after signing out is not stored', async () => {
  session.saveToken('t1')
  session.storeUser(ada)
  await refreshWhile(signOut)
  expect(session.store.get()).toEqual({ user: undefined, clients: [], selected: '', ofScreen: '', client: '' })
})

test('a user answered after signing out is not stored, even if none was known before', async () => {
  session.saveToken('t1')
  await refreshWhile(signOut)
  expect(session.store.get().user).toBeUndefined()
})

test('a user answered after another user signed in is not stored', async () => {
  session.saveToken('t1')
  await refreshWhile(() => {
    session.saveToken('t2')
    session.storeUser(grace)
  })
  expect(session.store.get().user?._id).toBe('8')
})

const given: SignInAnswer = {
  _id: '7',
  access_token: 'step',
  isTemporaryPasswordReset: true,
  mfa_required: true,
  otp_enabled: true,
  otp_verified: true,
}

test('nothing is stored before the last step, which clears the expired-session flag and message', async () => {
  expiry.raise('Your session has ended.')
  answer = (path, token) => {
    if (path === '/api/users/login') return { body: given }
    if (path === '/api/auth/otp/validate' && token === 'step')
      return { body: { _id: '7', access_token: 'whole', message: 'Sign-in has been successful' } }
    if (path === '/api/session' && token === 'whole') return { body: ada }
    return { status: 500, body: {} }
  }
  const step = await signIn('ada', 'a password')
  expect(step).toMatchObject({ username: 'ada', step: 'otp-validation' })
  expect([session.token(), session.store.get().user, expiry.state.get().isExpired]).toEqual(['', undefined, true])
  if (!step) return
  await expect(validateCode(step, '123456')).resolves.toBe('Sign-in has been successful')
  expect([session.token(), session.store.get().user?._id]).toEqual(['whole', '7'])
  expect(expiry.state.get()).toEqual({ isExpired: false, message: '' })
})

test.each([
  ['a temporary password comes first', { isTemporaryPasswordReset: false }, 'new-password'],
  ['a second factor that is not set up', { otp_verified: false }, 'otp-registration'],
])('%s', async (_, changed, step) => {
  answer = () => ({ body: { ...given, ...changed } })
  await expect(signIn('ada', 'a password')).resolves.toMatchObject({ step })
})

test('without a further step there is a session, unless the token header was dropped', async () => {
  let isLost = true
  answer = (path) => {
    if (path === '/api/users/login') return { body: { ...given, mfa_required: false } }
    if (!isLost) return { body: ada }
    return { status: 401, body: { code: 'not_signed_in', message: 'Sign in to continue.', requestId: 'r1' } }
  }
  const refused = await signIn('ada', 'a password').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ message: HEADER_DROPPED })
  expect([session.token(), session.store.get().user]).toEqual(['', undefined])
  isLost = false
  await expect(signIn('ada', 'a password')).resolves.toBeUndefined()
  expect(session.token()).toBe('step')
})
