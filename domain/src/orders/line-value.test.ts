import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneyText, parseMoney } from '../money/money.ts'
import { lineValue, lineValueProblem } from './line-value.ts'

test.each([
  [3, '3.3333', undefined, '3.3333', '10.00'],
  [2, '3.3333', undefined, '3.3333', '6.67'],
  [2, '3.3333', '6.67', '3.3333', '6.67'],
  [1, '0.005', undefined, '0.005', '0.01'],
  [1, '0.0049', undefined, '0.0049', '0.00'],
  [3, '1.00', '10.00', '3.3333', '10.00'],
  [3, '1.00', '0.00', '0.00', '0.00'],
  [3, '1.00', '0.01', '0.0033', '0.01'],
  [7, '0', '5.00', '0.7143', '5.00'],
])('%s pieces at %s, line value %s: %s each, %s in total', (quantity, price, enteredTotal, unit, total) => {
  const value = lineValue({
    quantity,
    price: parseMoney(price),
    enteredTotal: enteredTotal === undefined ? undefined : parseMoney(enteredTotal),
  })
  expect({ unit: moneyText(value.unit), total: moneyText(value.total) }).toEqual({ unit, total })
})

test('rounding affects the unit value by less than 0.0001 and the line not at all', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999 }),
      fc.bigInt({ min: 0n, max: 10n ** 13n }),
      (quantity, enteredTotal) => {
        const { unit, total } = lineValue({ quantity, price: 0n, enteredTotal })
        expect(total).toBe(enteredTotal)
        const off = unit * BigInt(quantity) - enteredTotal
        expect(2n * (off < 0n ? -off : off) <= BigInt(quantity)).toBe(true)
      },
    ),
  )
})

test.each([
  ['0', undefined],
  ['99999999.9999', undefined],
  ['100000000', 'Enter a value below 100,000,000'],
  ['9999999999.9999', 'Enter a value below 100,000,000'],
])('a line worth %s: %s', (value, problem) => {
  expect(lineValueProblem(parseMoney(value))).toBe(problem)
})
