import { expect, test } from 'vitest'
import { countChange } from './change-text.ts'

test.each([
  [2, 1, '+1'],
  [0, 1, '−1'],
  [3, 0, '+3'],
  [0, 0, 'No change'],
  [9, 9, 'No change'],
  [12, 10, '+20%'],
  [0, 40, '−100%'],
])('%d after %d is %s', (now, before, text) => expect(countChange(now, before)).toBe(text))
