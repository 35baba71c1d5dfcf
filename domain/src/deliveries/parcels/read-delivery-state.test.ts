import { expect, test } from 'vitest'
import { AGGREGATOR_NAMES } from './aggregator-names.ts'
import { DELIVERY_STATES } from './delivery-state.ts'
import { DELIVERY_STATE_NAMES, readDeliveryState } from './read-delivery-state.ts'

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
  // AfterShip and 17TRACK
  ['InfoReceived', 'pending'],
  ['NotFound', 'pending'],
  ['AvailableForPickup', 'ready_for_pickup'],
  ['AttemptFail', 'delivery_failed'],
  ['Attempt Fail', 'delivery_failed'],
  ['DeliveryFailure', 'delivery_failed'],
  ['Exception', 'on_hold'],
  ['Exception_Returning', 'return_to_sender'],
  ['ReturnToSender', 'return_to_sender'],
  ['Expired', 'delivery_delayed'],
  // EasyPost, Shippo, ShipEngine, ClickPost
  ['pre_transit', 'pending'],
  ['PRE TRANSIT', 'pending'],
  ['TRANSIT', 'in_transit'],
  ['available_for_pickup', 'ready_for_pickup'],
  ['failure', 'delivery_failed'],
  ['cancelled', 'delivery_failed'],
  ['error', 'unknown'],
  ['RETURNED', 'return_to_sender'],
  ['RTO_INTRANSIT', 'return_to_sender'],
  ['SHIPMENT_HELD', 'on_hold'],
  // TrackingMore uses it for out for delivery, others for collected by the carrier.
  ['pickup', undefined],
])('%j is %s', (text, state) => expect(readDeliveryState(text)).toBe(state))

test('no name means two states', () => {
  const names = Object.values(AGGREGATOR_NAMES).flat()
  expect(DELIVERY_STATE_NAMES.size).toBe(names.length + Object.keys(DELIVERY_STATES).length)
})
