import { describe, expect, test } from 'vitest'
import { addressRules, isAllowEntry } from './address-rules.ts'

const rules = addressRules([])
test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'not an address',
  '',
])('%s is not sent to', (address) => {
  expect(rules.isOpen('example.com', address)).toBe(false)
})

test.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4009::200e'])(
  '%s is of the internet',
  (address) => {
    expect(rules.isOpen('example.com', address)).toBe(true)
    expect(rules.isNamed(address)).toBe(false)
  },
)

describe('what the configuration allows', () => {
  const allowing = addressRules(['hooks.internal', '10.1.0.0/16', 'fd00::/8', '192.168.7.7'])
  test.each([
    ['hooks.internal', true],
    ['HOOKS.internal.', true],
    ['evil.hooks.internal', false],
    ['10.1.2.3', true],
    ['10.2.2.3', false],
    ['[fd12::1]', true],
    ['192.168.7.7', true],
    ['192.168.7.8', false],
  ])('%s is named: %s', (host, isNamed) => {
    expect(allowing.isNamed(host)).toBe(isNamed)
  })
  test.each([
    ['hooks.internal', '127.0.0.1', true],
    ['example.com', '127.0.0.1', false],
    ['example.com', '10.1.2.3', true],
    ['example.com', '::ffff:10.1.2.3', true],
    ['example.com', 'fd12::1', true],
    ['example.com', 'fc12::1', false],
  ])('%s at %s is open: %s', (host, address, isOpen) => {
    expect(allowing.isOpen(host, address)).toBe(isOpen)
  })
})

test.each([
  ['hooks.internal', true],
  ['localhost', true],
  ['10.0.0.0/8', true],
  ['10.0.0.0/33', false],
  ['fd00::/8', true],
  ['fd00::/129', false],
  ['10.0.0.0/8/8', false],
  ['https://x', false],
  ['a b', false],
  ['', false],
])('%s may stand in PORTAL_WEBHOOK_ALLOW: %s', (entry, may) => {
  expect(isAllowEntry(entry)).toBe(may)
})
