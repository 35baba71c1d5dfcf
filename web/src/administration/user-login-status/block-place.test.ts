import { expect, test } from 'vitest'
import { blockPlace, blocksByUser, networkPlace } from './block-place.ts'

test.each([
  ['password', 'network', '203.0.113.7', 'Passwords from 203.0.113.7'],
  ['code', 'network', '2001:db8:1:2::/64', 'One-time codes from 2001:db8:1:2::/64'],
  ['reset', 'network', '', 'Requests for a link from an unknown network'],
  ['password', 'device', '', 'Passwords on a device they have used before'],
  ['password', 'everywhere', '', 'Passwords from all unknown devices and networks'],
] as const)('%s, %s %j: %s', (kind, scope, network, words) => {
  expect(blockPlace({ kind, scope, network })).toBe(words)
})

test('the blocks of a user are adjacent, so that one button unlocks them all', () => {
  const [ada, bob, adaAgain] = [
    { _id: '1', network: '203.0.113.7' },
    { _id: '2', network: '203.0.113.7' },
    { _id: '1', network: '203.0.113.8' },
  ]
  expect(blocksByUser([ada, bob, adaAgain])).toEqual([[ada, adaAgain], [bob]])
})

test('a blocked network says that newcomers must wait', () => {
  expect(networkPlace({ kind: 'password', network: '203.0.113.7' })).toBe(
    'Passwords from 203.0.113.7, for people new to it',
  )
})
