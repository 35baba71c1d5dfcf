import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell } from './csv-cell.ts'
import { fromFileCell, fromSpreadsheetText, isCutShort, numberOfCode, spreadsheetText } from './spreadsheet-text.ts'

test.each([
  '00123',
  '1E5',
  '-ABC',
  '=A1',
  '3-4',
  '10-12-25',
  'MAR1',
  '1-Sep',
  '12:30',
  'TRUE',
  '5012345678900',
  '1.50',
  "'A",
])('%s is protected from being changed', (code) => expect(spreadsheetText(code)).toBe(`'${code}`))

test.each(['MUG-1', '123', '0', 'A00123', 'MARBLE', '12 candles', "O'NEILL"])('%s needs no protection', (code) =>
  expect(spreadsheetText(code)).toBe(code),
)

test('random texts are read back unchanged', () =>
  fc.assert(fc.property(fc.string(), (text) => fromSpreadsheetText(spreadsheetText(text)) === text)))

/** A cell as a CSV reader returns it. */
const read = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)

test.each([
  ["'=1+1", '=1+1'],
  ["'+44123", '+44123'],
  ["'@SUM", '@SUM'],
  ["'-ABC", '-ABC'],
  ["'00123", '00123'],
  ["note;'=1+1", 'note;=1+1'],
  ["'tis", "'tis"],
  ["O'NEILL", "O'NEILL"],
  ["don't;'ave", "don't;'ave"],
  ['=1+1', '=1+1'],
])('the cell %j of a file is %j', (cell, text) => expect(fromFileCell(cell)).toBe(text))

test('random texts written to a file, protected or not, are read back unchanged', () => {
  const part = fc.constantFrom('=', '+', '-', '@', ';', '\n', '\t', '"', ',', '＝', '1', 'A', ' ', 'note')
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('')
      return fromFileCell(read(csvCell(text))) === text && fromFileCell(read(csvCell(spreadsheetText(text)))) === text
    }),
  )
})

test.each([
  ['00123', '123'],
  ['123', '123'],
  ['000', '0'],
  ['1E5', '100000'],
  ['1.00E+05', '100000'],
  ['1.25E+03', '1250'],
  ['12e3', '12000'],
  ['1.255E+01', undefined],
  ['A123', undefined],
])('%s is the number %s to a spreadsheet', (code, number) => expect(numberOfCode(code)).toBe(number))

test('a long number that a spreadsheet abbreviated is recognised', () => {
  expect(isCutShort('5.01235E+12')).toBe(true)
  expect(isCutShort('1E5')).toBe(false)
})
