import { expect, test } from 'vitest'
import { csvText } from './csv-text.ts'

const file = (...parts: BlobPart[]) => new File(parts, 'some.csv')

test('the text of a CSV file is read without its byte order mark', async () =>
  expect(await csvText(file('\uFEFFSKU\n00123\n'))).toBe('SKU\n00123\n'))

test.each([['PK\u0003\u0004\u0014xl/workbook.xml'], ['SKU\0\0']])('%j is no CSV file', async (text) =>
  expect(csvText(file(text))).rejects.toThrow('This is not a CSV file. Save it as CSV and choose it again.'),
)

test('a file that is too large is refused before it is read', async () =>
  expect(csvText(file(new Uint8Array(10 * 1024 * 1024 + 1)))).rejects.toThrow('larger than 10 MB'))
