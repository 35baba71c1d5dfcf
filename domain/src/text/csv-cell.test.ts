import { expect, test } from 'vitest'
import { csvCell, harmlessCell, plainCell } from './csv-cell.ts'

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['a|b', '"a|b"'],
  ['a\tb', '"a\tb"'],
  ['5" shelf', '"5"" shelf"'],
  ['-98', '-98'],
  ['=1+1', "'=1+1"],
  ['@sum', "'@sum"],
  ['-1+1', "'-1+1"],
  ['\n=1+1', `"'\n'=1+1"`],
  ['\t=1+1', `"'\t'=1+1"`],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠sum', "'＠sum"],
  // A spreadsheet that splits at semicolons ignores quotes in the middle of a cell.
  ['note;=1+1', `"note;'=1+1"`],
  ['note\t@sum', `"note\t'@sum"`],
  ['note\r\n+1', `"note\r\n'+1"`],
  ['a, -5', '"a, -5"'],
])('the cell %j is written %j, so that no spreadsheet runs it', (text, cell) => expect(csvCell(text)).toBe(cell))

test.each(['=1', '\n=1', '＝1', '＠x'])('the text cell %j gets an apostrophe', (text) =>
  expect(harmlessCell(text)).toBe(`'${text}`),
)

test.each(['plain', '-98', '+44 1632 960001', '@sum', "'tis", '', 'ACME;-X;+Y', 'a\n-b'])(
  'the cell %j is read back unchanged',
  (text) => {
    const cell = csvCell(text)
    const unquoted = cell.startsWith('"') ? cell.slice(1, -1) : cell
    expect(plainCell(unquoted)).toBe(text)
  },
)

test.each(["'=1+1", "a;'=1"])('the formula in %j is not revealed when reading', (text) =>
  expect(plainCell(text)).toBe(text),
)
