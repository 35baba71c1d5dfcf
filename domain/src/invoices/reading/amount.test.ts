import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Decimal, decimalOf, decimalOfAll, readAmount } from './amount.ts'

test.each([
  ['8.62', '.', 86_200],
  ['8,62', ',', 86_200],
  ['1,234.50', '.', 12_345_000],
  ['1.234,50', ',', 12_345_000],
  ['1 234,50', ',', 12_345_000],
  ['1\u00A0234,50', ',', 12_345_000],
  ["1'234.50", '.', 12_345_000],
  ['1.234', ',', 12_340_000],
  ['1.234', '.', 12_340],
  ['-3.10', '.', -31_000],
  ['3.10-', '.', -31_000],
  ['(3.10)', '.', -31_000],
  ['\u22123.10', '.', -31_000],
  ['£3.10', '.', 31_000],
  ['-£3.10', '.', -31_000],
  ['£-3.10', '.', -31_000],
  ['3,10 €', ',', 31_000],
  ['EUR 3,10', ',', 31_000],
  ['.5', '.', 5000],
  ['5.', '.', 50_000],
  ['+2', '.', 20_000],
  ['0', '.', 0],
  ['-0.00', '.', 0],
  ['12345678901.1234', '.', 123_456_789_011_234],
] as const)('%j with %j is %d ten-thousandths', (text, decimal, amount) => {
  expect(readAmount(text, decimal)).toEqual({ amount, isRounded: false })
  expect(Object.is(readAmount(text, decimal)?.amount, -0)).toBe(false)
})

test.each([
  ['8,62', '.'],
  ['8.62', ','],
  ['1,23,456.00', '.'],
  ['1.234.50', '.'],
  ['12,34', '.'],
  ['', '.'],
  ['-', '.'],
  ['--1', '.'],
  ['-1-', '.'],
  ['abc', '.'],
  ['1e3', '.'],
  ['1.59E+13', '.'],
  ['12/05', '.'],
  ['1234567890123', '.'],
  ['9'.repeat(100), '.'],
] as const)('%j with %j is not an amount', (text, decimal) => {
  expect(readAmount(text, decimal)).toBeUndefined()
})

test('more decimals than allowed are rounded half up, and reported', () => {
  expect(readAmount('0.12345', '.')).toEqual({ amount: 1235, isRounded: true })
  expect(readAmount('0.12344', '.')).toEqual({ amount: 1234, isRounded: true })
  expect(readAmount('0.123400', '.')).toEqual({ amount: 1234, isRounded: false })
})

test('an amount in any notation is read unchanged', () => {
  const amounts = fc.integer({ min: -9_000_000_000, max: 9_000_000_000 })
  fc.assert(
    fc.property(
      amounts,
      fc.constantFrom<Decimal>('.', ','),
      fc.constantFrom('plain', 'grouped', 'trailing', 'brackets'),
      (amount, decimal, style) => {
        expect(readAmount(written(amount, decimal, style), decimal)?.amount).toBe(amount)
      },
    ),
  )
})

function written(amount: number, decimal: Decimal, style: string): string {
  const magnitude = Math.abs(amount)
  const whole = String(Math.floor(magnitude / 10_000))
  const grouped = style === 'grouped' ? whole.replaceAll(/\B(?=(\d{3})+$)/g, decimal === '.' ? ',' : '.') : whole
  const text = `${grouped}${decimal}${String(magnitude % 10_000).padStart(4, '0')}`
  if (amount >= 0) return text
  if (style === 'trailing') return `${text}-`
  return style === 'brackets' ? `(${text})` : `-${text}`
}

test.each([
  ['8,62', ','],
  ['8.62', '.'],
  ['1.234,50', ','],
  ['1,234.50', '.'],
  ['1.234.567', ','],
  ['0,500', ','],
  ['1234,567', ','],
  ['1,234', undefined],
  ['1234', undefined],
  ['', undefined],
] as const)('%j has the decimal sign %j', (text, decimal) => {
  expect(decimalOf(text)).toBe(decimal)
})

test('all texts together show which decimal sign they use', () => {
  expect(decimalOfAll(['1,234', '8,62', '3'])).toBe(',')
  expect(decimalOfAll(['1,234', '12'])).toBeUndefined()
})
