import { expect, test } from 'vitest'
import { LOOKUP_WAIT_MS, orderTabId, orderTabTitles } from './order-tabs.ts'

test.each([
  ['A/1', 'A--1'],
  ['A 1', 'A++1'],
  ['A/1/2 b c', 'A--1--2++b++c'],
  ['//', '----'],
  ['plain-1', 'plain-1'],
])("in tab ids, '/' is replaced by '--' and a space by '++': %s is %s", (orderNumber, id) => {
  expect(orderTabId(orderNumber)).toBe(id)
})

test('specification 2: tab titles and the wait', () => {
  expect(orderTabTitles.order('A/1')).toBe('Order A/1')
  expect(orderTabTitles.deliveryEvents('A/1')).toBe('Delivery Events A/1')
  expect(orderTabTitles.returnsEvents('A/1')).toBe('Returns Events A/1')
  expect(orderTabTitles.history()).toBe('Summary Order History')
  expect(LOOKUP_WAIT_MS).toBe(500)
})
