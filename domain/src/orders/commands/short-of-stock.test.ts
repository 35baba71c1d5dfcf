import { expect, test } from 'vitest'
import { shortOfText } from './short-of-stock.ts'

test.each([
  ['', ''],
  ['A', 'SKU A is short of stock'],
  ['A B', 'SKUs A and B are short of stock'],
  ['A B C D E', 'SKUs A, B, C, D and E are short of stock'],
  ['A B C D E F G', 'SKUs A, B, C, D, E and 2 more are short of stock'],
])('%j reads %j', (skus, text) => {
  expect(shortOfText(skus.split(' ').filter(Boolean))).toBe(text)
})
