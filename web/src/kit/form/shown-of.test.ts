import { expect, test } from 'vitest'
import { shownOf } from './shown-of.ts'

test.each([
  [100, 2194, 'Showing 100 of 2,194 SKUs'],
  [2100, 2194, 'Showing 2,100 of 2,194 SKUs'],
  [0, 1, 'Showing 0 of 1 SKU'],
  [2194, 2194, '2,194 SKUs'],
  [1, 1, '1 SKU'],
  // One has gone since the first page was read.
  [101, 100, '100 SKUs'],
])('%i of %i loaded reads %j', (shown, total, text) => {
  expect(shownOf(shown, total, ['SKU', 'SKUs'])).toBe(text)
})
