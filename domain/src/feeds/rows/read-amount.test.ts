import { describe, expect, test } from 'vitest'
import { isFault } from '../fault.ts'
import { amountReader } from './read-amount.ts'

const read = amountReader('Unit value', 'GBP')
const refused = (text: string, reader = read) => {
  const amount = reader(text)
  return isFault(amount) ? amount.fault : `taken: ${amount}`
}

describe('an amount is zero or more, with at most four decimals', () => {
  test.each([
    ['', ''],
    ['0', '0'],
    ['0.0', '0.0'],
    ['4.95', '4.95'],
    ['1.234', '1.234'],
    ['0.0001', '0.0001'],
    ['4.950000', '4.9500'],
    ['9999999999.9999', '9999999999.9999'],
  ])('%j is %j', (text, amount) => expect(read(text)).toBe(amount))
  test.each(['-1', '+1', '1e3', '0.00001', '.5', '5.', 'NaN', 'Infinity', '£', '1,00,00', '12.50.', '1,2,3', '(4.95)'])(
    '%j is refused',
    (text) => expect(refused(text)).toMatch(/^Unit value looks like 12\.50/),
  )
  test.each(['12345678901.00', '£12,345,678,901.00'])('%j is refused as too much for a line', (text) =>
    expect(refused(text)).toBe('Enter a value below 100,000,000'),
  )
})

describe('an unambiguous amount is read', () => {
  test.each([
    ['£4.95', '4.95'],
    ['£ 1,234.50', '1234.50'],
    ['GBP 4.95', '4.95'],
    ['4.95 GBP', '4.95'],
    ['4,95', '4.95'],
    ['4,9', '4.9'],
    ['0,125', '0.125'],
    ['1,2345', '1.2345'],
    ['1,000.00', '1000.00'],
    ['1,234,567', '1234567'],
    ['1.234,50', '1234.50'],
    ['1.234.567,5', '1234567.5'],
    ['1 234,50', '1234.50'],
    ['1\u202F234,50\u00A0£', '1234.50'],
    ["1'234.50", '1234.50'],
  ])('%j is %j', (text, amount) => expect(read(text)).toBe(amount))
  test.each(['1,000', '£1.250', '£1,250'])('the refusal of %j says how to write it', (text) =>
    expect(refused(text)).toMatch(/^Unit value may be thousands or decimals\. Write 1\.25,/),
  )
})

test.each([
  ['€4.95', 'GBP'],
  ['$4.95', 'GBP'],
  ['4,95 EUR', 'GBP'],
  ['£4.95', 'EUR'],
])('%j is no amount of a client whose currency is %s', (text, currency) =>
  expect(refused(text, amountReader('Unit value', currency))).toBe(
    `Unit value is not in the client’s currency. Use ${currency}`,
  ),
)
test.each([
  ['US$4.95', 'USD'],
  ['¥495', 'JPY'],
  ['4,95 kr.', 'SEK'],
  ['4,95 zł', 'PLN'],
  ['Fr. 4.95', 'CHF'],
  ['₹495', 'INR'],
  ['4.95 usd', 'USD'],
])('%j is an amount of a client whose currency is %s', (text, currency) =>
  expect(refused(text, amountReader('Unit value', currency))).toMatch(/^taken: (4\.95|495)$/),
)
test.each(['4.95 pcs', 'x4.95', '£4.95£'])('%j has no sign of any currency', (text) =>
  expect(refused(text)).toMatch(/^Unit value looks like 12\.50/),
)
test('$ matches any dollar currency; without a currency no sign is accepted', () => {
  expect(amountReader('Unit value', 'CAD')('$4.95')).toBe('4.95')
  expect(refused('£4.95', amountReader('Unit value', undefined))).toMatch(/no currency/)
  expect(amountReader('Unit value', undefined)('4,95')).toBe('4.95')
})
