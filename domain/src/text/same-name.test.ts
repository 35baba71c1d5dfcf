import { expect, test } from 'vitest'
import { firstWritten, sameName } from './same-name.ts'

test.each([
  ['85123A', '85123a'],
  ['ACC-1', 'acc-1'],
  ['Straße 1', 'STRASSE 1'],
  ['ÉTÉ', 'été'],
])('%s and %s are the same', (one, other) => expect(sameName(one)).toBe(sameName(other)))

test.each([
  ['A1', 'A 1'],
  ['A1', 'A-1'],
  ['ETE', 'ÉTÉ'],
])('%s and %s are not', (one, other) => expect(sameName(one)).not.toBe(sameName(other)))

test('a name is written as it is kept, else as it came first', () => {
  const written = firstWritten(
    ['abc', 'ABC', 'New', 'NEW'],
    new Map([
      ['ABC', 'Abc'],
      ['abc', 'Abc'],
    ]),
  )
  expect(['abc', 'ABC', 'New', 'NEW', 'other'].map(written)).toEqual(['Abc', 'Abc', 'New', 'New', 'other'])
})

test('names are the same as someone says who knows better', () => {
  const written = firstWritten(['かさ', 'カサ'], new Map(), () => 'かさ')
  expect(['かさ', 'カサ'].map(written)).toEqual(['かさ', 'かさ'])
})
