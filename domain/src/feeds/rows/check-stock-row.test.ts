import { expect, test } from 'vitest'
import { stockRowCheck } from './check-stock-row.ts'

const FIELDS = ['SKU', 'stockOnHand', 'availableStock', 'asOf'] as const
const now = new Date('2026-07-10T12:00:00Z')
const check = stockRowCheck({
  cellOf: Object.fromEntries(FIELDS.map((field, place) => [field, place])),
  values: {},
  leaveOut: [],
  timeZone: 'Europe/London',
  now,
})
const row = (...cells: string[]) =>
  check(
    FIELDS.map((_field, place) => cells[place] ?? ''),
    7,
  )

test('a minimal count is dated now, with all stock available', () =>
  expect(row('RED', '12.0')).toEqual({
    is: 'taken',
    row: {
      line: 7,
      SKU: 'RED',
      kind: 'count',
      stockOnHand: 12,
      availableStock: 12,
      type: '',
      asOf: now,
      description: '',
    },
  }))

test.each([
  [['RED', '0'], { stockOnHand: 0, availableStock: 0 }],
  [['RED', '5', '0'], { stockOnHand: 5, availableStock: 0 }],
  [['RED', '12.00', '7,0'], { stockOnHand: 12, availableStock: 7 }],
  [['RED', '5', '5', '2026-07-10 13:05:00'], { asOf: new Date('2026-07-10T12:05:00Z') }],
  [['RED', '5', '5', '2026-07-10 13:04:59'], { asOf: new Date('2026-07-10T12:04:59Z') }],
])('%j is taken', (cells, taken) => expect(row(...cells)).toMatchObject({ is: 'taken', row: taken }))

test.each([
  [['', '5'], 'SKU', 'SKU is missing'],
  [['RED', ''], 'stockOnHand', 'Stock on hand is a whole number from 0 to 999,999,999'],
  [['RED', '-1'], 'stockOnHand', 'Stock on hand is below 0. Send the count, or 0'],
  [['RED', '12.000'], 'stockOnHand', 'Stock on hand is unclear. Write it without points and commas, like 1234'],
  [['RED', '1,234,567'], 'stockOnHand', 'Stock on hand is unclear. Write it without points and commas, like 1234'],
  [['RED', 'not stocked'], 'stockOnHand', 'Stock on hand is a whole number from 0 to 999,999,999'],
  [['RED', '1.5'], 'stockOnHand', 'Stock on hand is a whole number from 0 to 999,999,999'],
  [['RED', '5', '-1'], 'availableStock', 'Available stock is below 0. Send the count, or 0'],
  [['RED', '5', '6'], 'availableStock', 'Available stock is more than what is on hand'],
  [['RED', '5', '5', '2026-07-10 13:06'], 'asOf', 'As of is in the future'],
  [['RED', '5', '5', '2026-09-10'], 'asOf', 'As of is more than a day ahead'],
])('%j is refused', (cells, field, reason) => expect(row(...cells)).toMatchObject({ is: 'refused', field, reason }))

test('a count with pieces in Quantity names the column it needs', () => {
  const cellOf = { SKU: 0, quantity: 1 }
  const taken = stockRowCheck({ cellOf, values: {}, leaveOut: [], timeZone: 'Europe/London', now })(['RED', '40'], 7)
  expect(taken).toMatchObject({
    is: 'refused',
    field: 'stockOnHand',
    reason: 'A count needs Stock on hand. Map the column to Stock on hand, or add Kind',
  })
})
