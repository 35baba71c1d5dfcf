import { expect, test } from 'vitest'
import { savesEnough } from './bring-back.ts'

test.each([
  ['20p of a cheap order', 30_000, 28_000, true],
  ['less than 20p', 30_000, 28_001, false],
  ['3 % of a dear order', 100_000, 97_000, true],
  ['less than 3 % of it', 100_000, 97_001, false],
  ['dearer', 30_000, 31_000, false],
  ['no carrier now', null, 99_000, true],
])('going back: %s', (_title, now, back, expected) => {
  expect(savesEnough(now, back)).toBe(expected)
})
