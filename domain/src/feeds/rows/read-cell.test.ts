import { DELIVERABLE_RULE } from '../../text/email.ts'
import { describe, expect, test } from 'vitest'
import { isFault } from '../fault.ts'
import {
  countReader,
  keyReader,
  readAmount,
  readEmail,
  readPhone,
  readService,
  textReader,
  withoutDecimals,
} from './read-cell.ts'

const refused = (read: unknown) => (isFault(read) ? read.fault : `taken: ${String(read)}`)

describe('a quantity is a whole number from 1 to 999,999', () => {
  const read = countReader('Quantity', 999_999)
  test.each([
    ['1', 1],
    ['12', 12],
    ['012', 12],
    ['12.0', 12],
    ['999999', 999_999],
  ])('%j is %d', (text, count) => expect(read(text)).toBe(count))
  test.each(['', '0', '-1', '1.5', '1,000', '1e3', '1000000', 'ten', '0x10', '٣', '1 2'])('%j is refused', (text) =>
    expect(refused(read(text))).toBe('Quantity is a whole number from 1 to 999,999'),
  )
})

describe('an amount is exact, of zero or more, with at most four decimals', () => {
  test.each([
    ['', ''],
    ['0', '0'],
    ['0.0', '0.0'],
    ['4.95', '4.95'],
    ['0.0001', '0.0001'],
    ['4.950000', '4.9500'],
    ['9999999999.9999', '9999999999.9999'],
  ])('%j is %j', (text, amount) => expect(readAmount(text)).toBe(amount))
  test.each(['-1', '+1', '£4.95', '4,95', '1,000.00', '1e3', '0.00001', '.5', '5.', 'NaN', 'Infinity'])(
    '%j is refused',
    (text) => expect(refused(readAmount(text))).toMatch(/^Unit value looks like 12\.50/),
  )
  test('what is written as an amount and too much for a line is told so', () =>
    expect(refused(readAmount('12345678901.00'))).toBe('A line is worth less than 100,000,000'))
})

describe('a text', () => {
  const read = textReader('First name', 5)
  test('may have line breaks and tabs, which become spaces', () => expect(read('a\r\n\tb')).toBe('a b'))
  test('may have joiners, as names in Persian do', () => expect(read('می\u200Cن')).toBe('می\u200Cن'))
  test('may be as long as it may be', () => expect(read('abcde')).toBe('abcde'))
  test.each([
    ['abcdef', 'First name is at most 5 characters'],
    ['a\u0000b', 'First name has characters that cannot be printed'],
    ['a\u200Bb', 'First name has characters that cannot be printed'],
    ['a\u001B[', 'First name has characters that cannot be printed'],
    ['a\uD800', 'First name has characters that cannot be printed'],
    ['a\uFFFDb', 'This text is not UTF-8: save the file as UTF-8, or set the encoding of the mapping to windows-1252'],
  ])('%j is refused', (text, words) => expect(refused(read(text))).toBe(words))
  test('that is a key must be there, on one line', () => {
    const key = keyReader('SKU', 40)
    expect(key('85123A')).toBe('85123A')
    expect(refused(key(''))).toBe('SKU is missing')
    expect(refused(key('a\u200Db'))).toBe('SKU has characters that cannot be printed')
    expect(refused(key('a\tb'))).toBe('SKU has characters that cannot be printed')
  })
})

test.each([
  ['14741.0', '14741'],
  ['14741', '14741'],
  ['A1.0', 'A1.0'],
  ['14741.5', '14741.5'],
  ['', ''],
])('account %j is %j', (text, account) => expect(withoutDecimals(text)).toBe(account))

test.each([
  ['', ''],
  ['ada@example.com', 'ada@example.com'],
])('email %j is taken', (text, email) => expect(readEmail(text)).toBe(email))
test.each(['ada', 'ada@example', 'a b@example.com', `${'a'.repeat(250)}@example.com`])('email %j is refused', (text) =>
  expect(refused(readEmail(text))).toBe(DELIVERABLE_RULE),
)

test.each(['', '+44 (0)20 7946-0000'])('phone %j is taken', (text) => expect(readPhone(text)).toBe(text))
test.each(['call me', '1'.repeat(31), '00+44'])('phone %j is refused', (text) =>
  expect(refused(readPhone(text))).toMatch(/^A phone number/),
)

test.each([
  ['', 'STANDARD'],
  ['standard', 'STANDARD'],
  ['Next Day', 'NEXT DAY'],
  ['NAMEDDAY', 'NAMED DAY'],
])('service %j is %j', (text, service) => expect(readService(text)).toBe(service))
test('another service is refused', () =>
  expect(refused(readService('DRONE'))).toBe('Service is one of STANDARD, NEXT DAY, NAMED DAY, NAMEDDAY'))
