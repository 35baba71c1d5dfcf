import { currentUser } from '@despatch/contract/sign-in/session'
import { beforeEach, expect, test, vi } from 'vitest'

const sees = { costs: true, capacities: true, otherMethods: true, staffNames: true }
const client = (code: string) => ({ code, name: code, currencyCode: 'GBP', withheld: [], switchedOff: [], sees })
const ada = currentUser.parse({
  _id: '7',
  username: 'ada',
  first_name: 'Ada',
  last_name: 'Lovelace',
  otp_enabled: false,
  mfa_required: false,
  role: { _id: '1', name: 'Staff', iforce_user: true, isAdministrator: true, sees, permissions: {} },
  client: [client('ACME'), client('BIRCH')],
})

function storage(): Storage {
  const stored = new Map<string, string>()
  return {
    length: 0,
    key: () => null,
    clear: () => stored.clear(),
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => void stored.set(key, text),
    removeItem: (key) => void stored.delete(key),
  }
}

let browser = storage()
beforeEach(() => {
  browser = storage()
})

/** Loads the portal in a window of the browser, as a reload does too. */
async function load(ownStorage: Storage) {
  vi.resetModules()
  vi.stubGlobal('localStorage', browser)
  vi.stubGlobal('sessionStorage', ownStorage)
  const { session } = await import('./session-store.ts')
  session.storeUser(ada)
  return session
}

test('a reloaded window keeps its client, and a new window begins with the last selected', async () => {
  const [one, other] = [storage(), storage()]
  ;(await load(one)).selectClient('ACME')
  const second = await load(other)
  expect(second.client()).toBe('ACME')
  second.selectClient('BIRCH')

  expect((await load(one)).client()).toBe('ACME')
  expect((await load(other)).client()).toBe('BIRCH')
  expect((await load(storage())).client()).toBe('BIRCH')
})

test('a selected client that the user no longer has is deselected', async () => {
  const own = storage()
  const session = await load(own)
  session.selectClient('BIRCH')
  session.storeUser({ ...ada, client: [client('ACME')] })
  expect(session.client()).toBe('All_client')
})

test('signing out leaves no client in the window', async () => {
  const own = storage()
  const session = await load(own)
  session.selectClient('BIRCH')
  session.clear()
  expect((await load(own)).client()).toBe('All_client')
})
