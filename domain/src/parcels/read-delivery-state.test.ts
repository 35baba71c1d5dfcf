import { expect, test } from 'vitest'
import { DELIVERY_STATES } from './delivery-state.ts'
import { readDeliveryState } from './read-delivery-state.ts'

test.each(Object.entries(DELIVERY_STATES))('%s and %s are the same state', (state, title) => {
  expect(readDeliveryState(state)).toBe(state)
  expect(readDeliveryState(title)).toBe(state)
})

test.each([
  ['OUT-FOR-DELIVERY', 'out_for_delivery'],
  ['InTransit', 'in_transit'],
  [' Delivered ', 'delivered'],
  ['delivered 2', undefined],
  ['deliver', undefined],
  ['T10', undefined],
  ['', undefined],
])('%j is %s', (text, state) => expect(readDeliveryState(text)).toBe(state))
