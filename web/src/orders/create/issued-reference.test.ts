import { currentUser } from '@despatch/contract/sign-in/session'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../kit/session/session-store.ts'
import { issuedReference } from './issued-reference.ts'

const storage = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, text: string) => storage.set(key, text),
  removeItem: (key: string) => storage.delete(key),
})

const client = (code: string) => ({
  code,
  name: code,
  currencyCode: 'GBP',
  withheld: [],
  switchedOff: [],
  sees: { costs: true, capacities: true, otherMethods: true, staffNames: true },
})
const ada = currentUser.parse({
  _id: '7',
  username: 'ada',
  first_name: 'Ada',
  last_name: 'Lovelace',
  otp_enabled: false,
  mfa_required: false,
  role: {
    _id: '1',
    name: 'Clerk',
    iforce_user: false,
    isAdministrator: false,
    sees: { costs: true, capacities: true, otherMethods: true, staffNames: true },
    permissions: {},
  },
  client: [client('ACME'), client('BIRCH')],
})

/** Stored references; the window's client is stored beside them. */
const references = () => [...storage.keys()].filter((key) => key !== 'despatch.client')

beforeEach(() => {
  storage.clear()
  session.clear()
  session.storeUser(ada)
})

test('a reference is stored for its user and client until the order exists', () => {
  const askedFor = issuedReference.keyNow()
  issuedReference.keep('REF-1', askedFor)
  expect(issuedReference.read()).toBe('REF-1')
  issuedReference.keep('')
  expect(references()).toEqual([])
})

test.each([
  ['after leaving', () => session.clear()],
  ['after someone else has signed in', () => session.storeUser({ ...ada, _id: '8' })],
  ['after another client was chosen', () => session.selectClient('BIRCH')],
])('a reference answered %s is dropped', (_when, happens) => {
  const askedFor = issuedReference.keyNow()
  happens()
  issuedReference.keep('REF-1', askedFor)
  expect(references()).toEqual([])
})

test.each(['', 'ACME ACME-100001'])(
  'a created order’s reference is dropped, whichever client is selected (copy of %j)',
  (copyOf) => {
    const sentFor = issuedReference.keyNow(copyOf)
    issuedReference.keep('REF-1', sentFor, copyOf)
    session.selectClient('BIRCH')
    issuedReference.keep('REF-2', issuedReference.keyNow(copyOf), copyOf)
    issuedReference.forget(sentFor)
    expect(issuedReference.read(copyOf)).toBe('REF-2')
    session.selectClient('ACME')
    expect(issuedReference.read(copyOf)).toBe('')
  },
)

test('without a user nothing is stored', () => {
  session.clear()
  issuedReference.keep('REF-1')
  expect(references()).toEqual([])
})
