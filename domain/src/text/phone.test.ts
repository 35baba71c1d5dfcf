import { describe, expect, test } from 'vitest'
import { isSamePhone, readPhone } from './phone.ts'

test.each(['', '+44 (0)20 7946-0000', '07700 900123', '0123'])('%j stays unchanged, without a note', (text) =>
  expect(readPhone(text)).toEqual({ phone: text }),
)

describe('numbers that carriers would refuse are rewritten', () => {
  test.each([
    ["'+447700900123", '+447700900123'],
    ['07700.900.123', '07700 900 123'],
    ['07700\u00A0900123', '07700 900123'],
    ['\u202A+44 7700 900123\u202C', '+44 7700 900123'],
    ['tel:+447700900123', '+447700900123'],
    ['Tel: 020 7946 0000', '020 7946 0000'],
    ['020–7946–0000', '020-7946-0000'],
    ['(+44) 7700 900123', '+44 7700 900123'],
    ['030/1234567', '030 1234567'],
    ['447700900123.0', '447700900123'],
    ['+447700900123', '+447700900123'],
    [' - ', ''],
  ])('%j is %j', (text, phone) => expect(readPhone(text)).toEqual({ phone }))
})

describe('text beside the number becomes a note', () => {
  test.each([
    ['+44 20 7946 0000 ext. 30841', '+44 20 7946 0000', 'Phone: extension 30841'],
    ['020 7946 0000 x12', '020 7946 0000', 'Phone: extension 12'],
    ['+442079460000;ext=12', '+442079460000', 'Phone: extension 12'],
    ['020 7946 0000 #12', '020 7946 0000', 'Phone: extension 12'],
    ['07700900123 / 07700900124', '07700900123', 'Phone: another number 07700900124'],
    ['07700900123/07700900124', '07700900123', 'Phone: another number 07700900124'],
    ['07700 900123 or 01632 960001', '07700 900123', 'Phone: another number 01632 960001'],
    ['+44 7700 900123 (work)', '+44 7700 900123', 'Phone as it was given: +44 7700 900123 (work)'],
  ])('%j is %j: %s', (text, phone, note) => expect(readPhone(text)).toEqual({ phone, note }))
})

test.each(['call me', 'n/a', '4.47701E+11', '1'.repeat(31), '07700900123 07700900124', 'x'.repeat(10_000), '12.3'])(
  'text without a phone number is left out, with a note: %j',
  (text) =>
    expect(readPhone(text)).toEqual({
      phone: '',
      note: expect.stringMatching(/^Phone left out, as it cannot be read: /),
    }),
)

test.each([
  ['07700 900123', '+44 7700 900123', true],
  ['+44 (0)7700-900123', '00447700900123', true],
  ['07700 900123', '07700 900124', false],
  ['', '07700 900124', false],
])('%j and %j are the same: %j', (one, other, isSame) => expect(isSamePhone(one, other)).toBe(isSame))
