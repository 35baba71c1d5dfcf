import { describe, expect, test } from 'vitest'
import { eventCodeKey, type EventMeaning, normaliseEvent } from './normalise-event.ts'

const table = new Map<string, EventMeaning>([
  [eventCodeKey('DPD', '060'), { state: 'delivered', reason: '' }],
  [eventCodeKey('DPD', '041'), { state: 'delivery_failed', reason: 'Nobody was in' }],
  [eventCodeKey('EVRI', '060'), { state: 'on_hold', reason: 'Address query' }],
  [eventCodeKey('EVRI', 'delivered'), { state: 'ready_for_pickup', reason: '' }],
])

describe('a carrier’s event', () => {
  test.each<[string, string, string, EventMeaning]>([
    ['DPD', '060', '', { state: 'delivered', reason: '' }],
    ['EVRI', '060', '', { state: 'on_hold', reason: 'Address query' }],
    ['DPD', '041', '', { state: 'delivery_failed', reason: 'Nobody was in' }],
    ['DPD', '041', 'Dog', { state: 'delivery_failed', reason: 'Dog' }],
    ['DPD', 'delivered', '', { state: 'delivered', reason: '' }],
    ['DPD', 'OUT-FOR-DELIVERY', '', { state: 'out_for_delivery', reason: '' }],
    ['NEW', 'In transit', '', { state: 'in_transit', reason: '' }],
    ['EVRI', 'delivered', '', { state: 'ready_for_pickup', reason: '' }],
    ['DPD', '61', '', { state: 'unknown', reason: '' }],
    ['DPD', '61', 'Dog', { state: 'unknown', reason: 'Dog' }],
    ['dpd', '060', '', { state: 'unknown', reason: '' }],
  ])('of %s with the code %s and the reason %j is %j', (carrier, code, reason, meaning) =>
    expect(normaliseEvent({ carrier, code, reason }, table)).toEqual(meaning),
  )
})
