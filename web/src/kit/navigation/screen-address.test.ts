import { expect, test, vi } from 'vitest'
import { stringifySearch } from '../browser/search-text.ts'
import { linkOf, screenAddress } from './screen-address.ts'

vi.stubGlobal('window', { location: { origin: 'https://portal.test' } })
const orders = screenAddress<{ orderNumber?: string; status?: readonly string[]; page?: number }>('/orders')

test.each([
  [orders({}), '/orders'],
  [
    orders({ orderNumber: 'A&B 1', status: ['P', 'S'], page: 2 }),
    '/orders?orderNumber=A%26B+1&status=P&status=S&page=2',
  ],
  [orders({ orderNumber: '' }, 'carrier'), '/orders#carrier'],
])('an address has the screen’s parameters, without empty ones: %s', (address, expected) => {
  expect(address).toBe(expected)
})

test('a link leads to its address', () => {
  const address = orders({ orderNumber: '00120', status: ['P', 'S'] }, 'carrier')
  const { to, search, hash } = linkOf(address)
  expect(`${to}${stringifySearch(search)}#${hash}`).toBe(address)
})
