import type { OrderFeedRow } from '@despatch/domain/feeds/rows/check-order-row'
import { TOO_LARGE } from '@despatch/domain/feeds/existing-orders/existing-order'
import { MAX_ORDER_LINES } from '@despatch/domain/feeds/rows/order-fields'
import type { OrderHeader } from '@despatch/domain/feeds/rows/order-header'
import { expect, test } from 'vitest'
import { OrderGatherer } from './gather-orders.ts'

const gathererOf = ({ isNumbered = false } = {}) => new OrderGatherer({ columnOf: (field) => field, isNumbered })

test('left-out rows count towards the chunk size', () => {
  const gatherer = gathererOf()
  for (let line = 1; line <= 100; line++)
    gatherer.add({ is: 'leftOut', orderNumber: `O-${line}`, reason: 'Cancellation' }, line)
  expect(gatherer.size).toBe(100)
  expect(gatherer.take(false)).toMatchObject({ orders: { length: 99 }, leftOut: new Map([['Cancellation', 100]]) })
  expect(gatherer.size).toBe(0)
})

test('an order with endless repeated lines is refused and not held in memory', () => {
  const gatherer = gathererOf({ isNumbered: true })
  const row = (line: number): OrderFeedRow => ({
    line,
    orderNumber: 'O-1',
    lineNumber: 1,
    SKU: 'RED',
    description: '',
    quantity: 1,
    unitValue: '',
    header: {} as OrderHeader,
  })
  for (let line = 1; line <= MAX_ORDER_LINES + 1; line++) gatherer.add({ is: 'taken', row: row(line) }, line)
  expect(gatherer.take(false).refused).toEqual([])
  gatherer.add({ is: 'taken', row: row(MAX_ORDER_LINES + 2) }, MAX_ORDER_LINES + 2)
  const { orders, refused } = gatherer.take(true)
  expect(refused.find(({ line }) => line === MAX_ORDER_LINES + 2)?.reason).toBe(TOO_LARGE)
  expect(orders[0]).toMatchObject({ rows: [], repeats: [], refusedLine: MAX_ORDER_LINES + 2 })
})
