import { describe, expect, test } from 'vitest'
import { addressRules, isAllowEntry } from './address-rules.ts'

const rules = addressRules([])
const at = (host: string, port = 443) => ({ host, port })
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
])('%s may not be sent to', (address) => {
  expect(rules.isOpen(at('example.com'), address)).toBe(false)
})

test.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4009::200e'])(
  '%s is of the internet',
  (address) => {
    expect(rules.isOpen(at('example.com'), address)).toBe(true)
    expect(rules.isNamed(at(address))).toBe(false)
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
    expect(allowing.isNamed(at(host))).toBe(isNamed)
  })
  test.each([
    ['hooks.internal', '127.0.0.1', true],
    ['example.com', '127.0.0.1', false],
    ['example.com', '10.1.2.3', true],
    ['example.com', '::ffff:10.1.2.3', true],
    ['example.com', 'fd12::1', true],
    ['example.com', 'fc12::1', false],
  ])('%s at %s is open: %s', (host, address, isOpen) => {
    expect(allowing.isOpen(at(host), address)).toBe(isOpen)
  })
})

describe('ports', () => {
  const allowing = addressRules([
    'any.example',
    'one.example:8443',
    '8.8.0.0/16:9000',
    '[2a00::/16]:9000',
    '10.0.0.1:81',
  ])
  test.each([
    ['example.com', 443, '1.1.1.1', true],
    ['example.com', 80, '1.1.1.1', true],
    ['example.com', 8443, '1.1.1.1', false],
    ['example.com', 22, '1.1.1.1', false],
    ['any.example', 22, '1.1.1.1', true],
    ['one.example', 8443, '1.1.1.1', true],
    ['one.example', 8444, '1.1.1.1', false],
    ['example.com', 9000, '8.8.4.4', true],
    ['example.com', 9000, '2a00::1', true],
    ['example.com', 9001, '8.8.4.4', false],
  ])('%s:%i, at %s, is open: %s', (host, port, address, isOpen) => {
    expect(allowing.isOpenPort(at(host, port), address)).toBe(isOpen)
  })
  test('a host allowed at one port is private at any other', () => {
    expect(allowing.isOpen(at('10.0.0.1', 81), '10.0.0.1')).toBe(true)
    expect(allowing.isNamed(at('10.0.0.1', 81))).toBe(true)
    expect(allowing.isOpen(at('10.0.0.1', 443), '10.0.0.1')).toBe(false)
    expect(allowing.isNamed(at('10.0.0.1', 443))).toBe(false)
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
  ['hooks.internal:8443', true],
  ['10.0.0.0/8:8443', true],
  ['[fd00::1]:8443', true],
  ['[fd00::/8]:8443', true],
  ['fd00::1', true],
  ['hooks.internal:0', false],
  ['hooks.internal:65536', false],
  ['hooks.internal:', false],
  ['[fd00::1]', false],
  ['https://x', false],
  ['a b', false],
  ['', false],
])('%s is allowed in PORTAL_WEBHOOK_ALLOW: %s', (entry, may) => {
  expect(isAllowEntry(entry)).toBe(may)
})
