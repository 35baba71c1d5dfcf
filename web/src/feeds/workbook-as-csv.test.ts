import { fromSpreadsheetText } from '@despatch/domain/text/spreadsheet-text'
import { expect, test } from 'vitest'
import { csvFile } from '../kit/list/export/export-csv.ts'
import { xlsxFile } from '../kit/list/export/export-xlsx.ts'
import { asFeedFile } from './workbook-as-csv.ts'

const CODES = ['00123', '1E5', '-ABC', '=A1', 'MAR-1', "'Q", 'MUG', '5012345678900', '12']
const COLUMNS = [{ name: 'SKU', cellOf: ({ code }: { code: string }) => code, keepsText: true }]
async function* rows() {
  yield CODES.map((code) => ({ code }))
}
const codesIn = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((cell) => fromSpreadsheetText(cell.replaceAll('"', '')))

test('codes survive a CSV export, protected from spreadsheets', async () => {
  const text = await (await csvFile(COLUMNS, rows())).text()
  expect(text).toContain("'00123")
  expect(codesIn(text)).toEqual(CODES)
})

test('codes survive a workbook', async () => {
  const workbook = await xlsxFile('SKUs', COLUMNS, rows())
  const csv = await asFeedFile(new File([workbook], 'skus.xlsx'))
  expect(codesIn(await csv.text())).toEqual(CODES)
})

test('other files are unchanged, and a broken workbook throws', async () => {
  const file = new File(['SKU\nA\n'], 'skus.csv')
  expect(await asFeedFile(file)).toBe(file)
  await expect(asFeedFile(new File(['no'], 'skus.xlsx'))).rejects.toThrow(/can’t be read as a workbook/)
})
