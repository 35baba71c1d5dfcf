import { expect, test } from 'vitest'
import { changedLines } from './order-fields.ts'

test.each([
  [
    'a quantity',
    'A × 1, B × 2 for £2,000.00',
    'A × 1, B × 3 for £2,000.00',
    'B × 2 for £2,000.00',
    'B × 3 for £2,000.00',
  ],
  ['a line more', 'A × 1', 'A × 1, B × 2', '', 'B × 2'],
  ['a line less', 'A × 1, B × 2', 'B × 2', 'A × 1', ''],
  ['one of two that are alike', 'A × 1, A × 1', 'A × 1', 'A × 1', ''],
  ['every line', 'A × 1', 'B × 2', 'A × 1', 'B × 2'],
  ['their order alone', 'A × 1, B × 2', 'B × 2, A × 1', 'A × 1, B × 2', 'B × 2, A × 1'],
])('of the lines that were changed, %s', (_, before, after, was, is) => {
  expect(changedLines({ before, after })).toEqual({ before: was, after: is })
})
