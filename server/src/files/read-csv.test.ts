import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FileRow, LONGEST_ROW, MAX_COLUMNS } from './csv-splitter.ts'
import { readCsv } from './read-csv.ts'

/** Reads a text, by pieces of so many bytes. */
async function read(text: string, size = 7): Promise<FileRow[]> {
  const bytes = Buffer.from(text)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const rows: FileRow[] = []
  for await (const batch of readCsv(pieces(), ',')) rows.push(...batch)
  return rows
}
const short = (rows: FileRow[]) => rows.map((row) => [row.line, ...(row.cells ?? [row.fault])])

test.each([['\n'], ['\r\n'], ['\r']])('lines may end with %j, the last one with nothing', async (end) =>
  expect(short(await read(`a,b${end}1,2${end}${end}3,4`))).toEqual([
    [1, 'a', 'b'],
    [2, '1', '2'],
    [4, '3', '4'],
  ]),
)

test('a cell in quotes may have commas, quotes and line breaks; lines are counted on', async () =>
  expect(short(await read('a,b\r\n"x, ""y""\r\nz","\n\n"\r\n1,2\r\n"3\r",4\r\n5,6\r\n'))).toEqual([
    [1, 'a', 'b'],
    [2, 'x, "y"\r\nz', '\n\n'],
    [6, '1', '2'],
    [7, '3\r', '4'],
    [9, '5', '6'],
  ]))

test('rows of any number of cells are given as they are', async () =>
  expect(short(await read('a,b\n1\n1,2,3\n'))).toEqual([
    [1, 'a', 'b'],
    [2, '1'],
    [3, '1', '2', '3'],
  ]))

describe('broken quotes', () => {
  test('make a row a fault, and the next ones are read', async () => {
    const rows = await read('a,b\n5" SHELF,2\n3,4\n"x"y,"z"\n5,6\n')
    expect(rows.map(({ line, fault }) => [line, fault?.slice(0, 22)])).toEqual([
      [1, undefined],
      [2, 'The quotes of this row'],
      [3, undefined],
      [4, 'The quotes of this row'],
      [5, undefined],
    ])
  })
  test('that are closed somewhere later are told with all that they swallowed', async () =>
    expect(await read('a,b\n1,"2\n3,4\n5,"x, y"\n7,8\n')).toMatchObject([
      { line: 1 },
      { line: 2, value: 'lines 2 to 4, read as one row' },
      { line: 5, cells: ['7', '8'] },
    ]))
  test('that are never closed are told where they begin', async () =>
    expect((await read('a,b\n1,2\n3,"4\n5,6\n')).at(-1)).toMatchObject({
      line: 3,
      fault: 'A quote in this row is never closed: the rest of the file could not be read',
    }))
})

test('a row that is too long is the last, and said so', async () => {
  const rows = await read(`a,b\n1,2\n3,${'x'.repeat(LONGEST_ROW + 1)}\n5,6\n`, 65_536)
  expect(rows.map(({ line, fault }) => [line, fault?.slice(0, 31)])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, 'This row is longer than 1 MB, p'],
  ])
})

test('a million cells are counted, and no more of them read than a feed may have', async () => {
  const [row, ...others] = await read(`a${','.repeat(999_999)}\n`, 65_536)
  expect(others).toEqual([])
  expect(row).toMatchObject({ line: 1, count: 1_000_000 })
  expect(row?.cells).toHaveLength(MAX_COLUMNS)
})

test('blank lines, and rows of empty cells alone, are counted and left out', async () => {
  const counts = { blankLines: 0 }
  async function* file() {
    yield Buffer.from(`\na,b\r\n\r\n,\n" ",""\n${','.repeat(2 * MAX_COLUMNS)}\n1,2\n\n`)
  }
  const rows: FileRow[] = []
  for await (const batch of readCsv(file(), ',', counts)) rows.push(...batch)
  expect(rows.map(({ line }) => line)).toEqual([2, 7])
  expect(counts.blankLines).toBe(6)
})

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ', ',', '"', '\n', '\r\n', '\r', ';'), maxLength: 6 })
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const written = (isQuoted: boolean, text: string) => (isQuoted || /[",\r\n]/.test(text) ? quoted(text) : text)

test('whatever the cells hold and wherever the file is cut, it is read as csv-parse reads it', async () => {
  const row = fc.array(fc.tuple(fc.boolean(), cell), { minLength: 1, maxLength: 4 })
  const files = fc.tuple(fc.array(row, { maxLength: 6 }), fc.constantFrom('\n', '\r\n', '\r'), fc.nat(1))
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 9 }), async ([rows, end, isEnded], size) => {
      const lines = rows.map((cells) => cells.map(([isQuoted, text]) => written(isQuoted, text)).join(','))
      const text = lines.join(end) + (isEnded ? end : '')
      const parsed = parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] })
      const filled = parsed.filter((cells) => cells.some((one) => one.trim() !== ''))
      expect((await read(text, size)).map(({ cells }) => cells)).toEqual(filled)
    }),
    { numRuns: 500 },
  )
})
