import { expect, test } from 'vitest'
import { lineStock } from './line-stock.ts'

const line = { SKU: 'Lamp', quantity: 20 }
const stock = (available: number | null, refusesShort = false) => ({
  refusesShort,
  pieces: new Map([['lamp', available]]),
})

test.each([
  ['enough', stock(1200), { text: '1,200 available', isShort: false }],
  ['just enough', stock(20), { text: '20 available', isShort: false }],
  ['too little', stock(8), { text: '8 available, short by 12', isShort: true }],
  ['less than nothing', stock(-4), { text: '0 available, short by 24', isShort: true }],
  ['refused', stock(8, true), { text: '8 available, short by 12: the order would be refused', isShort: true }],
  ['never counted', stock(null), undefined],
  ['never counted, refused', stock(null, true), { text: 'never counted: the order would be refused', isShort: true }],
  ['not answered yet', undefined, undefined],
])('%s', (_name, kept, said) => {
  expect(lineStock(line, [line, { SKU: 'MUG', quantity: 50 }], kept)).toEqual(said)
})

test('lines of one SKU in any case need it together; a quantity that is no number needs nothing', () => {
  const lines = [line, { SKU: ' LAMP ', quantity: 5 }, { SKU: 'lamp', quantity: Number.NaN }]
  expect(lineStock(line, lines, stock(20))).toEqual({ text: '20 available, short by 5', isShort: true })
})
