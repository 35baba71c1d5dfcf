import { describe, expect, test } from 'vitest'
import { parseSearchWords, matchWords, parcelEnd, phoneEnd, wordsOf } from './search-words.ts'

test.each([
  ['Siân MURPHY', ['sian', 'murphy']],
  ['O’Brien', ['obrien']],
  ["King's Road", ['kings', 'road']],
  ['Smith-Jones', ['smith', 'jones']],
  ['Małgorzata Øster-Straße', ['malgorzata', 'oster', 'strasse']],
  ['12a, High St.', ['12a', 'high', 'st']],
  ['ＦＵＬＬ width', ['full', 'width']],
  ['İstanbul Ægir Þór', ['istanbul', 'aegir', 'thor']],
  ['Иван Петров', ['иван', 'петров']],
  ['--', []],
])('words of %j are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

const searchSets = (text: string) =>
  parseSearchWords(text).map((set) => set.map(({ word, isWhole }) => (isWhole ? `${word}.` : word)))
test.each([
  ['sian murphy', [['sian', 'murphy']]],
  ['mc donald', [['mc', 'donald'], ['mcdonald'], ['macdonald']]],
  ['macdonald', [['macdonald'], ['mcdonald']]],
  ['Mr Quinn', [['quinn']]],
  ['Mr', []],
  ['cr2', [['cr2.']]],
  ['12 high street', [['12.', 'high', 'street.']]],
  ['jo', []],
  ['sw1y4jh', []],
  ['leeds', [['leeds']]],
])('%j searches %j, in full or by prefix', (text, sets) => {
  expect(searchSets(text)).toEqual(sets)
})

describe('a phone number in any spelling has the same final digits', () => {
  test.each(['07700 900123', '+44 7700 900123', '0044 (0)7700-900-123', '(07700) 900.123', '447700900123'])(
    '%s',
    (text) => {
      expect(phoneEnd(text)).toBe('321009007')
    },
  )
  test.each(['12345', 'AB 123456', '0770090012377009001', ''])('%j is no phone number', (text) => {
    expect(phoneEnd(text)).toBeUndefined()
  })
})

test.each([
  ['12345', '54321'],
  ['0012 345', '5432100'],
  ['1234', undefined],
  ['A12345', undefined],
  ['1234567890123', undefined],
  ['659796 gb', '697956'],
])('final digits of a tracking number: %j searches %j', (text, end) => {
  expect(parcelEnd(text)).toBe(end)
})

const order = { name: 'Siân Murphy', account: '', addressLines: ['12 Murphy Road', 'Leeds'], postCode: 'LS1 1UR' }
test.each([
  ['murphy sian', ['name: Siân Murphy']],
  ['murphy leeds', ['name: Siân Murphy', 'address: Leeds']],
  ['12 murphy', ['name: Siân Murphy', 'address: 12 Murphy Road']],
  ['ls11ur sian', ['name: Siân Murphy', 'postcode: LS1 1UR']],
  ['smith', []],
])('%j is found in %j', (text, found) => {
  const matched = matchWords(parseSearchWords(text), order)
  expect(matched.found.map(({ field, text: said }) => `${field}: ${said}`)).toEqual(found)
})

test('full words of the name score higher than prefixes and address words', () => {
  const score = (name: string, line: string) =>
    matchWords(parseSearchWords('murphy'), { name, account: '', addressLines: [line], postCode: '' }).score
  expect(score('Ann Murphy', '')).toBeGreaterThan(score('Ann Murphyson', ''))
  expect(score('Ann Murphyson', '')).toBeGreaterThan(score('Ann', '1 Murphy Road'))
})
