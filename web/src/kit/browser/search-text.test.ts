import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-text.ts'

test('an order number stays text', () => {
  expect(parseSearch('?orderNumber=000123&status=N&status=R')).toEqual({ orderNumber: '000123', status: ['N', 'R'] })
  expect(stringifySearch({ orderNumber: '12/A b', status: ['N', 'R'], page: 2, email: '', none: undefined })).toBe(
    '?orderNumber=12%2FA+b&status=N&status=R&page=2',
  )
})

test('an empty search is an empty text', () => {
  expect(parseSearch('')).toEqual({})
  expect(stringifySearch({})).toBe('')
})
