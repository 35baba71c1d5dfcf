import { expect, test } from 'vitest'
import { shortText } from './refuse-short.ts'

test.each([
  ['A', 'A'],
  ['A B', 'A and B'],
  ['A B C', 'A, B and C'],
  ['A B C D', 'A, B, C and 1 more kit'],
  ['A B C D E', 'A, B, C and 2 more kits'],
])('a shortage of a box of the kits %s names at most three', (kits, named) => {
  const short = { sku: 'LEG', by: 2, isNeverCounted: false, isOrdered: false, kits: kits.split(' ') }
  expect(shortText([short])).toBe(`There is not enough stock: LEG, a box of ${named}, would be short by 2`)
})
