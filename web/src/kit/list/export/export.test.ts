import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { exportColumns, instantCell } from './export-columns.ts'
import { csvFile } from './export-csv.ts'
import { xlsxFile } from './export-xlsx.ts'
import { columnsOf } from '../features.ts'
import type { TableLayout } from '../columns/table-layout.ts'
import { datedName } from './save-file.ts'

type Row = { code: string; name: string; total: string; count: number; isOn: boolean; tags: string[] }
const column = columnsOf<Row>()
const COLUMNS = column.columns([
  column.accessor('code', { header: 'Code' }),
  column.accessor((row) => row.name.trim(), { id: 'name', header: 'Name' }),
  column.accessor('total', { header: 'Total', meta: { exportValue: ({ total }: Row) => Number(total) } }),
  column.accessor('count', { header: () => 'x', meta: { name: 'Count' } }),
  column.accessor('isOn', { header: 'On' }),
  column.accessor('tags', { header: 'Tags' }),
  column.display({ id: 'actions', header: 'Actions' }),
])
const PLAIN: TableLayout = { columnVisibility: {}, columnOrder: [], columnSizing: {} }
const ROWS: Row[] = [
  { code: '=1+1', name: ' Ada, "A" ', total: '12.50', count: 3, isOn: true, tags: ['a', 'b'] },
  { code: '\tcmd', name: '@SUM(A1)', total: '-2', count: -4, isOn: false, tags: [] },
  { code: '007', name: '-5', total: '0', count: 0, isOn: false, tags: ['+x'] },
]
async function* windows() {
  yield ROWS.slice(0, 2)
  yield ROWS.slice(2)
}

test('exports visible columns in their order, the first pinned, without button columns', () => {
  const names = (layout: Partial<TableLayout>) =>
    exportColumns(COLUMNS, { ...PLAIN, ...layout }).map(({ name }) => name)
  expect(names({})).toEqual(['Code', 'Name', 'Total', 'Count', 'On', 'Tags'])
  expect(
    names({ columnVisibility: { count: false }, columnOrder: ['select', 'code', 'tags', 'count', 'total', 'isOn'] }),
  ).toEqual(['Code', 'Tags', 'Total', 'On', 'Name'])
})

test('CSV has a BOM, CRLF, quoted cells, and no cell that runs as a formula', async () => {
  const bytes = new Uint8Array(await (await csvFile(exportColumns(COLUMNS, PLAIN), windows())).arrayBuffer())
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.slice(3))).toBe(
    [
      'Code,Name,Total,Count,On,Tags',
      `'=1+1,"Ada, ""A""",12.5,3,Yes,"a, b"`,
      `"'\tcmd",'@SUM(A1),-2,-4,No,`,
      `007,-5,0,0,No,'+x`,
      '',
    ].join('\r\n'),
  )
})

test('XLSX keeps numbers and texts, has no formulas, and freezes a bold header', async () => {
  const file = await xlsxFile(
    'Orders: [all] of 2026 and of all the years before',
    exportColumns(COLUMNS, PLAIN),
    windows(),
  )
  const book = await readXlsx(new Uint8Array(await file.arrayBuffer()), { readStyles: true })
  const [sheet] = book.sheets
  expect(sheet?.name).toBe('Orders   all  of 2026 and of al')
  expect(sheet?.rows).toEqual([
    ['Code', 'Name', 'Total', 'Count', 'On', 'Tags'],
    ['=1+1', 'Ada, "A"', 12.5, 3, 'Yes', 'a, b'],
    ['\tcmd', '@SUM(A1)', -2, -4, 'No', ''],
    ['007', '-5', 0, 0, 'No', '+x'],
  ])
  expect([...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([])
  expect(sheet?.freezePane).toMatchObject({ rows: 1 })
  expect(sheet?.cells?.get('0,0')?.style?.font?.bold).toBe(true)
  expect(sheet?.cells?.get('1,0')?.style?.font?.bold).toBeFalsy()
})

type Dated = { id: string; day: string | null; at: string | null }
const dated = columnsOf<Dated>()
const DATED = dated.columns([
  dated.accessor('id', { header: 'Order' }),
  dated.accessor('day', { header: 'Despatch', meta: { kind: 'day' } }),
  dated.accessor('at', { header: 'Ordered', meta: { kind: 'time' } }),
])
async function* datedRows() {
  // An order number stays text even if it looks like a day.
  yield [
    { id: '2026-03-02', day: '2026-03-02', at: '2026-06-30T23:30:05Z' },
    { id: 'B', day: null, at: null },
  ] satisfies Dated[]
}

test('XLSX writes days and times as dates in the operator’s zone; CSV as text', async () => {
  const file = await xlsxFile('Orders', exportColumns(DATED, PLAIN), datedRows())
  const [sheet] = (await readXlsx(new Uint8Array(await file.arrayBuffer()), { readStyles: true })).sheets
  expect(sheet?.rows.slice(1)).toEqual([
    ['2026-03-02', new Date('2026-03-02T00:00:00Z'), new Date('2026-07-01T00:30:05Z')],
    ['B', '', ''],
  ])
  expect(['1,1', '1,2'].map((place) => sheet?.cells?.get(place)?.style?.numFmt)).toEqual([
    'd mmm yyyy',
    'd mmm yyyy hh:mm:ss',
  ])
  const text = await (await csvFile(exportColumns(DATED, PLAIN), datedRows())).text()
  expect(text).toContain('2026-03-02,2026-03-02,2026-07-01 00:30:05\r\nB,,\r\n')
})

test('a file name has the title and the operator’s day', () => {
  expect(datedName('Returns: A/B', 'csv', new Date('2026-06-30T23:30:00Z'))).toBe('Returns  A B 2026-07-01.csv')
})

test('an instant is written in the operator’s zone', () => {
  expect(instantCell('2026-06-30T23:30:05Z')).toBe('2026-07-01 00:30:05')
  expect(instantCell('2026-01-05T14:05:09.123Z')).toBe('2026-01-05 14:05:09')
})

test.each([
  ['CSV', (broken: AsyncIterable<Row[]>) => csvFile(exportColumns(COLUMNS, PLAIN), broken)],
  ['XLSX', (broken: AsyncIterable<Row[]>) => xlsxFile('Orders', exportColumns(COLUMNS, PLAIN), broken)],
])('%s export fails with the error that stopped the rows', async (_, file) => {
  async function* broken() {
    yield ROWS
    throw new Error('The server cannot be reached')
  }
  await expect(file(broken())).rejects.toThrow('The server cannot be reached')
})
