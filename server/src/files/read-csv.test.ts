import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FileRow, LONGEST_ROW, MAX_COLUMNS } from './csv-splitter.ts'
import { readCsv } from './read-csv.ts'

/** Reads a text in chunks of a number of bytes. */
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

test('quoted cells may have commas, quotes and line breaks, and line numbers stay right', async () =>
  expect(short(await read('a,b\r\n"x, ""y""\r\nz","\n\n"\r\n1,2\r\n"3\r",4\r\n5,6\r\n'))).toEqual([
    [1, 'a', 'b'],
    [2, 'x, "y"\r\nz', '\n\n'],
    [6, '1', '2'],
    [7, '3\r', '4'],
    [9, '5', '6'],
  ]))

test('rows may have any number of cells', async () =>
  expect(short(await read('a,b\n1\n1,2,3\n'))).toEqual([
    [1, 'a', 'b'],
    [2, '1'],
    [3, '1', '2', '3'],
  ]))

test('a quote within a cell that does not begin with one is a plain character', async () =>
  expect(short(await read('a,b\n5" SHELF,2\nthe "Mews",6"\nx, "y"\n'))).toEqual([
    [1, 'a', 'b'],
    [2, '5" SHELF', '2'],
    [3, 'the "Mews"', '6"'],
    [4, 'x', ' "y"'],
  ]))

describe('broken quotes', () => {
  const faults = (rows: FileRow[]) => rows.map((row) => [row.line, row.cells?.join('|') ?? row.fault?.slice(0, 22)])
  const OPEN = 'A quote at the beginni'
  test('refuse the row with the cells before them; the next rows are read', async () => {
    const rows = await read('a,b\n3,4\nx,"y"z\n5,6\n')
    expect(faults(rows)).toEqual([
      [1, 'a|b'],
      [2, '3|4'],
      [3, 'The quotes of this row'],
      [4, '5|6'],
    ])
    expect(rows[2]).toMatchObject({ read: ['x'] })
  })
  test.each([7, 65_536])('that swallow lines refuse only their own line, in chunks of %d', async (size) => {
    expect(faults(await read('a,b\n1,"2\n3,4\n5,"x, y"\n7,8\n', size))).toEqual([
      [1, 'a|b'],
      [2, OPEN],
      [3, '3|4'],
      [4, '5|x, y'],
      [5, '7|8'],
    ])
    expect(faults(await read('a,b\r\n1,2\r\n3,"4\r\n5,6\r\n', size))).toEqual([
      [1, 'a|b'],
      [2, '1|2'],
      [3, OPEN],
      [4, '5|6'],
    ])
    expect(faults(await read('a,b\r1,"x\r2,"y\r3,"z', size))).toEqual([
      [1, 'a|b'],
      [2, OPEN],
      [3, OPEN],
      [4, OPEN],
    ])
  })
  test('in a table, two lines joined to a different number of cells refuse the first', async () => {
    const file = 'a,b,c\n1,"5 Lane,x\n2,9 Rd,y"\n3,"4\n5",6\n'
    async function* bytes() {
      yield Buffer.from(file)
    }
    const rows: FileRow[] = []
    for await (const batch of readCsv(bytes(), ',', undefined, { isTable: true })) rows.push(...batch)
    expect(faults(rows)).toEqual([
      [1, 'a|b|c'],
      [2, OPEN],
      [3, '2|9 Rd|y"'],
      [4, '3|4\n5|6'],
    ])
    expect(rows[1]).toMatchObject({ read: ['1', '5 Lane', 'x'] })
  })
  test('in every line of a large file cost no more than reading it twice', async () => {
    const rows = await read('a","b\n'.repeat(400_000), 65_536)
    expect(rows.at(-1)?.fault).toMatch(/longer than 1 MB/)
    expect(rows.length).toBeLessThan(10)
  })
})

test('a row that is too long is refused and ends the file', async () => {
  const rows = await read(`a,b\n1,2\n3,${'x'.repeat(LONGEST_ROW + 1)}\n5,6\n`, 65_536)
  expect(rows.map(({ line, fault }) => [line, fault?.slice(0, 31)])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, 'This row is longer than 1 MB, p'],
  ])
})

test('a million cells are counted; only as many as a feed allows are read', async () => {
  const [row, ...others] = await read(`a${','.repeat(999_999)}\n`, 65_536)
  expect(others).toEqual([])
  expect(row).toMatchObject({ line: 1, count: 1_000_000 })
  expect(row?.cells).toHaveLength(MAX_COLUMNS)
})

test('blank lines and rows of empty cells are counted and skipped', async () => {
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

test('random cells and chunks are read as csv-parse reads them', async () => {
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
