import { currentUser } from '@despatch/contract/sign-in/session'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../kit/session/session-store.ts'
import { givenReference } from './given-reference.ts'

const kept = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
  removeItem: (key: string) => kept.delete(key),
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

/** What is kept of references: the client of the window is kept beside them. */
const references = () => [...kept.keys()].filter((key) => key !== 'despatch.client')

beforeEach(() => {
  kept.clear()
  session.clear()
  session.keepUser(ada)
})

test('a reference is kept for the user and the client that it was asked for, until the order is there', () => {
  const askedFor = givenReference.keyNow()
  givenReference.keep('REF-1', askedFor)
  expect(givenReference.read()).toBe('REF-1')
  givenReference.keep('')
  expect(references()).toEqual([])
})

test.each([
  ['after leaving', () => session.clear()],
  ['after someone else has signed in', () => session.keepUser({ ...ada, _id: '8' })],
  ['after another client was chosen', () => session.selectClient('BIRCH')],
])('a reference that is answered %s is not kept', (_when, happens) => {
  const askedFor = givenReference.keyNow()
  happens()
  givenReference.keep('REF-1', askedFor)
  expect(references()).toEqual([])
})

test.each(['', 'ACME ACME-100001'])(
  'the reference of an order that is there is forgotten, whichever client is chosen by then (copy of %j)',
  (copyOf) => {
    const sentFor = givenReference.keyNow(copyOf)
    givenReference.keep('REF-1', sentFor, copyOf)
    session.selectClient('BIRCH')
    givenReference.keep('REF-2', givenReference.keyNow(copyOf), copyOf)
    givenReference.forget(sentFor)
    expect(givenReference.read(copyOf)).toBe('REF-2')
    session.selectClient('ACME')
    expect(givenReference.read(copyOf)).toBe('')
  },
)

test('with nobody signed in nothing is kept', () => {
  session.clear()
  givenReference.keep('REF-1')
  expect(references()).toEqual([])
})
