import { expect, test } from 'vitest'
import { type AgainReceipt, againWords, ordersOf } from './allocate-again.ts'

const receipts = (...outcomes: AgainReceipt['outcome'][]) =>
  outcomes.map((outcome) => ({ clientCode: 'ACME', orderNumber: '1', outcome, message: '' }))

test('each order is allocated once, however many of its consignments are chosen', () => {
  const row = (clientCode: string, orderNumber: string, number: number) => ({ clientCode, orderNumber, number })
  expect(ordersOf([row('ACME', 'A', 1), row('BIRCH', 'A', 1), row('ACME', 'A', 2)])).toEqual([
    { clientCode: 'ACME', orderNumber: 'A' },
    { clientCode: 'BIRCH', orderNumber: 'A' },
  ])
})

test.each([
  [receipts('allocated'), '1 order has a carrier now.'],
  [receipts('allocated', 'allocated'), '2 orders have a carrier now.'],
  [receipts('exception'), 'No orders have a carrier now, 1 is still an exception.'],
  [
    receipts('allocated', 'exception', 'exception', 'refused'),
    '1 order has a carrier now, 2 are still exceptions, 1 was refused.',
  ],
  [receipts('refused', 'refused'), 'No orders have a carrier now, 2 were refused.'],
])('what became of %j', (given, words) => {
  expect(againWords(given)).toBe(words)
})
