import { expect, test } from 'vitest'
import { draftLineValue, draftTotal } from './order-draft.ts'

test.each([
  ['price times quantity', { quantity: 3, totalValue: '' }, '0.10', 3000n],
  ['the value typed goes before the price', { quantity: 3, totalValue: '1.99' }, '0.10', 19_900n],
  ['a value typed needs no price', { quantity: 3, totalValue: '1.99' }, undefined, 19_900n],
  ['no price is known yet', { quantity: 3, totalValue: '' }, undefined, undefined],
  ['no quantity yet', { quantity: 0, totalValue: '' }, '0.10', undefined],
  ['half a piece', { quantity: 0.5, totalValue: '' }, '0.10', undefined],
  ['what is typed is no amount', { quantity: 1, totalValue: '1,5' }, '0.10', undefined],
])('the value of a line: %s', (_, line, price, expected) => {
  expect(draftLineValue(line, price)).toBe(expected)
})

test('the total is exact, and says how many lines it leaves out', () => {
  const lines = [
    { SKU: 'A', quantity: 3, totalValue: '' },
    { SKU: 'A', quantity: 1, totalValue: '0.2' },
    { SKU: 'B', quantity: 1, totalValue: '' },
  ]
  expect(draftTotal(lines, (SKU) => (SKU === 'A' ? '0.1' : undefined))).toEqual({ total: '0.50', unknown: 1 })
})
