import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DELIVERY_STATE_CODES } from './delivery-state.ts'
import { afterEvent, NO_EVENTS_YET, type ParcelState, parcelStateOf, type StateEvent } from './parcel-state.ts'

const after = (...events: StateEvent[]) =>
  events.reduce<ParcelState>(
    (parcel, one, index) => afterEvent(parcel, one) ?? parcelStateOf(events.slice(0, index + 1)),
    NO_EVENTS_YET,
  )
const event = (state: StateEvent['state'], at: number, reason = ''): StateEvent => ({ state, at, reason })

describe('a parcel', () => {
  test.each<[string, StateEvent[], Partial<ParcelState>]>([
    ['is pending before its first event', [], { state: 'pending', at: null, deliveredAt: null }],
    ['is where its newest event says', [event('in_transit', 1), event('out_for_delivery', 2)], { at: 2 }],
    ['is not changed by an older one', [event('out_for_delivery', 2), event('in_transit', 1)], { at: 2 }],
    ['has the reason of it', [event('delivery_failed', 1, 'Nobody was in')], { reason: 'Nobody was in' }],
    ['and no other', [event('delivery_failed', 1, 'Nobody was in'), event('in_transit', 2)], { reason: '' }],
    [
      'is delivered by the first event that says so',
      [event('delivered', 5), event('delivered', 3)],
      { deliveredAt: 3 },
    ],
    [
      'stays delivered when it is sent back, and is on its way back',
      [event('delivered', 3), event('return_to_sender', 4)],
      { state: 'return_to_sender', deliveredAt: 3 },
    ],
    [
      'was delivered even if that is told after',
      [event('return_to_sender', 4), event('delivered', 3)],
      { state: 'return_to_sender', deliveredAt: 3 },
    ],
    [
      'stays delivered after a late scan',
      [event('delivered', 3), event('in_transit', 4), event('delivery_failed', 5, 'Nobody was in')],
      { state: 'delivered', at: 3, reason: '', deliveredAt: 3 },
    ],
    [
      'is delivered even if that is told after a late scan',
      [event('in_transit', 4), event('delivered', 3)],
      { state: 'delivered', at: 3, deliveredAt: 3 },
    ],
    [
      'is on its way again once it is sent back, also where that is told last',
      [event('delivered', 3), event('in_transit', 5), event('return_to_sender', 4)],
      { state: 'in_transit', at: 5, deliveredAt: 3 },
    ],
    [
      'is delivered a second time',
      [event('delivered', 3), event('return_to_sender', 4), event('delivered', 5), event('in_transit', 6)],
      { state: 'delivered', at: 5, deliveredAt: 3 },
    ],
    ['is nowhere known with an unknown event alone', [event('unknown', 3)], { state: 'unknown', at: 3 }],
    [
      'is not covered by an unknown event',
      [event('in_transit', 1), event('unknown', 2)],
      { state: 'in_transit', at: 1 },
    ],
    ['is uncovered from one', [event('unknown', 2), event('in_transit', 1)], { state: 'in_transit', at: 1 }],
    [
      'is delivered when it is out for it in the same minute',
      [event('delivered', 1), event('out_for_delivery', 1)],
      { state: 'delivered' },
    ],
  ])('%s', (_title, events, expected) => expect(after(...events)).toMatchObject(expected))

  test('is the same object if an event changes nothing', () => {
    const parcel = after(event('in_transit', 2))
    expect(afterEvent(parcel, event('in_transit', 2))).toBe(parcel)
    expect(afterEvent(parcel, event('pending', 1))).toBe(parcel)
  })

  test('is the same for any order and repetition of events', () => {
    const events = fc.array(
      fc.record({
        state: fc.constantFrom(...DELIVERY_STATE_CODES),
        at: fc.integer({ min: 1, max: 4 }),
        reason: fc.constantFrom('', 'a', 'b'),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(
        events.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
        ),
        ([once, shuffled]) => {
          expect(after(...shuffled)).toEqual(after(...once))
          expect(parcelStateOf(shuffled)).toEqual(after(...once))
        },
      ),
    )
  })
})
