import { describe, expect, test } from 'vitest'
import { permissionTree } from '../roles/permissions.ts'
import { isWarningDue, lastKeyDay, stopsAtOnce, suspendedFrom, findOwnerLoss } from './key-life.ts'

test.each([
  ['2026-11-22', '2027-11-22'],
  ['2026-12-31', '2027-12-31'],
  ['2028-02-29', '2029-02-28'],
  ['2027-02-28', '2028-02-28'],
])('a key made on %s runs until %s at most', (today, last) => {
  expect(lastKeyDay(today)).toBe(last)
})

describe('an owner who no longer holds what a key needs', () => {
  const key = { clients: ['ACME', 'BIRCH'], feeds: ['feeds.ordersFeed', 'feeds.stockFeed'] as const }
  const all = permissionTree(() => true)
  const owner = { isActive: true, permissions: all, clients: ['ACME', 'BIRCH', 'CEDAR'] }
  const without = (rights: readonly string[], leaf: string) =>
    permissionTree((one, right) => one !== leaf || !rights.includes(right))
  test.each([
    ['holds all of it', owner, undefined],
    ['is internal, and so has all clients', { ...owner, clients: undefined }, undefined],
    ['is not there any more', undefined, 'deleted'],
    ['is locked, not active, or of a role that is not', { ...owner, isActive: false }, 'inactive'],
    ['is of fewer clients', { ...owner, clients: ['ACME'] }, 'demoted'],
    ['has no Edit on a feed', { ...owner, permissions: without(['Edit'], 'feeds.stockFeed') }, 'demoted'],
    ['has Edit without Read Only', { ...owner, permissions: without(['Read Only'], 'feeds.stockFeed') }, 'demoted'],
    ['lost something else', { ...owner, permissions: without(['Edit'], 'feeds.returnsFeed') }, undefined],
  ] as const)('the owner %s', (_what, given, loss) => {
    expect(findOwnerLoss(key, given)).toBe(loss)
  })
})

test.each([
  ['deleted', true],
  ['inactive', true],
  ['demoted', false],
] as const)('the key of an owner who is %s stops at once: %s', (loss, isAtOnce) => {
  expect(stopsAtOnce(loss)).toBe(isAtOnce)
})

test('a key works for fourteen more days', () => {
  expect(suspendedFrom(new Date('2026-11-01T09:00:00Z'))).toEqual(new Date('2026-11-15T09:00:00Z'))
})

test.each([
  ['never before', '2026-11-01T09:00:00Z', null, true],
  ['an hour ago', '2026-11-01T10:00:00Z', '2026-11-01T09:00:00Z', false],
  ['on the day before', '2026-11-02T00:30:00Z', '2026-11-01T23:30:00Z', true],
  ['in summer, an hour ago but on the day before', '2026-07-01T23:30:00Z', '2026-07-01T22:30:00Z', true],
  ['two days ago', '2026-11-03T09:00:00Z', '2026-11-01T09:00:00Z', true],
  ['the day before it is suspended', '2026-11-15T09:30:00Z', '2026-11-14T09:00:00Z', true],
  ['on the day on which it was suspended', '2026-11-16T09:00:00Z', '2026-11-15T09:30:00Z', false],
])('warned %s, at %s: %s, %s', (_when, now, warned, isDue) => {
  const lostAt = new Date(now < '2026-08' ? '2026-07-01T09:00:00Z' : '2026-11-01T09:00:00Z')
  expect(isWarningDue({ lostAt, warnedAt: warned === null ? null : new Date(warned) }, new Date(now))).toBe(isDue)
})
