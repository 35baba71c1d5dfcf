import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { expect, test } from 'vitest'
import { readHeadOfText, findMissingColumns } from './file-head.ts'

test('a CSV file’s columns and first rows are read', () =>
  expect(readHeadOfText('No, SKU ,Text\r\n1,A,"x, ""y"""\r\n2,B,\n', false)).toEqual({
    columns: ['No', 'SKU', 'Text'],
    rows: [
      ['1', 'A', 'x, "y"'],
      ['2', 'B', ''],
    ],
    isObjects: false,
  }))
test('at most the shown rows are read, without an incomplete one', () => {
  expect(readHeadOfText(`No;SKU\n${'1;A\n'.repeat(50)}`, true)?.rows).toHaveLength(5)
  expect(readHeadOfText('No;SKU\n1;A\n2;', true)?.rows).toEqual([['1', 'A']])
})
test('the keys of objects are read as columns', () =>
  expect(readHeadOfText('{"orderNumber":"1","quantity":2}\n{"SKU":null}\n', false)).toEqual({
    columns: ['orderNumber', 'quantity', 'SKU'],
    rows: [
      ['1', '2', ''],
      ['', '', ''],
    ],
    isObjects: true,
  }))
test.each(['', '\n\n', 'PK\u0003\u0004\0\0'])('%j has none', (text) =>
  expect(readHeadOfText(text, false)).toBeUndefined(),
)

test('lines of empty cells are ignored, and objects may end with CR', () => {
  expect(readHeadOfText('\n;;\nNo;SKU;Qty\n;;\n1;A;2', false)).toMatchObject({
    columns: ['No', 'SKU', 'Qty'],
    rows: [['1', 'A', '2']],
  })
  expect(readHeadOfText('{"SKU":"A"}\r{"SKU":"B"}', false)?.rows).toEqual([['A'], ['B']])
})

const mapping: ColumnMapping = {
  columns: { orderNumber: 'No', customerAccount: 'NO', SKU: 'Item' },
  values: {},
  leaveOut: [],
  dateFormats: {},
  timeZone: 'Europe/London',
  encoding: 'utf-8',
}
test.each([
  ['Quantity,no,item', undefined, ['orderNumber', 'SKU']],
  ['orderNumber,sku,QUANTITY', undefined, []],
  ['no,item', mapping, []],
  ['No,Quantity', mapping, ['Item']],
  ['{"quantity":1}', undefined, []],
])('missing columns of %s', (text, by, lacking) => {
  const head = readHeadOfText(text, false)
  const needed = ['orderNumber', 'SKU', 'quantity']
  expect(head && findMissingColumns(head, { needed, mapping: by })).toEqual(lacking)
})
