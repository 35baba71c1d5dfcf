import { expect, test } from 'vitest'
import { normalPostcode } from './postcode.ts'

test.each([
  ['GB', 'sw1a1aa', 'SW1A 1AA'],
  ['GB', '  SW1A   1AA ', 'SW1A 1AA'],
  ['GB', 'M1 1AE', 'M1 1AE'],
  ['GB', 'w1a0ax', 'W1A 0AX'],
  ['IE', ' d02 af30', 'D02 AF30'],
  ['DE', '10115', '10115'],
  ['US', '10115-1234', '10115-1234'],
])('in %s, %j is kept as %s', (country, text, kept) => {
  expect(normalPostcode(country, text)).toBe(kept)
})

test.each([
  ['GB', ''],
  ['GB', 'SW1A'],
  ['GB', '10115'],
  ['GB', 'SW1A 1AA extra'],
  ['GB', 'not a postcode'],
  ['DE', '   '],
])('in %s, %j is none', (country, text) => {
  expect(normalPostcode(country, text)).toBeUndefined()
})
