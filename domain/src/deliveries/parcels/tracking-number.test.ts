import { expect, test } from 'vitest'
import { normaliseTrackingNumber, trackingNumbersToFind, originalSpelling } from './tracking-number.ts'

test.each([
  ['15501234567890', '15501234567890'],
  ['1z 999-aa1 01 2345 6784', '1Z999AA10123456784'],
  ['RB\u00A0123\u2009456\u202F785\u2011GB', 'RB123456785GB'],
  ['AB–12—34\u00AD5', 'AB12345'],
  ['a/b_c.1', 'A/B_C.1'],
  ['straße', 'STRAßE'],
  [' - ', ''],
])('%j is %j', (written, number) => expect(normaliseTrackingNumber(written)).toBe(number))

test('the original spelling is stored if it differs', () => {
  expect(originalSpelling('AB 12')).toBe('AB 12')
  expect(originalSpelling('AB12')).toBeNull()
})

test('searches use the normalised number and the original spelling', () => {
  expect(trackingNumbersToFind('ab 12')).toEqual(['AB12', 'ab 12'])
  expect(trackingNumbersToFind('AB12')).toEqual(['AB12'])
  expect(trackingNumbersToFind('-')).toEqual(['-'])
})
