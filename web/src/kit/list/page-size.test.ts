import { expect, test } from 'vitest'
import { ALL_ROWS, pageSizeOf, pageSizeOptions, SHORT_PAGE_SIZE } from './page-size.ts'

test('offers the page sizes of specification 9, and 10 if that is the default', () => {
  expect(pageSizeOptions()).toEqual([50, 100, 200, 500, 1000, ALL_ROWS])
  expect(pageSizeOptions(SHORT_PAGE_SIZE)).toEqual([10, 50, 100, 200, 500, 1000, ALL_ROWS])
})

test.each<[unknown, number, number]>([
  ['200', 200, 200],
  ['999999', ALL_ROWS, ALL_ROWS],
  ['10', 50, 10],
  [undefined, 50, 10],
  ['7', 50, 10],
])('%s in an address means %i rows a page, or %i in a table whose default is ten', (value, usual, short) => {
  expect(pageSizeOf(value)).toBe(usual)
  expect(pageSizeOf(value, SHORT_PAGE_SIZE)).toBe(short)
})
