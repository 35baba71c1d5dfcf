import { describe, expect, test } from 'vitest'
import type { DeliveryState } from './delivery-state.ts'
import { parcelProgress } from './parcel-progress.ts'

const parcel = (state: DeliveryState, more: Partial<Parameters<typeof parcelProgress>[0]> = {}) => ({
  despatchedAt: '2026-11-20T16:00:00.000Z',
  promisedDate: '2026-11-23',
  state,
  stateAt: '2026-11-22T09:00:00.000Z',
  deliveredAt: null,
  daysLate: 0,
  ...more,
})
/** 'Despatched! In transit …': completed steps, the current one (!), and those to come (…). */
const way = (...args: Parameters<typeof parcelProgress>) =>
  parcelProgress(...args)
    .map(({ title, place }) => title + { done: '', now: '!', ahead: '…' }[place])
    .join(', ')

describe('the progress of a parcel', () => {
  test.each<[DeliveryState, string]>([
    ['pending', 'Despatched!, In transit…, Out for delivery…, Delivered…'],
    ['in_transit', 'Despatched, In transit!, Out for delivery…, Delivered…'],
    ['out_for_delivery', 'Despatched, In transit, Out for delivery!, Delivered…'],
    ['delivered', 'Despatched, In transit, Out for delivery, Delivered'],
    ['on_hold', 'Despatched, In transit, On hold!, Out for delivery…, Delivered…'],
    ['delivery_failed', 'Despatched, In transit, Out for delivery, Delivery failed!, Delivered…'],
    ['unknown', 'Despatched!, In transit…, Out for delivery…, Delivered…'],
  ])('%s', (state, expected) => {
    expect(way(parcel(state))).toBe(expected)
  })

  test('a delayed parcel that was out for delivery shows that step', () => {
    const events = [{ at: '2026-11-21T07:00:00.000Z', state: 'out_for_delivery' as const }]
    expect(way(parcel('delivery_delayed'), events)).toBe(
      'Despatched, In transit, Out for delivery, Delivery delayed!, Delivered…',
    )
  })
})

test('each step has its first time, or none if not reported', () => {
  const events = [
    { at: '2026-11-22T09:00:00.000Z', state: 'in_transit' as const },
    { at: '2026-11-21T05:00:00.000Z', state: 'in_transit' as const },
  ]
  const delivered = parcel('delivered', { deliveredAt: '2026-11-23T10:00:00.000Z' })
  expect(parcelProgress(delivered, events).map(({ at }) => at)).toEqual([
    '2026-11-20T16:00:00.000Z',
    '2026-11-21T05:00:00.000Z',
    null,
    '2026-11-23T10:00:00.000Z',
  ])
})

test('an undelivered parcel shows its promise, and is bad after it', () => {
  expect(parcelProgress(parcel('in_transit')).at(-1)).toMatchObject({ due: '2026-11-23', meaning: 'neutral' })
  expect(parcelProgress(parcel('in_transit', { daysLate: 2 })).at(-1)).toMatchObject({ meaning: 'bad' })
  expect(parcelProgress(parcel('delivered', { daysLate: 2 })).at(-1)).toMatchObject({ due: null, meaning: 'bad' })
})
