import { describe, expect, test } from 'vitest'
import { deliveryEventRowCheck } from './check-delivery-event-row.ts'
import { type DeliveryEventFeedField, FEED_FIELDS } from '../feed-fields.ts'

const FIELDS = FEED_FIELDS['delivery-events'].fields
const good = { trackingNumber: 'T1', carrier: 'DPD', code: '060', occurredAt: '2026-07-20 17:05' }
const check = (row: Partial<Record<DeliveryEventFeedField, string>>) =>
  deliveryEventRowCheck({
    cellOf: Object.fromEntries(FIELDS.map((field, place) => [field, place])),
    values: {},
    leaveOut: [],
    timeZone: 'Europe/London',
    now: new Date('2026-11-21T12:00:00Z'),
  })(
    FIELDS.map((field) => ({ ...good, ...row })[field] ?? ''),
    7,
  )

describe('a carrier’s event', () => {
  test('is read unchanged', () =>
    expect(check({ description: 'Left\nwith a neighbour', reference: 'R-1' })).toEqual({
      is: 'taken',
      row: {
        ...good,
        line: 7,
        occurredAt: new Date('2026-07-20T16:05:00Z'),
        description: 'Left with a neighbour',
        location: '',
        reason: '',
        reference: 'R-1',
      },
    }))
  test.each<[Partial<Record<DeliveryEventFeedField, string>>, DeliveryEventFeedField, RegExp]>([
    [{ trackingNumber: '' }, 'trackingNumber', /^Tracking number is missing$/],
    [{ carrier: '' }, 'carrier', /^Carrier is missing$/],
    [{ code: '' }, 'code', /^Event code is missing$/],
    [{ code: 'x'.repeat(51) }, 'code', /at most 50/],
    [{ occurredAt: '' }, 'occurredAt', /^Occurred at cannot be read/],
    [{ occurredAt: '2026-11-22 12:01' }, 'occurredAt', /more than a day ahead/],
    [{ description: 'x'.repeat(501) }, 'description', /at most 500/],
    [{ location: 'Le\u0000eds' }, 'location', /cannot be printed/],
  ])('with %j is refused at %s', (row, field, words) =>
    expect(check(row)).toMatchObject({ is: 'refused', field, reason: expect.stringMatching(words) }),
  )
})
