import { expect, test } from 'vitest'
import { draftLineValue, draftTotal, isCalculatedValue, leftOutText } from './order-draft.ts'

test.each([
  ['price times quantity', { quantity: 3, totalValue: '' }, '0.10', 3000n],
  ['the value typed goes before the price', { quantity: 3, totalValue: '1.99' }, '0.10', 19_900n],
  ['a value typed needs no price', { quantity: 3, totalValue: '1.99' }, undefined, 19_900n],
  ['no price is known yet', { quantity: 3, totalValue: '' }, undefined, undefined],
  ['no quantity yet', { quantity: 0, totalValue: '' }, '0.10', undefined],
  ['half a piece', { quantity: 0.5, totalValue: '' }, '0.10', undefined],
  ['what is typed is no amount', { quantity: 1, totalValue: '1,5' }, '0.10', undefined],
])('value of a line: %s', (_, line, price, expected) => {
  expect(draftLineValue(line, price)).toBe(expected)
})

test('the total is exact, and names the lines it leaves out', () => {
  const lines = [
    { SKU: 'A', quantity: 3, totalValue: '' },
    { SKU: 'A', quantity: 1, totalValue: '0.2' },
    { SKU: 'B', quantity: 1, totalValue: '' },
  ]
  const total = draftTotal(lines, ({ SKU }) => (SKU === 'A' ? '0.1' : undefined))
  expect(total).toEqual({ total: '0.50', unknown: 1, unread: 0 })
  expect(leftOutText(total)).toBe(' and a line without a value')
})

test.each(['12.505', '-5', '12,50'])('an invalid value, %s, is left out of the total, which says so', (totalValue) => {
  const line = { SKU: 'A', quantity: 1 }
  const total = draftTotal(
    [
      { ...line, totalValue },
      { ...line, totalValue: '2.00' },
    ],
    () => '0.1',
  )
  expect(total).toEqual({ total: '2.00', unknown: 0, unread: 1 })
  expect(leftOutText(total)).toBe(' without a line with an invalid value')
  expect(leftOutText({ unread: 2, unknown: 1 })).toBe(
    ' without 2 lines with an invalid value, and a line without a value',
  )
})

test('a value equal to price times quantity counts as calculated', () => {
  expect(isCalculatedValue({ SKU: 'A', quantity: 2, totalValue: '23.98' }, '11.99')).toBe(true)
  expect(isCalculatedValue({ SKU: 'A', quantity: 2, totalValue: '40.00' }, '11.99')).toBe(false)
  expect(isCalculatedValue({ SKU: 'A', quantity: 2, totalValue: '40.00' }, undefined)).toBe(false)
})
