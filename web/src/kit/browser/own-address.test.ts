import { expect, test } from 'vitest'
import { ownAddress } from './own-address.ts'

test.each(['/', '/home', '/orders?page=2&sort=-date#row', '/orders/Ö 1'])('%j is an address of the portal', (address) =>
  expect(ownAddress(address)).toBe(address),
)

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\\evil.example',
  '/home\u0000',
  '/home\u007f',
  '/home\u0085',
  '\t/home',
  'https://evil.example/',
  'home',
  '',
  undefined,
  ['/home'],
])('%j is none', (address) => expect(ownAddress(address)).toBeUndefined())
