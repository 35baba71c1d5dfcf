import { expect, test } from 'vitest'
import { countEffect, type StockLevel } from './counted-stock.ts'

const known: StockLevel = { stockOnHand: 5, availableStock: 4, type: 'A', asOf: new Date('2026-07-01T10:00:00Z') }
const EARLIER = new Date('2026-07-01T09:59:59Z')
const LATER = new Date('2026-07-01T10:00:01Z')

test.each([
  [undefined, {}, 'created'],
  [known, {}, 'unchanged'],
  [known, { asOf: LATER }, 'confirmed'],
  [known, { stockOnHand: 6 }, 'changed'],
  [known, { availableStock: 3, asOf: LATER }, 'changed'],
  [known, { type: 'B' }, 'changed'],
  [known, { asOf: EARLIER }, 'older'],
  [known, { asOf: EARLIER, stockOnHand: 9 }, 'older'],
] as const)('%j and a count %j: %s', (before, counted, effect) =>
  expect(countEffect(before, { ...known, ...counted })).toBe(effect),
)
