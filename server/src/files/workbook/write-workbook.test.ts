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

test('a workbook is read back as it was written, formulas harmless and what XML cannot hold left out', async () => {
  const file = await buffer(
    writeWorkbook([
      sheet('Cover', [
        [{ heading: 'Dispute' }, 'D-000001'],
        ['Claimed', 12.5],
        [null, '<&"> \u0001é 😀'],
      ]),
      sheet('Rows', [['=1+1', '-5', '@cmd', '']]),
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
    ['Rows', [["'=1+1", '-5', "'@cmd"]]],
  ])
})

test('a sheet with more rows than fit goes on in another, and stands where it is told', async () => {
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

test('rows are asked for as the file is read', async () => {
  let asked = 0
  function* many() {
    for (; asked < 200_000; asked++) yield [`row ${Math.random()}`, asked]
  }
  const stream = writeWorkbook([sheet('Many', many())])
  for await (const _piece of stream) break
  expect(asked).toBeLessThan(50_000)
})

test('what the rows throw breaks the file off', async () => {
  async function* broken() {
    yield ['one']
    throw new Error('gone')
  }
  await expect(text(writeWorkbook([sheet('Broken', broken())]))).rejects.toThrow('gone')
})
