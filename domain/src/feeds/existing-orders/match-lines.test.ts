import { describe, expect, test } from 'vitest'
import type { OrderFeedRow } from '../rows/check-order-row.ts'
import { type StoredLine, linesInWords, matchAmended, matchLines } from './match-lines.ts'

const row = (lineNumber: number, SKU: string, quantity = 1, unitValue = '') =>
  ({ lineNumber, SKU, quantity, unitValue }) as OrderFeedRow
const line = (lineNumber: number, SKU: string, quantity = 1, unitValue = '2.0000'): StoredLine => ({
  lineNumber,
  SKU,
  quantity,
  unitValue,
  totalValue: String(Number(unitValue) * quantity),
})
const matched = (rows: OrderFeedRow[], stored: StoredLine[], isByNumber = false) => {
  const { differing, further, missing } = matchLines(rows, stored, { isByNumber })
  return {
    differing: differing.map(({ row: { SKU }, field, stored: { lineNumber } }) => [SKU, field, lineNumber]),
    further: further.map(({ SKU }) => SKU),
    missing: missing.map(({ lineNumber }) => lineNumber),
  }
}
const NONE = { differing: [], further: [], missing: [] }
const ORDER = [line(1, 'A'), line(2, 'B', 2), line(3, 'A', 5)]

describe('lines matched by SKU', () => {
  test.each([
    ['the same', [row(1, 'A'), row(2, 'B', 2), row(3, 'A', 5)], NONE],
    ['in another order', [row(1, 'A', 5), row(2, 'A'), row(3, 'B', 2, '2')], NONE],
    ['one taken out', [row(1, 'B', 2), row(2, 'A', 5)], { ...NONE, missing: [1] }],
    ['one changed', [row(1, 'A'), row(2, 'B', 3), row(3, 'A', 5)], { ...NONE, differing: [['B', 'quantity', 2]] }],
    [
      'another price',
      [row(1, 'A', 1, '2.01'), row(2, 'B', 2), row(3, 'A', 5)],
      { ...NONE, differing: [['A', 'unitValue', 1]] },
    ],
    [
      'another total',
      [{ ...row(1, 'A'), totalValue: '3.00' }, row(2, 'B', 2), row(3, 'A', 5)],
      { ...NONE, differing: [['A', 'totalValue', 1]] },
    ],
    ['one more', [row(1, 'A'), row(2, 'B', 2), row(3, 'A', 5), row(4, 'C')], { ...NONE, further: ['C'] }],
    ['one replaced', [row(1, 'A'), row(2, 'C', 2), row(3, 'A', 5)], { ...NONE, further: ['C'], missing: [2] }],
  ])('%s', (_what, rows, found) => expect(matched(rows, ORDER)).toEqual(found))
})

test('lines are matched by number if the file has numbers', () => {
  expect(matched([row(1, 'A'), row(2, 'C', 2)], ORDER, true)).toEqual({
    differing: [['C', 'SKU', 2]],
    further: [],
    missing: [3],
  })
  expect(matched([row(3, 'A', 5), row(9, 'A')], ORDER, true)).toEqual({
    differing: [],
    further: ['A'],
    missing: [1, 2],
  })
})

describe('lines of an amended order', () => {
  const fed = [line(1, 'A', 2), line(2, 'B'), line(3, 'C')].map((one) => ({ ...one, unitValue: '' }))
  // The amendment set A to five, removed B and added D.
  const stored = [line(1, 'A', 5), line(2, 'C'), line(3, 'D')]
  const fileRows = [row(1, 'A', 2, '2'), row(2, 'B'), row(3, 'C')]
  const amended = { ...NONE, isAmended: true }
  test.each([
    ['what the file said before', fileRows, amended],
    ['what they made of it', [row(1, 'A', 5), row(2, 'C'), row(3, 'D')], { ...NONE, isAmended: false }],
    ['a line that is there and taken out in the shop', fileRows.slice(0, 2), { ...amended, missing: ['C × 1'] }],
    ['one that they have changed', fileRows.slice(1), { ...amended, missing: ['A × 5'] }],
    ['one that they have taken out too', [row(1, 'A', 2), row(2, 'C')], amended],
    ['one that is new', [...fileRows, row(4, 'E')], { ...amended, further: ['E'] }],
    ['another quantity than ever', [row(1, 'A', 3), ...fileRows.slice(1)], { ...amended, differing: ['A quantity'] }],
    ['another price than ever', [row(1, 'A', 2, '3'), ...fileRows.slice(1)], { ...amended, differing: ['A quantity'] }],
  ])('%s', (_what, rows, found) => {
    const { differing, further, missing, isAmended } = matchAmended(rows, { fed, stored })
    expect({
      differing: differing.map(({ row: { SKU }, field }) => `${SKU} ${field}`),
      further: further.map(({ SKU }) => SKU),
      missing: missing.map((one) => linesInWords([one])),
      isAmended,
    }).toEqual(found)
  })
})

test('the first five lines are named', () =>
  expect(linesInWords(Array.from({ length: 7 }, (_, at) => line(at, `S${at}`)))).toBe(
    'S0 × 1, S1 × 1, S2 × 1, S3 × 1, S4 × 1 and 2 more',
  ))
