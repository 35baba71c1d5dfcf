import { expect, test } from 'vitest'
import { csvCell, harmlessCell, plainCell } from './csv-cell.ts'

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['5" shelf', '"5"" shelf"'],
  ['-98', '-98'],
  ['=1+1', "'=1+1"],
  ['@sum', "'@sum"],
  ['-1+1', "'-1+1"],
])('the cell %j is written %j: no spreadsheet runs it', (text, cell) => expect(csvCell(text)).toBe(cell))

test.each(['plain', '-98', '+44 1632 960001', '@sum', "'tis", ''])('the cell %j is read as it was before', (text) =>
  expect(plainCell(harmlessCell(text))).toBe(text),
)

test('a formula is not read as one', () => expect(plainCell("'=1+1")).toBe("'=1+1"))
