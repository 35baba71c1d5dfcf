import { DELIVERABLE_RULE } from '../../text/email.ts'
import { describe, expect, test } from 'vitest'
import { isFault } from '../fault.ts'
import {
  countReader,
  keyReader,
  numberReader,
  readEmail,
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

describe('a text', () => {
  const read = textReader('First name', 5)
  test('may have line breaks and tabs, which become spaces', () => expect(read('a\r\n\tb')).toBe('a b'))
  test('may have joiners, as names in Persian do', () => expect(read('می\u200Cن')).toBe('می\u200Cن'))
  test('may have the maximum length', () => expect(read('abcde')).toBe('abcde'))
  test.each([
    ['abcdef', 'First name is at most 5 characters'],
    ['a\u0000b', 'First name has characters that cannot be printed'],
    ['a\u200Bb', 'First name has characters that cannot be printed'],
    ['a\u001B[', 'First name has characters that cannot be printed'],
    ['a\uD800', 'First name has characters that cannot be printed'],
    ['a\uFFFDb', 'This text is not UTF-8. Save the file as UTF-8, or set the mapping’s encoding to windows-1252'],
  ])('%j is refused', (text, words) => expect(refused(read(text))).toBe(words))
  test('that is a key is required, on one line', () => {
    const key = keyReader('SKU', 40)
    expect(key('85123A')).toBe('85123A')
    expect(refused(key(''))).toBe('SKU is missing')
    expect(refused(key('a\u200Db'))).toBe('SKU has characters that cannot be printed')
    expect(refused(key('a\tb'))).toBe('SKU has characters that cannot be printed')
  })
})

describe('a code from a spreadsheet or web page', () => {
  test.each([
    ["'AC-PRS-102", 'AC-PRS-102'],
    ['’00123', '00123'],
    ['AC\u00A0PRS', 'AC PRS'],
    ["''A", "'A"],
    ["O'A", "O'A"],
    ['123.0', '123.0'],
    ['1E+05', '1E+05'],
  ])('%j is %j', (text, code) => expect(keyReader('SKU', 40)(text)).toBe(code))
  test.each([
    ['15509990020087.0', '15509990020087'],
    ["'15509990020087", '15509990020087'],
    ['1001.5', '1001.5'],
    ['SO-1.0', 'SO-1.0'],
  ])('number %j is %j', (text, code) => expect(numberReader('Order number', 50)(text)).toBe(code))
  test.each(['5.51122E+12', "'1.5501e+13", '5,51122E+12', '1E+15'])('number %j is cut short', (text) =>
    expect(refused(numberReader('Order number', 50)(text))).toMatch(/^A spreadsheet has cut this code short/),
  )
  test.each(['#N/A', '#REF!'])('%j is a failed formula', (text) =>
    expect(refused(keyReader('SKU', 40)(text))).toMatch(/^This cell has a formula error/),
  )
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

test.each([
  ['', 'STANDARD'],
  ['standard', 'STANDARD'],
  ['Next Day', 'NEXT DAY'],
  ['NAMEDDAY', 'NAMED DAY'],
])('service %j is %j', (text, service) => expect(readService(text)).toBe(service))
test('another service is refused', () =>
  expect(refused(readService('DRONE'))).toBe('Service is one of STANDARD, NEXT DAY, NAMED DAY, NAMEDDAY'))
