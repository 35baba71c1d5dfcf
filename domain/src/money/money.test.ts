import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCount, formatPrice, formatFigure, formatMoney, isMoney, moneyText, parseMoney, times } from './money.ts'

const amounts = fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n })

test.each([
  ['12.5', 125_000n, '12.50'],
  ['0', 0n, '0.00'],
  ['0.0001', 1n, '0.0001'],
  ['-0.0001', -1n, '-0.0001'],
  ['3.333', 33_330n, '3.333'],
  ['1234567890.1234', 12_345_678_901_234n, '1234567890.1234'],
  ['007', 70_000n, '7.00'],
  ['-0', 0n, '0.00'],
])('%s is %s ten-thousandths, written %s', (text, amount, written) => {
  expect(parseMoney(text)).toBe(amount)
  expect(moneyText(amount)).toBe(written)
})

test.each([
  '',
  ' ',
  '1,50',
  '£1',
  '1.',
  '.5',
  '1.23456',
  '12345678901',
  '1e3',
  '--1',
  '+1',
  'NaN',
  'Infinity',
  '１',
  '1.5\n',
])('%j is no amount', (text) => {
  expect(isMoney(text)).toBe(false)
  expect(() => parseMoney(text)).toThrow(RangeError)
})

describe('any amount', () => {
  test('written amounts are read back unchanged', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseMoney(moneyText(amount))).toBe(amount)
      }),
    )
  })
  test('amounts have two to four decimals, never fewer', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(moneyText(amount)).toMatch(/^-?\d+\.\d{2,4}$/)
      }),
    )
  })
  test('parts add up exactly, unlike floating point numbers', () => {
    expect(parseMoney('0.10') + parseMoney('0.20')).toBe(parseMoney('0.30'))
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1000 }), (amount, quantity) => {
        const sum = Array.from({ length: quantity }, () => amount).reduce((total, piece) => total + piece, 0n)
        expect(times(amount, quantity)).toBe(sum)
      }),
      { numRuns: 30 },
    )
  })
})

test('specification 9: currency GBP, format £#,##0.00', () => {
  expect(formatMoney('1234.5', 'GBP')).toBe('£1,234.50')
  expect(formatMoney('0', 'GBP')).toBe('£0.00')
  expect(formatMoney('1234.5', '')).toBe('1,234.50')
  expect(formatMoney('-7.005', 'GBP')).toMatch(/^−£7\.0[01]$/)
  expect(formatMoney('1234567890.1234', 'GBP')).toBe('£1,234,567,890.12')
  expect(formatMoney('9.99', 'EUR')).toBe('€9.99')
})

test('charges are written exactly', () => {
  expect(['12.345', '12.3', '1234.0001', '0'].map((text) => formatPrice(text, 'GBP'))).toEqual([
    '£12.345',
    '£12.30',
    '£1,234.0001',
    '£0.00',
  ])
})

test('counts are written as in en-GB', () => {
  expect(formatCount(1284)).toBe('1,284')
  expect(formatCount(0)).toBe('0')
})

test('negative numbers have a minus sign, not a hyphen', () => {
  expect([
    formatCount(-340),
    formatFigure(-340),
    formatMoney('-3.4', 'GBP'),
    formatMoney('-3.4', ''),
    formatPrice('-3.405', 'GBP'),
  ]).toEqual(['−340', '−340.00', '−£3.40', '−3.40', '−£3.405'])
})
