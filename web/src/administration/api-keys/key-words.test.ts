import type { ApiKey } from '@despatch/contract/administration/api-keys/api-keys'
import { expect, test } from 'vitest'
import { ownerText, warningText } from './key-words.ts'

const key = (given: Partial<ApiKey>) =>
  ({ name: 'WMS', owner: 'ada', ownerLoss: null, state: 'active', suspendedFrom: null, ...given }) as ApiKey

test.each([
  [null, 'ada'],
  ['deleted', 'ada, who was deleted'],
  ['inactive', 'ada, who is locked or not active'],
  ['demoted', 'ada, who may no longer do what the key does'],
] as const)('who answers for a key: %s', (ownerLoss, text) => {
  expect(ownerText(key({ ownerLoss }))).toBe(text)
})

test('the warning names the keys, and the first day on which one is suspended', () => {
  const [one, two] = [
    key({ suspendedFrom: '2026-11-20T09:00:00Z', ownerLoss: 'deleted' }),
    key({ name: 'ERP', suspendedFrom: '2026-11-18T09:00:00Z', ownerLoss: 'deleted' }),
  ]
  expect(warningText([one])).toBe('The API key WMS has nobody who answers for it. It is suspended on 20 Nov 2026.')
  expect(warningText([one, two])).toBe(
    'The API keys WMS and ERP have nobody who answers for them. The first is suspended on 18 Nov 2026.',
  )
  expect(warningText([{ ...one, state: 'suspended' }])).toBe(
    'The API key WMS has nobody who answers for it. It is suspended: what it fed is refused.',
  )
  expect(warningText([{ ...one, state: 'suspended' }, two])).toContain('Some are suspended already')
  expect(
    warningText(Array.from({ length: 7 }, (_, n) => key({ name: `K${n}`, suspendedFrom: '2026-11-20T09:00:00Z' }))),
  ).toContain('K0, K1, K2, K3, K4 and 2 more')
})
