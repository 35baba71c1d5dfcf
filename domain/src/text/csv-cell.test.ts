import { expect, test } from 'vitest'
import { csvCell } from './csv-cell.ts'

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['5" shelf', '"5"" shelf"'],
  ['-98', '-98'],
  ['=1+1', "'=1+1"],
  ['@sum', "'@sum"],
  ['-1+1', "'-1+1"],
])('the cell %j is written %j: no spreadsheet runs it', (text, cell) => expect(csvCell(text)).toBe(cell))
