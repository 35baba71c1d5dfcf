import { expect, test } from 'vitest'
import { headOf } from './file-head.ts'

test('the columns and the first rows of a CSV file', () =>
  expect(headOf('No, SKU ,Text\r\n1,A,"x, ""y"""\r\n2,B,\n', false)).toEqual({
    columns: ['No', 'SKU', 'Text'],
    rows: [
      ['1', 'A', 'x, "y"'],
      ['2', 'B', ''],
    ],
  }))
test('no more rows than are shown, and none that is cut', () => {
  expect(headOf(`No;SKU\n${'1;A\n'.repeat(50)}`, true)?.rows).toHaveLength(5)
  expect(headOf('No;SKU\n1;A\n2;', true)?.rows).toEqual([['1', 'A']])
})
test('the keys of objects', () =>
  expect(headOf('{"orderNumber":"1","quantity":2}\n{"SKU":null}\n', false)).toEqual({
    columns: ['orderNumber', 'quantity', 'SKU'],
    rows: [
      ['1', '2', ''],
      ['', '', ''],
    ],
  }))
test.each(['', '\n\n', 'PK\u0003\u0004\0\0'])('%j has none', (text) => expect(headOf(text, false)).toBeUndefined())
