import { expect, test } from 'vitest'
import { returnRowCheck } from './check-return-row.ts'

const FIELDS = ['returnReference', 'orderNumber', 'SKU', 'quantity', 'event', 'occurredAt', 'trackingNumber'] as const
const check = returnRowCheck({
  cellOf: Object.fromEntries(FIELDS.map((field, place) => [field, place])),
  values: { event: { EINGANG: 'received' } },
  leaveOut: [],
  timeZone: 'Europe/London',
  now: new Date('2026-07-10T12:00:00Z'),
})
const row = (fields: Partial<Record<(typeof FIELDS)[number], string>>) => {
  const whole = { returnReference: 'R1', orderNumber: 'O1', SKU: 'RED', quantity: '2', event: 'Received', ...fields }
  return check(
    FIELDS.map((field) => (whole as Record<string, string>)[field] ?? ''),
    7,
  )
}

test('a return row is read with all its fields', () =>
  expect(row({ occurredAt: '2026-07-01 10:00', event: 'EINGANG' })).toEqual({
    is: 'taken',
    row: {
      line: 7,
      returnReference: 'R1',
      orderNumber: 'O1',
      customerAccount: '',
      SKU: 'RED',
      quantity: 2,
      event: 'received',
      occurredAt: new Date('2026-07-01T09:00:00Z'),
      reasonCode: '',
      condition: '',
      note: '',
      trackingNumber: '',
      reference: '',
      place: 0,
    },
  }))

test('a row without a time has none', () => expect(row({})).toMatchObject({ is: 'taken', row: { occurredAt: null } }))

test('a row with only the return’s reference is accepted', () =>
  expect(row({ orderNumber: '' })).toMatchObject({ is: 'taken', row: { orderNumber: '', customerAccount: '' } }))

test.each([
  [{ returnReference: '' }, 'returnReference', 'Return reference is missing'],
  [{ SKU: '' }, 'SKU', 'SKU is missing'],
  [{ quantity: '0' }, 'quantity', 'Quantity is a whole number from 1 to 999,999'],
  [{ event: '' }, 'event', 'Event is missing'],
  [
    { event: 'Eaten' },
    'event',
    'Event is one of Announced, On its way back, Received, Inspected, Back in stock, Quarantined, Refunded, Rejected',
  ],
  [{ occurredAt: '2026-07-12' }, 'occurredAt', 'Occurred at is more than a day ahead'],
])('%j is refused', (fields, field, reason) =>
  expect(row(fields)).toMatchObject({ is: 'refused', field, reason, value: Object.values(fields)[0] }),
)

test('a file may have accounts for orders, negative quantities, and no events', () => {
  const fields = ['returnReference', 'customerAccount', 'SKU', 'quantity']
  const read = returnRowCheck({
    cellOf: Object.fromEntries(fields.map((field, place) => [field, place])),
    values: {},
    leaveOut: [],
    timeZone: 'Europe/London',
    now: new Date('2026-07-10T12:00:00Z'),
  })
  const first = read(['C1', '14741.0', 'RED', '-12'], 2)
  expect(first).toMatchObject({
    row: { orderNumber: '', customerAccount: '14741', quantity: 12, event: 'received', place: 0 },
  })
  expect(read(['C1', '14741.0', 'RED', '-12'], 3)).toMatchObject({ row: { place: 1 } })
  expect(read(['C1', '14741.0', 'RED', '-11'], 4)).toMatchObject({ row: { place: 0 } })
})
