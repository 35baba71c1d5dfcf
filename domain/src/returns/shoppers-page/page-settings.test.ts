import { expect, test } from 'vitest'
import { contrastWithWhite, DEFAULT_PAGE_SETTINGS, isReadableAccent } from './page-settings.ts'

test.each([
  ['#000000', 21, true],
  ['#ffffff', 1, false],
  ['#767676', 4.54, true],
  ['#777777', 4.48, false],
  ['#FF0000', 4, false],
])('%s has a contrast of %f to white: readable %s', (colour, contrast, isReadable) => {
  expect(contrastWithWhite(colour)).toBeCloseTo(contrast, 1)
  expect(isReadableAccent(colour)).toBe(isReadable)
})

test('invalid colours are not readable, and the default colour is', () => {
  for (const text of ['', 'red', '#12345', '#1234567', 'url(x)']) expect(isReadableAccent(text)).toBe(false)
  expect(isReadableAccent(DEFAULT_PAGE_SETTINGS.accent)).toBe(true)
})
