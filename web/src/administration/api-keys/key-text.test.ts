import type { ApiKey } from '@despatch/contract/administration/api-keys/api-keys'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { canAdopt, lastDayText, ownerText, warningText } from './key-text.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-10T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const key = (given: Partial<ApiKey>) =>
  ({ name: 'WMS', owner: 'ada', ownerLoss: null, state: 'active', suspendedFrom: null, ...given }) as ApiKey

test.each([
  [null, 'ada'],
  ['deleted', 'ada, who was deleted'],
  ['inactive', 'ada, who is locked or not active'],
  ['demoted', 'ada, who no longer has the access the key needs'],
] as const)('who answers for a key: %s', (ownerLoss, text) => {
  expect(ownerText(key({ ownerLoss }))).toBe(text)
})

test('the warning names the keys, and the first day of a suspension', () => {
  const [one, two] = [
    key({ suspendedFrom: '2026-11-20T09:00:00Z', ownerLoss: 'deleted' }),
    key({ name: 'ERP', suspendedFrom: '2026-11-18T09:00:00Z', ownerLoss: 'deleted' }),
  ]
  expect(warningText([one])).toBe('The API key WMS has no owner. It will be suspended on Fri 20 Nov.')
  expect(warningText([one, two])).toBe(
    'The API keys WMS and ERP have no owner. The first will be suspended on Wed 18 Nov.',
  )
  expect(warningText([{ ...one, state: 'suspended' }])).toBe(
    'The API key WMS has no owner. It is suspended: data sent with it is rejected.',
  )
  expect(warningText([{ ...one, state: 'suspended' }, two])).toContain('Some are suspended already')
  expect(
    warningText(Array.from({ length: 7 }, (_, n) => key({ name: `K${n}`, suspendedFrom: '2026-11-20T09:00:00Z' }))),
  ).toContain('K0, K1, K2, K3, K4 and 2 more')
  // With many keys, one page is loaded.
  expect(warningText([{ ...one, state: 'suspended' }], 61)).toBe(
    'The API keys WMS and 60 more have no owner. Some are suspended already.',
  )
})

test('a key’s last day is the day before the midnight at which it expires', () => {
  expect(lastDayText('2027-01-06T00:00:00.000Z')).toBe('5 Jan 2027')
  expect(lastDayText('2027-06-05T23:00:00.000Z')).toBe('5 Jun 2027')
})

test.each([
  [{ isOwn: true }, false],
  [{ isOwn: true, ownerLoss: 'demoted' }, true],
  [{ isOwn: false }, true],
  [{ isOwn: false, state: 'suspended' }, true],
  [{ isOwn: false, state: 'expired' }, false],
  [{ isOwn: false, state: 'revoked' }, false],
] as const)('a key can be taken over where it works and is not one’s own: %j', (given, isOffered) => {
  expect(canAdopt(key(given))).toBe(isOffered)
})
