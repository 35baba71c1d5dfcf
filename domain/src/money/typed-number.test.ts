import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCount, formatMoney, formatPrice, moneyText } from './money.ts'
import { minorUnitOf } from './minor-units.ts'
import { amountShown, readTypedCount, readTypedFigure, readTypedMoney, type TypedNumber } from './typed-number.ts'

const resultOf = (read: TypedNumber) => ('plain' in read ? read.plain : `refused: ${read.problem}`)

const REFUSED = 'refused: Write a whole number in digits alone, like 2000'

test.each([
  ['', ''],
  ['  ', ''],
  ['5', '5'],
  ['0', '0'],
  ['007', '7'],
  ['+5', '5'],
  ['-5', '-5'],
  ['−5', '-5'],
  ['-0', '0'],
  ['2000', '2000'],
  ['2,000', '2000'],
  ['12,000', '12000'],
  ['1,234,567', '1234567'],
  ['2 000', '2000'],
  ['2\u00a0000', '2000'],
  ['2\u202f000', '2000'],
  ['2\u2009000', '2000'],
  ["2'000", '2000'],
  ['2’000', '2000'],
  [' 2,000\u00a0\n', '2000'],
  ['٢٠٠٠', '2000'],
  ['۲۰۰۰', '2000'],
  ['２０００', '2000'],
  ['2,00', REFUSED],
  ['2,0000', REFUSED],
  ['0,500', REFUSED],
  ['1,5', REFUSED],
  [',5', REFUSED],
  ['5,', REFUSED],
  ['5.', REFUSED],
  ['2.00', REFUSED],
  ['1,234 567', REFUSED],
  ['1 2', REFUSED],
  ['2.000', REFUSED],
  ['2.5', REFUSED],
  ['2,000.5', REFUSED],
  ['1e3', REFUSED],
  ['3x', REFUSED],
  ['5 pcs', REFUSED],
  ['5kg', REFUSED],
  ['£5', REFUSED],
  ['0x10', REFUSED],
  ['--5', REFUSED],
  ['5-', REFUSED],
  ['(5)', REFUSED],
  ['1/2', REFUSED],
  ['½', REFUSED],
  ['10²', REFUSED],
  ['five', REFUSED],
  ['1234567890123456', REFUSED],
])('%j pieces: %s', (text, expected) => {
  expect(resultOf(readTypedCount(text))).toBe(expected)
})

test.each([
  ['', 'GBP', ''],
  ['12.50', 'GBP', '12.50'],
  ['12.5', 'GBP', '12.5'],
  ['12', 'GBP', '12'],
  ['.5', 'GBP', '0.5'],
  ['5.', 'GBP', '5'],
  ['1,250', 'GBP', '1250'],
  ['1,250.50', 'GBP', '1250.50'],
  ['1 250.50', 'GBP', '1250.50'],
  ['1\u00a0250', 'GBP', '1250'],
  ["1'250.50", 'GBP', '1250.50'],
  ['1,234,567.89', 'GBP', '1234567.89'],
  ['£12.50', 'GBP', '12.50'],
  ['£ 12.50', 'GBP', '12.50'],
  ['12.50 £', 'GBP', '12.50'],
  ['GBP 12.50', 'GBP', '12.50'],
  ['12.50 gbp', 'GBP', '12.50'],
  ['-£5', 'GBP', '-5'],
  ['£-5', 'GBP', '-5'],
  ['−£5.20', 'GBP', '-5.20'],
  ['€12.50', 'EUR', '12.50'],
  ['١٢.٥٠', 'GBP', '12.50'],
  ['12,50', 'GBP', 'refused: Write 12.50'],
  ['0,99', 'GBP', 'refused: Write 0.99'],
  ['12,5', 'GBP', 'refused: Write 12.5'],
  [',5', 'GBP', 'refused: Write 0.5'],
  ['12,', 'GBP', 'refused: Write 12'],
  ['£12,50', 'GBP', 'refused: Write 12.50'],
  ['1.250', 'GBP', 'refused: Write 1250 or 1.25'],
  ['1.255', 'GBP', 'refused: Write 1255'],
  ['0,500', 'GBP', 'refused: Write 0.5'],
  ['0.125', 'GBP', 'refused: An amount looks like 12.50, with at most 2 decimals'],
  ['12.345', 'EUR', 'refused: Write 12345'],
  ['1.250,50', 'GBP', 'refused: Write 1250.50'],
  ['1,250,50', 'GBP', 'refused: Write 1250.50'],
  ['1.234.567', 'GBP', 'refused: Write 1234567'],
  ['12,34,567', 'GBP', 'refused: Write 1234567'],
  ['€12.50', 'GBP', 'refused: An amount looks like 12.50'],
  ['$5', 'GBP', 'refused: An amount looks like 12.50'],
  ['££5', 'GBP', 'refused: An amount looks like 12.50'],
  ['£', 'GBP', 'refused: An amount looks like 12.50'],
  ['5p', 'GBP', 'refused: An amount looks like 12.50'],
  ['1e3', 'GBP', 'refused: An amount looks like 12.50'],
  ['1k', 'GBP', 'refused: An amount looks like 12.50'],
  ['(5)', 'GBP', 'refused: An amount looks like 12.50'],
  ['5-', 'GBP', 'refused: An amount looks like 12.50'],
  ['12.3.4', 'GBP', 'refused: An amount looks like 12.50'],
  ['1.250', 'KWD', '1.250'],
  ['1,250', 'KWD', 'refused: Write 1250 or 1.250'],
  ['KWD 1,250.000', 'KWD', '1250.000'],
  ['1,234,567', 'KWD', '1234567'],
  ['12,500', 'KWD', 'refused: Write 12500 or 12.500'],
  ['1,250', 'JPY', '1250'],
  ['1250.5', 'JPY', 'refused: An amount looks like 1250'],
  ['1250.00', 'JPY', '1250'],
  ['1.250', 'JPY', 'refused: Write 1250'],
  ['1.000', 'JPY', 'refused: Write 1000 or 1'],
  ['1.000', 'GBP', 'refused: Write 1000 or 1'],
  ['12.5000', 'GBP', '12.5'],
  ['12.', 'JPY', '12'],
  ['$5', 'USD', '5'],
  ['US$5', 'USD', '5'],
  ['-$5.20', 'CAD', '-5.20'],
  ['¥500', 'JPY', '500'],
  ['5 kr', 'SEK', '5'],
  ['5,50 kr', 'SEK', 'refused: Write 5.50'],
  ['5 kr.', 'DKK', '5'],
  ['KR 5', 'NOK', '5'],
  ['5 zł', 'PLN', '5'],
  ['Fr. 5.20', 'CHF', '5.20'],
  ['₹ 1,250', 'INR', '1250'],
  ['5 kr', 'GBP', 'refused: An amount looks like 12.50'],
  ['£5£', 'GBP', 'refused: An amount looks like 12.50'],
  ['1,250', '', 'refused: Write 1250 or 1.25'],
  ['1,250.50', '', '1250.50'],
  ['£5', '', 'refused: An amount looks like 12.50'],
])('%j in %s: %s', (text, currency, expected) => {
  expect(resultOf(readTypedMoney(text, currency))).toBe(expected)
})

test.each([
  ['0.125', '0.125'],
  ['1.2500', '1.2500'],
  ['1,250', '1250'],
  ['0,125', 'refused: Write 0.125'],
  ['1,2500', 'refused: Write 1.2500'],
])('%j as a price of four decimals: %s', (text, expected) => {
  expect(resultOf(readTypedMoney(text, 'GBP', 4))).toBe(expected)
})

test.each([
  ['', ''],
  ['2.5', '2.5'],
  ['.5', '0.5'],
  ['2.500', '2.500'],
  ['1 250', '1250'],
  ['1,250', 'refused: Write 1250 or 1.250'],
  ['2,5', 'refused: Write 2.5'],
  ['12,345.5', 'refused: Write 12345.5'],
  ['2kg', 'refused: A number looks like 12.5'],
  ['1e-3', 'refused: A number looks like 12.5'],
  ['Infinity', 'refused: A number looks like 12.5'],
])('%j kilograms: %s', (text, expected) => {
  expect(resultOf(readTypedFigure(text, 3))).toBe(expected)
})

test('numbers written by the product are read unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (number) => {
      expect(readTypedCount(formatCount(number))).toEqual({ plain: String(number) })
      const pence = moneyText(BigInt(number) * 100n)
      expect(readTypedMoney(formatMoney(pence, 'GBP'), 'GBP')).toEqual({ plain: pence })
    }),
  )
})

test('amounts from the server are read in every currency, raw and formatted', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -99_999_999n, max: 99_999_999n }),
      fc.constantFrom('GBP', 'EUR', 'USD', 'JPY', 'KRW', 'HUF', 'ISK', 'KWD', 'SEK', 'CHF', 'PLN'),
      (units, currency) => {
        // Whole minor units, in ten-thousandths.
        const amount = units * BigInt(minorUnitOf(currency))
        const value = (text: string) => {
          const read = readTypedMoney(text, currency)
          return 'plain' in read ? Number(read.plain) : read.problem
        }
        expect(value(moneyText(amount))).toBe(Number(moneyText(amount)))
        expect(value(amountShown(moneyText(amount), currency))).toBe(Number(moneyText(amount)))
        const price = readTypedMoney(formatPrice(moneyText(amount), currency), currency, 4)
        expect(price).toMatchObject({ plain: expect.any(String) })
      },
    ),
  )
})

test.each([
  ['1250.00', 'JPY', '1250'],
  ['12.50', 'JPY', '12.50'],
  ['1250.00', 'KWD', '1250.000'],
  ['12.50', 'GBP', '12.50'],
  ['0.125', 'GBP', '0.125'],
  ['12.50', '', '12.50'],
  ['12,5', 'GBP', '12,5'],
  ['1.250', 'GBP', '1.250'],
  ['', 'GBP', ''],
])('%j in %s is shown in its field as %j', (text, currency, shown) => {
  expect(amountShown(text, currency)).toBe(shown)
})

test('random text is refused, or read as a plain number', () => {
  const characters = "0123456789.,'’ -+£€%eExk()\u00a0٣".split('')
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...characters), { maxLength: 10 }), (typed) => {
      for (const result of [readTypedCount(typed.join('')), readTypedMoney(typed.join(''), 'GBP')])
        if ('plain' in result) expect(result.plain).toMatch(/^$|^-?\d+(\.\d{1,2})?$/)
        else expect(result.problem).toMatch(/^(Write|An amount|This number) /)
    }),
  )
})
