import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%j belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('all addresses of a /64 are one network, and the next /64 is another', () => {
  const beneath = ['2001:db8:a:b::1', '2001:db8:a:b:ffff:ffff:ffff:ffff', '2001:db8:a:b:0:0:0:0']
  expect(new Set(beneath.map(networkOf)).size).toBe(1)
  expect(networkOf('2001:db8:a:c::1')).not.toBe(networkOf('2001:db8:a:b::1'))
})
