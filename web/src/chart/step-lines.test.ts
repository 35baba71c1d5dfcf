import { expect, test } from 'vitest'
import { valueAt } from './step-lines.ts'

const pieces = [
  { from: 0, to: 1, value: 4 },
  { from: 1, to: 2, value: null },
  { from: 2, to: 5, value: 6 },
]

test.each([
  [0, 4],
  [1, 4],
  [1.5, null],
  [2, null],
  [2.1, 6],
  [5, 6],
  [5.1, null],
])('at %d it is %j', (at, value) => expect(valueAt(pieces, at)).toBe(value))
