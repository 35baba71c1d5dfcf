import { describe, expect, test } from 'vitest'
import { grantsOf, permissionTree } from '../roles/permissions.ts'
import { permissionsOfKey, stateOfKey, newKeyProblem } from './key-rules.ts'

test('a key holds its feeds and nothing else', () => {
  const leaves = new Set(grantsOf(permissionsOfKey(['feeds.stockFeed'])).map(({ leaf }) => leaf))
  expect([...leaves]).toEqual(['feeds.stockFeed'])
  expect(grantsOf(permissionsOfKey(['no.such']))).toEqual([])
})

const now = new Date('2026-01-05T12:00:00Z')
const before = new Date('2026-01-05T11:59:59Z')
const after = new Date('2026-01-05T12:00:01Z')
test.each([
  [null, null, null, 'active'],
  [after, null, null, 'active'],
  [now, null, null, 'expired'],
  [before, null, null, 'expired'],
  [before, before, null, 'revoked'],
  [null, before, null, 'revoked'],
  [after, null, after, 'active'],
  [after, null, now, 'suspended'],
  [after, null, before, 'suspended'],
  [before, null, before, 'expired'],
  [after, before, before, 'revoked'],
] as const)('expires %s, revoked %s, suspended from %s: %s', (expiresAt, revokedAt, suspendedFrom, state) => {
  expect(stateOfKey({ expiresAt, revokedAt, suspendedFrom }, now)).toBe(state)
})

describe('nobody makes a key for more than they hold', () => {
  const all = permissionTree(() => true)
  const reader = permissionTree((_leaf, right) => right !== 'Edit')
  test.each([
    [['ACME'], { ACME: all }, undefined],
    [['ACME', 'BIRCH'], { ACME: all, BIRCH: all }, undefined],
    [
      ['ACME', 'BIRCH'],
      { ACME: all },
      { path: 'clients', message: 'Client BIRCH not found, or you don’t have access to it.' },
    ],
    [
      ['ACME', 'BIRCH'],
      { ACME: all, BIRCH: reader },
      {
        path: 'feeds',
        message: 'This is more than your own access for BIRCH: Orders Feed (Edit), Stock Feed (Edit)',
      },
    ],
  ])('for %s', (clients, held, refusal) => {
    const holds = (client: string) => (held as Record<string, typeof all>)[client]
    expect(newKeyProblem({ clients, feeds: ['feeds.ordersFeed', 'feeds.stockFeed'] }, holds)).toEqual(refusal)
  })
})
