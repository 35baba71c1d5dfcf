import { describe, expect, test } from 'vitest'
import { lineStock } from './line-stock.ts'

const line = { SKU: 'Lamp', quantity: 20 }
const stock = (available: number | null, refusesShort = false) => ({
  refusesShort,
  skus: new Map([['lamp', { available, boxes: [{ Code: 'Lamp', quantity: 1, available }] }]]),
})

test.each([
  ['enough', stock(1200), { text: '1,200 available', isShort: false }],
  ['just enough', stock(20), { text: '20 available', isShort: false }],
  ['too little', stock(8), { text: '8 available, short by 12', isShort: true }],
  ['less than nothing', stock(-4), { text: '0 available, short by 24', isShort: true }],
  ['refused', stock(8, true), { text: '8 available, short by 12, so the order would be rejected', isShort: true }],
  ['never counted', stock(null), undefined],
  [
    'never counted, refused',
    stock(null, true),
    { text: 'never counted, so the order would be rejected', isShort: true },
  ],
  ['not answered yet', undefined, undefined],
])('%s', (_name, available, expected) => {
  expect(lineStock(line, [line, { SKU: 'MUG', quantity: 50 }], available)).toEqual(expected)
})

test('lines of one SKU in any case add up; invalid quantities count nothing', () => {
  const lines = [line, { SKU: ' LAMP ', quantity: 5 }, { SKU: 'lamp', quantity: Number.NaN }]
  expect(lineStock(line, lines, stock(20))).toEqual({ text: '20 available, short by 5', isShort: true })
})

describe('a kit', () => {
  const box = (Code: string, quantity: number, available: number | null) => ({ Code, quantity, available })
  const kits = {
    refusesShort: false,
    skus: new Map([
      ['table', { available: 5, boxes: [box('TOP', 1, 5), box('LEG', 4, 22)] }],
      ['bench', { available: 5, boxes: [box('SEAT', 1, 5), box('LEG', 4, 22)] }],
      ['leg', { available: 22, boxes: [box('LEG', 1, 22)] }],
    ]),
  }
  const table = { SKU: 'TABLE', quantity: 3 }
  test.each([
    ['alone', [table], '5 available from its boxes'],
    ['more than its boxes make', [{ ...table, quantity: 7 }], '5 available from its boxes, short by 2'],
    ['beside one of its boxes', [table, { SKU: 'leg', quantity: 11 }], '5 available from its boxes, short by 1'],
    [
      'beside another of the same boxes',
      [table, { SKU: 'BENCH', quantity: 4 }],
      '5 available from its boxes, short by 2',
    ],
  ])('%s counts the boxes that all lines need', (_name, lines, text) => {
    expect(lineStock(lines[0] ?? table, lines, kits)?.text).toBe(text)
  })
})
