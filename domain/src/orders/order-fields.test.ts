import { expect, test } from 'vitest'
import { changedLines, linesLabel, readLinesLabel } from './order-fields.ts'

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
])('changed lines, %s', (_, before, after, was, is) => {
  expect(changedLines({ before, after })).toEqual({ before: was, after: is })
})

test.each(['GBP', 'EUR', 'PLN'])('lines in words are parsed again, in %s', (currency) => {
  const lines = [
    { SKU: 'LAMP-1', quantity: 1, totalValue: '2000.00' },
    { SKU: 'A, × 2 B', quantity: 1234, totalValue: '1234567.50' },
    { SKU: 'C', quantity: 999_999, totalValue: '' },
    { SKU: 'D', quantity: 2, totalValue: '0.01' },
  ]
  expect(readLinesLabel(linesLabel(lines, currency))).toEqual(lines)
})
