import { text } from 'node:stream/consumers'
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { writeWorkbook, type WrittenCell } from './write-workbook.ts'

const sheet = (name: string, rows: Iterable<readonly WrittenCell[]> | AsyncIterable<readonly WrittenCell[]>) => ({
  name,
  widths: [20, 10],
  frozen: 1,
  rows,
})

test('a workbook is read back as written, without characters that XML cannot hold', async () => {
  const file = await buffer(
    writeWorkbook([
      sheet('Cover', [
        [{ heading: 'Dispute' }, 'D-000001'],
        ['Claimed', 12.5],
        [null, '<&"> \u0001é 😀'],
      ]),
      sheet('Rows', [['=1+1', '-5', '@cmd', "'tis", '']]),
    ]),
  )
  const { sheets } = await readXlsx(file)
  expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
    [
      'Cover',
      [
        ['Dispute', 'D-000001'],
        ['Claimed', 12.5],
        [null, '<&"> é 😀'],
      ],
    ],
    ['Rows', [['=1+1', '-5', '@cmd', "'tis"]]],
  ])
})

test('days, months, times and shares are formatted numbers; formula-like text stays text', async () => {
  const cells: [WrittenCell, unknown, string | undefined][] = [
    ['=1+1', '=1+1', undefined],
    ['+44123', '+44123', undefined],
    ['2026-03-02', '2026-03-02', undefined],
    [{ day: '2026-03-02' }, new Date('2026-03-02T00:00:00Z'), 'd mmm yyyy'],
    [{ month: '2026-03-01' }, new Date('2026-03-01T00:00:00Z'), 'mmm yyyy'],
    // In the operator's time zone, in summer.
    [{ at: new Date('2026-06-30T23:30:05Z') }, new Date('2026-07-01T00:30:05Z'), 'd mmm yyyy hh:mm:ss'],
    [{ share: 0.9725 }, 0.9725, '0.0%'],
    [{ amount: 12.5 }, 12.5, '#,##0.00##'],
    // Spreadsheets cannot represent this day.
    [{ day: '1899-12-31' }, '1899-12-31', 'd mmm yyyy'],
  ]
  const file = await buffer(
    writeWorkbook([
      sheet(
        'Rows',
        cells.map(([cell]) => [cell]),
      ),
    ]),
  )
  const [read] = (await readXlsx(file, { readStyles: true })).sheets
  expect(read?.rows.map(([value]) => value)).toEqual(cells.map(([, value]) => value))
  for (const [line, [, value, format]] of cells.entries()) {
    const cell = read?.cells?.get(`${line},0`)
    expect([value, cell?.formula, cell?.style?.numFmt]).toEqual([value, undefined, format])
  }
})

test('a sheet with too many rows continues in another, at its position', async () => {
  const rows = [[{ heading: 'No' }, { heading: 'Price' }], ...[1, 2, 3, 4].map((no) => [no, { amount: no / 4 }])]
  const file = await buffer(
    writeWorkbook([{ ...sheet('Rows', rows), place: 9 }, sheet('Cover', [['made last']])], { maxRows: 3 }),
  )
  const { sheets } = await readXlsx(file)
  expect(sheets.map((one) => [one.name, one.rows])).toEqual([
    ['Cover', [['made last']]],
    [
      'Rows',
      [
        ['No', 'Price'],
        [1, 0.25],
        [2, 0.5],
      ],
    ],
    [
      'Rows 2',
      [
        ['No', 'Price'],
        [3, 0.75],
        [4, 1],
      ],
    ],
  ])
})

test('rows are requested while the file is read', async () => {
  let asked = 0
  function* many() {
    for (; asked < 200_000; asked++) yield [`row ${Math.random()}`, asked]
  }
  const stream = writeWorkbook([sheet('Many', many())])
  for await (const _piece of stream) break
  expect(asked).toBeLessThan(50_000)
})

test('an error of the rows breaks the file off', async () => {
  async function* broken() {
    yield ['one']
    throw new Error('gone')
  }
  await expect(text(writeWorkbook([sheet('Broken', broken())]))).rejects.toThrow('gone')
})
