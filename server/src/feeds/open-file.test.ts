import { Readable } from 'node:stream'
import { deflateRawSync, gzipSync } from 'node:zlib'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { describe, expect, test } from 'vitest'
import { openFile } from './open-file.ts'

const columns = { orderNumber: 'InvoiceNo', SKU: 'StockCode', quantity: 'Quantity' }
const mapping: ColumnMapping = {
  columns,
  values: {},
  leaveOut: [],
  dateFormats: {},
  timeZone: 'Europe/London',
  encoding: 'utf-8',
}

async function open(body: Buffer | string, options: Partial<Parameters<typeof openFile>[1]> = {}) {
  return openFile(Readable.from([Buffer.from(body)]), { feed: 'orders', format: 'csv', mapping: undefined, ...options })
}
const refused = (body: Buffer | string, options?: Parameters<typeof open>[1]) =>
  open(body, options).then(
    () => 'taken',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )
async function cellsOf(body: Buffer | string, options?: Parameters<typeof open>[1]) {
  const rows = []
  for await (const batch of (await open(body, options)).rows) rows.push(...batch)
  return rows.map((row) => row.cells)
}

describe('an unusable file is refused whole with advice', () => {
  test.each<[string, Buffer | string, RegExp]>([
    ['nothing', '', /^unprocessable: The file is empty\.$/],
    ['a mark and line ends alone', '\uFEFF\r\n\r\n', /^unprocessable: The file is empty\.$/],
    [
      'a workbook',
      Buffer.concat([Buffer.from('504b0304', 'hex'), deflateRawSync('x')]),
      /^unsupported_file: This ZIP archive or workbook is cut short/,
    ],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel workbook/],
    ['gzip', gzipSync('orderNumber,SKU,quantity\n'), /unpack it first/],
    ['a PDF', '%PDF-1.7', /This is a PDF/],
    ['a ZIP archive of nothing', Buffer.from('504b0506', 'hex'), /ZIP archive with nothing in it/],
    [
      'a JSON array',
      ' [\n {"orderNumber":"1"}]',
      /^unsupported_file: This is a JSON array: send its objects as NDJSON/,
    ],
    ['a web page', '<!DOCTYPE html><html>', /a web page: a feed is CSV or NDJSON/],
    ['objects that were sent as CSV', '{"orderNumber":"1"}', /contains JSON objects. Send it as NDJSON/],
    ['other bytes', Buffer.from('ab\u0000\u0001cd'), /This file is no text/],
    [
      'other columns',
      'InvoiceNo,StockCode,Quantity\n1,A,1\n',
      /lacks the columns orderNumber, SKU\. It has InvoiceNo, StockCode, Quantity\. Rename its columns/,
    ],
    ['a column twice', 'orderNumber,SKU,quantity,SKU\n', /more than one column SKU/],
    ['a column twice, by its capitals', 'orderNumber,sku,quantity,Sku\n', /more than one column SKU/],
    ['a broken header', 'orderNumber,"SKU"x,quantity\n1,2,3\n', /The header of the file can’t be read/],
  ])('%s', async (_name, body, words) => expect(await refused(body)).toMatch(words))

  test('a column of the mapping is missing', async () =>
    expect(await refused('InvoiceNo,StockCode\n1,A\n', { mapping })).toBe(
      'unprocessable: The file lacks the column Quantity. It has InvoiceNo, StockCode. Correct the file or the mapping.',
    ))
})

describe('columns are found', () => {
  test('by field names, in any case and with any spaces', async () =>
    expect((await open('QUANTITY, sku ,ordernumber\n')).cellOf).toEqual({ quantity: 0, SKU: 1, orderNumber: 2 }))
  test.each(['Order Number,Sku,QUANTITY\n', 'order_number,SKU,quantity\n', 'order number,sku,Quantity,,\n'])(
    'by other spellings of field names: %j',
    async (header) => expect((await open(header)).cellOf).toEqual({ orderNumber: 0, SKU: 1, quantity: 2 }),
  )
  test('by their exact name where another differs only in spaces', async () =>
    expect((await open('order number,orderNumber,SKU,quantity\n')).cellOf).toMatchObject({ orderNumber: 1 }))
  test('by the mapping', async () =>
    expect((await open('InvoiceNo,x,StockCode,Quantity\n', { mapping })).cellOf).toEqual({
      orderNumber: 0,
      SKU: 2,
      quantity: 3,
    }))
  test.each([[';'], ['\t'], ['|']])('separated by %j', async (sign) =>
    expect(await cellsOf(`orderNumber${sign}SKU${sign}quantity\n1${sign}A,B${sign}2\n`)).toEqual([['1', 'A,B', '2']]),
  )
})

describe('bytes are decoded', () => {
  const row = 'orderNumber,SKU,quantity\n1,CAFÉ,2\n'
  test('from UTF-8, with or without a byte order mark', async () => {
    expect(await cellsOf(row)).toEqual([['1', 'CAFÉ', '2']])
    expect(await cellsOf(`\uFEFF${row}`)).toEqual([['1', 'CAFÉ', '2']])
  })
  test('from Windows-1252 when the mapping says so', async () => {
    const own = { ...mapping, encoding: 'windows-1252' as const }
    const bytes = Buffer.concat([
      Buffer.from('InvoiceNo,StockCode,Quantity\n1,'),
      Buffer.from([0xc9, 0x80]),
      Buffer.from(',2'),
    ])
    expect(await cellsOf(bytes, { mapping: own })).toEqual([['1', 'É€', '2']])
  })
  test.each([
    ['with a mark', Buffer.from(`\uFEFF${row}`, 'utf16le')],
    ['without one', Buffer.from(row, 'utf16le')],
    ['big end first', Buffer.from(`\uFEFF${row}`, 'utf16le').swap16()],
  ])('of UTF-16 %s', async (_how, bytes) => expect(await cellsOf(bytes)).toEqual([['1', 'CAFÉ', '2']]))
  test('from Windows-1252, with a note, where they are no UTF-8', async () => {
    const file = await open(Buffer.from(row, 'latin1'))
    const [first] = (await file.rows.next()).value ?? []
    expect(first?.cells).toEqual(['1', 'CAFÉ', '2'])
    expect(file.counts.assumed).toBe('windows-1252')
  })
  test('with one damaged letter in UTF-8 left as it is', async () => {
    const bytes = Buffer.concat([Buffer.from(row), Buffer.from('2,ÉÉCAF'), Buffer.from([0xc9]), Buffer.from(',1\n')])
    expect((await cellsOf(bytes))[1]?.[1]).toContain('\uFFFD')
  })
})

test('CSV sent as NDJSON is refused with an example in the mapping’s names', async () => {
  expect(await refused('SKU,stockOnHand\nA,1\n', { feed: 'stock', format: 'ndjson' })).toBe(
    'unsupported_file: This file was sent as NDJSON but does not start with a JSON object. Each line is one, like {"SKU": "MUG-RED", "stockOnHand": 250}. A CSV file is sent as text/csv.',
  )
  expect(await refused('x', { format: 'ndjson', mapping })).toContain(
    'like {"InvoiceNo": "SO-1001", "StockCode": "MUG-RED", "Quantity": 2}.',
  )
})

test('two fields may share one object key or column', async () => {
  const twice = { ...mapping, columns: { ...columns, customerAccount: 'invoiceno' } }
  const object = '{"InvoiceNo":"1","StockCode":"A","Quantity":3}\n'
  expect(await cellsOf(object, { format: 'ndjson', mapping: twice })).toEqual([['1', 'A', '3']])
  expect((await open('InvoiceNo,StockCode,Quantity\n', { mapping: twice })).cellOf).toMatchObject({
    orderNumber: 0,
    customerAccount: 0,
  })
})

test('rows of empty cells are ignored anywhere in the file', async () =>
  expect(await cellsOf('\n;;\norderNumber;SKU;quantity\n;;\n1;A;2\n ; ;\n;;\n')).toEqual([['1', 'A', '2']]))

test('the first character tells NDJSON from CSV', async () =>
  expect(await cellsOf('\uFEFF {"orderNumber":"1","SKU":"A","quantity":1}\n', { format: undefined })).toHaveLength(1))
