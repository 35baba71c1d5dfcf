import { expect, test } from 'vitest'
import { listCountText } from './list-count-text.ts'

test.each([
  [100, 2194, 'Showing 100 of 2,194 SKUs'],
  [2100, 2194, 'Showing 2,100 of 2,194 SKUs'],
  [0, 1, 'Showing 0 of 1 SKU'],
  [2194, 2194, '2,194 SKUs'],
  [1, 1, '1 SKU'],
  // A row was deleted after the first page was loaded.
  [101, 100, '100 SKUs'],
])('%i of %i loaded reads %j', (shown, total, text) => {
  expect(listCountText(shown, total, ['SKU', 'SKUs'])).toBe(text)
})
