import { afterEach, expect, test, vi } from 'vitest'
import { readClients, readUser } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())
const stored = (texts: Record<string, string>) =>
  vi.stubGlobal('localStorage', { getItem: (key: string) => texts[key] ?? null })

test('values stored by an older version are read with defaults', () => {
  stored({
    user: JSON.stringify({ _id: '7', username: 'ada', role: { permissions: {} } }),
    clients: JSON.stringify([{ code: 'ACME', name: 'Acme', currencyCode: 'GBP' }]),
  })
  expect(readUser()).toMatchObject({ _id: '7', otp_enabled: false, mfa_required: false })
  expect(readClients()).toEqual([{ code: 'ACME', name: 'Acme', currencyCode: 'GBP', withheld: [], switchedOff: [] }])
})

test.each(['', 'not JSON', 'null', '7', '[]', '{}', '{"_id":7,"role":{}}', '{"_id":"7","role":null}'])(
  'a stored value in another shape is no user: %s',
  (text) => {
    stored({ user: text, clients: text })
    expect(readUser()).toBeUndefined()
    expect(readClients()).toEqual([])
  },
)

test('invalid stored clients are left out, and invalid lists read as empty', () => {
  stored({ clients: JSON.stringify([null, {}, { code: 'ACME', withheld: 'all', switchedOff: null }]) })
  expect(readClients()).toEqual([{ code: 'ACME', withheld: [], switchedOff: [] }])
})
