import { expect, test } from 'vitest'
import { parseSearch } from '../../browser/search-text.ts'
import { isShown, viewSearch } from './view-search.ts'

test.each([
  ['?orderRef=7&page=3', 'orderRef=7'],
  ['?status=N&sort=orderDate&status=R', 'sort=orderDate&status=N&status=R'],
  ['?customer=A%26B+Ltd&email=', 'customer=A%26B+Ltd'],
  ['', ''],
])('from the address %s a view saves %s', (address, saved) => {
  expect(viewSearch(parseSearch(address))).toBe(saved)
})

test('a view is active whatever the page and the order of parameters', () => {
  expect(isShown('a=1&b=2', { b: '2', a: '1', page: 4 })).toBe(true)
  expect(isShown('a=1&b=2', { a: '1' })).toBe(false)
  expect(isShown('', {})).toBe(true)
})
