import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  amountOrEmpty,
  clientCode,
  day,
  dayOrEmpty,
  exactText,
  paging,
  prose,
  requiredProse,
  requiredText,
  text,
} from './fields.ts'

/** The message for a value that a shape refuses; undefined if it accepts it. */
const messageFor = (shape: z.ZodType, value: unknown) => shape.safeParse(value).error?.issues[0]?.message

describe('a line of text', () => {
  const name = text(5, 'Name')
  test('is trimmed, and may be empty', () => {
    expect(name.parse('  ab ')).toBe('ab')
    expect(name.parse('')).toBe('')
    expect(name.parse(`  ${'x'.repeat(5)}  `)).toBe('xxxxx')
  })
  test.each([
    ['abcdef', 'Name is at most 5 characters'],
    ['a\nb', 'Name has characters that cannot be printed'],
    ['a\u0000b', 'Name has characters that cannot be printed'],
    ['a\u202eb', 'Name has characters that cannot be printed'],
    ['\ud800', 'Name has characters that cannot be printed'],
    [undefined, 'Enter a name'],
    [5, 'Enter a name'],
  ])('%j is refused: %s', (value, message) => {
    expect(messageFor(name, value)).toBe(message)
  })
  test('names of people are accepted', () => {
    for (const value of ['Zoë', "O'Neil", '李', 'Ł. É', '🙂'])
      expect(messageFor(text(50, 'Name'), value)).toBeUndefined()
  })
  test('an accepted value is accepted again, unchanged', () => {
    const shape = text(50, 'Text')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const first = shape.safeParse(value)
        if (first.success) expect(shape.parse(first.data)).toBe(first.data)
      }),
    )
  })
  test('a required text must contain more than spaces', () => {
    for (const value of ['', '   ']) expect(messageFor(requiredText(5, 'Name'), value)).toBe('Enter a name')
  })
  test.each(['क्\u200dषितिज', 'علی\u200cرضا', '👩\u200d👩\u200d👧'])(
    'prose allows joiners, as in %s; keys do not',
    (value) => {
      expect(prose(50, 'Name').parse(value)).toBe(value)
      expect(requiredProse(50, 'Name').parse(value)).toBe(value)
      expect(messageFor(text(50, 'Name'), value)).toBe('Name has characters that cannot be printed')
    },
  )
  test.each([
    ['a\u202eb', 'Name has characters that cannot be printed'],
    ['\u200b', 'Name has characters that cannot be printed'],
    ['\ud800', 'Name has characters that cannot be printed'],
    ['abcdef', 'Name is at most 5 characters'],
    ['\u200d', 'Enter a name'],
    ['', 'Enter a name'],
  ])('required prose: %j is refused: %s', (value, message) => {
    expect(messageFor(requiredProse(5, 'Name'), value)).toBe(message)
  })
  test('exact text keeps its spaces', () => {
    expect(exactText(5, 'Cell').parse(' a ')).toBe(' a ')
    expect(messageFor(exactText(5, 'Cell'), 'a\u0000')).toBe('Cell has characters that cannot be printed')
  })
})

test.each([
  [day, '2026-02-29', 'A date looks like 2026-01-05'],
  [day, '', 'A date looks like 2026-01-05'],
  [day, 5, 'A date looks like 2026-01-05'],
  [dayOrEmpty, '5/1/2026', 'A date looks like 2026-01-05'],
  [amountOrEmpty, '1,50', 'An amount looks like 12.50, without a sign or currency'],
  [amountOrEmpty, '-1', 'An amount looks like 12.50, without a sign or currency'],
  [amountOrEmpty, '£5', 'An amount looks like 12.50, without a sign or currency'],
  [amountOrEmpty, '0.00001', 'An amount looks like 12.50, without a sign or currency'],
  [clientCode, 'AC ME', 'A client code is letters, digits, _ and -'],
  [clientCode, '', 'A client code is letters, digits, _ and -'],
] as [z.ZodType, unknown, string][])('%# a wrong value is refused with a message', (shape, value, message) => {
  expect(messageFor(shape, value)).toBe(message)
})

test.each([
  [day, '2024-02-29'],
  [dayOrEmpty, ''],
  [amountOrEmpty, ''],
  [amountOrEmpty, '0'],
  [amountOrEmpty, '12.5'],
  [clientCode, 'All_client'],
] as [z.ZodType, unknown][])('%# a right value is accepted', (shape, value) => {
  expect(messageFor(shape, value)).toBeUndefined()
})

test('a page is a whole number from 1, a page size from 1 to 1000', () => {
  for (const wrong of [0, -1, 1.5, '1', true, [], [1], null, Number.NaN, 1e9])
    expect(messageFor(paging.page, wrong)).toBeDefined()
  for (const wrong of [0, 1001, 999_999, '50', true]) expect(messageFor(paging.limit, wrong)).toBeDefined()
  expect(paging.page.parse(undefined)).toBe(1)
  expect(paging.limit.parse(undefined)).toBe(50)
})
