import { expect, test } from 'vitest'
import { chooseSpellings, sameName } from './same-name.ts'

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

test('a name takes its stored spelling, else the first one', () => {
  const written = chooseSpellings(
    ['abc', 'ABC', 'New', 'NEW'],
    new Map([
      ['ABC', 'Abc'],
      ['abc', 'Abc'],
    ]),
  )
  expect(['abc', 'ABC', 'New', 'NEW', 'other'].map(written)).toEqual(['Abc', 'Abc', 'New', 'New', 'other'])
})

test('the caller’s own comparison decides if given', () => {
  const written = chooseSpellings(['かさ', 'カサ'], new Map(), () => 'かさ')
  expect(['かさ', 'カサ'].map(written)).toEqual(['かさ', 'かさ'])
})
