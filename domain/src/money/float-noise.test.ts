import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutFloatNoise, numberText } from './float-noise.ts'

test.each([
  [3.3000000000000003, 2, 3.3],
  [434.99999999999994, 2, 435],
  [0.7999999999999999, 2, 0.8],
  [0.1 + 0.2 - 0.3, 2, 0],
  [-0, 2, 0],
  [12.5, 0, undefined],
  [2.9999999999999996, 0, 3],
  [3.333, 2, undefined],
  [3.3333, 4, 3.3333],
  [1e-7, 4, undefined],
  [1e-7, 6, undefined],
  [0.000001, 6, 0.000001],
  [9_999_999_999.99, 2, 9_999_999_999.99],
  [1e21, 2, 1e21],
  [Number.NaN, 2, undefined],
  [Number.POSITIVE_INFINITY, 2, undefined],
])('%d with %i decimals means %d', (value, decimals, meant) => {
  expect(withoutFloatNoise(value, decimals)).toBe(meant)
})

test('pennies added up as floats give their sum', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9_999_999 }), { maxLength: 200 }), (pennies) => {
      const sum = pennies.reduce((total, penny) => total + penny / 100, 0)
      expect(withoutFloatNoise(sum, 2)).toBe(pennies.reduce((total, penny) => total + penny, 0) / 100)
    }),
  )
})

test.each([
  [3.3000000000000003, '3.3'],
  [7, '7'],
  [-0, '0'],
  [0.000125, '0.000125'],
  [1e-7, '1e-7'],
  [1e21, '1e+21'],
  [5_012_345_678_900, '5012345678900'],
])('%d is written %s', (value, text) => {
  expect(numberText(value)).toBe(text)
})
