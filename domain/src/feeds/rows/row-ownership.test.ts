import { describe, expect, test } from 'vitest'
import { findRowOwnership, mayBeLineOf, commonFields } from './row-ownership.ts'
import type { OrderHeader } from './order-header.ts'

const ada: OrderHeader = {
  orderedAt: '2026-03-02T10:00:00.000Z',
  dispatchService: 'STANDARD',
  isDayGiven: false,
  despatchDate: '2026-03-03',
  customerAccount: '17',
  customerFirstName: 'Ada',
  customerLastName: '',
  email: '',
  phone: '',
  country: 'GB',
  addressLine1: '1 High Street',
  addressLine2: '',
  addressLine3: '',
  addressLine4: '',
  postCode: 'LS1 1AA',
  cells: [],
}

describe('the orders that a refused row may belong to', () => {
  const says = { customerFirstName: 'Ada' }
  const neighbour = { is: 'ofNeighbour', partialHeader: says }
  test.each([
    ['a number that can be read', 'SO-1', 'RED', { is: 'ofOrder', orderNumber: 'SO-1' }],
    ['one with a sign that is not seen', 'SO\u200B-1', 'RED', { is: 'ofOrder', orderNumber: 'SO-1' }],
    ['one with a zero byte', 'SO-1\0', '', { is: 'ofOrder', orderNumber: 'SO-1' }],
    ['one with a line break in it', 'SO\n-1', 'RED', { is: 'ofOrder', orderNumber: 'SO-1' }],
    ['one that is too long', 'x'.repeat(51), 'RED', { is: 'ofNone' }],
    ['one that is no UTF-8', 'SO\uFFFD1', 'RED', { is: 'ofNone' }],
    ['none', '', 'RED', neighbour],
    ['nothing that is seen', '\u200B ', 'RED', neighbour],
    ['neither number nor SKU: a total', '', '', { is: 'ofNone' }],
  ])('%s', (_what, orderNumber, SKU, of) =>
    expect(findRowOwnership(orderNumber, { SKU, partialHeader: () => says })).toEqual(of),
  )
})

test.each([
  ['nothing', {}, true],
  ['the same', { customerFirstName: 'Ada', postCode: 'LS1 1AA' }, true],
  ['another customer', { customerFirstName: 'Bob' }, false],
  ['another address', { addressLine1: '2 High Street' }, false],
  ['more than the order does', { email: 'ada@example.com' }, false],
  ['another minute', { orderedAt: '2026-03-02T10:01:00.000Z' }, true],
  ['another service', { dispatchService: 'NEXT DAY' as const }, false],
])('a row with %s may belong to the order: %j', (_what, says, may) => expect(mayBeLineOf(ada, says)).toBe(may))

test('two rows have their equal fields in common', () =>
  expect(
    commonFields({ customerFirstName: 'Ada', country: 'GB' }, { customerFirstName: 'Bob', country: 'GB' }),
  ).toEqual({
    country: 'GB',
  }))
