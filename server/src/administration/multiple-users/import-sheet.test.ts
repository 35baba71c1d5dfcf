import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { inNumber } from '../../testing/in-number.ts'
import { measureLongestTurn } from '../../testing/longest-turn.ts'
import { makeWorkbook, makeZip } from '../../testing/zip.ts'
import { readSheet as readPieces } from './import-sheet.ts'

/** Reads a file that arrives in chunks. */
const readSheet = (bytes: Buffer) =>
  readPieces(
    Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, at) =>
      bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES),
    ),
  )
const CHUNK_BYTES = 64 * 1024
const textOf = (text: string) => Buffer.from(text)
const HEADER = '<worksheet><sheetData><row><c t="inlineStr"><is><t>username</t></is></c></row>'
const END = '</sheetData></worksheet>'

/** The processor time of this process, in milliseconds. */
function worked(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function refusalOf(bytes: Buffer) {
  const began = worked()
  const refusal = await readSheet(bytes).then(
    () => ({ code: 'none', message: '' }),
    ({ code, message }: { code: string; message: string }) => ({ code, message }),
  )
  return { ...refusal, ms: worked() - began }
}

describe('CSV', () => {
  const rows = [
    { line: 1, cells: ['username', 'first_name'] },
    { line: 2, cells: ['zoe', 'Zoë'] },
    { line: 3, cells: ['ann', 'Ann, M'] },
  ]
  const text = (separator: string, end: string) =>
    ['username,first_name', 'zoe,Zoë', 'ann,"Ann, M"']
      .map((line, at) => (at < 2 ? line.replaceAll(',', separator) : line.replace(',', separator)))
      .join(end)
  test.each([
    ['UTF-8', textOf(text(',', '\n'))],
    ['UTF-8 with its mark, CRLF', textOf(`\uFEFF${text(',', '\r\n')}\r\n`)],
    ['semicolons and CR', textOf(text(';', '\r'))],
    ['TAB', textOf(text('\t', '\n'))],
    ['UTF-16 LE', Buffer.from(`\uFEFF${text(',', '\r\n')}`, 'utf16le')],
    ['UTF-16 BE', Buffer.from(`\uFEFF${text(',', '\r\n')}`, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(text(',', '\r\n'), 'latin1')],
  ])('as %s is read', async (_name, bytes) => {
    const { header, rows: rest } = await readSheet(bytes)
    expect([header, ...rest]).toEqual(rows)
  })
  test('blank rows are skipped; ragged rows and formulas are reported', async () => {
    const { rows: read } = await readSheet(textOf('a,b\n\n,\n1\n1,2,3\n1,=2\n'))
    expect(read).toEqual([
      { line: 4, cells: ['1'], fault: expect.stringContaining('This row has 1 cell, and the header 2') },
      { line: 5, cells: ['1', '2', '3'], fault: expect.stringContaining('This row has 3 cells, and the header 2') },
      { line: 6, cells: ['1', '=2'], formulas: [1] },
    ])
  })
})

describe('a workbook', () => {
  test('rows have their line numbers; formulas and other sheets are reported', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Users',
          rows: [['username', 'phone'], ['zoe', 441234], [], [null, ' x ', true]],
          cells: new Map([['1,0', { formula: 'LOWER("ZOE")', value: 'zoe' }]]),
        },
        { name: 'Notes & more', rows: [['x']] },
      ],
    })
    const sheet = await readSheet(Buffer.from(bytes))
    expect(sheet).toEqual({
      header: { line: 1, cells: ['username', 'phone'] },
      rows: [
        { line: 2, cells: [expect.any(String), '441234'], formulas: [0] },
        { line: 4, cells: ['', 'x', 'true'] },
      ],
      otherSheets: ['Notes & more'],
    })
  })
  test('a workbook of 20,000 rows is read', async () => {
    const rows = Array.from({ length: 20_001 }, (_, at) => [`user${at}`, 'Ann'])
    const bytes = await writeXlsx({ sheets: [{ name: 'Users', rows }] })
    expect((await readSheet(Buffer.from(bytes))).rows).toHaveLength(20_000)
  })
})

const FIRST_ROWS = 'username,first_name\n'

describe('an unusable file is refused', () => {
  test.each([
    ['empty', textOf(''), 'unprocessable', 'The file is empty.'],
    ['of spaces', textOf(' \r\n \n'), 'unprocessable', 'The file is empty.'],
    ['of a header alone', textOf(FIRST_ROWS), 'unprocessable', 'The file has a header but no rows.'],
    ['PDF', textOf('%PDF-1.7 ...'), 'unsupported_file', 'This is a PDF'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452c3a9ff', 'hex'), 'unsupported_file', 'neither CSV nor'],
    ['old Excel', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'unsupported_file', 'This is an old (.xls)'],
    ['a web page called .xls', textOf('\n<html><table>'), 'unsupported_file', 'This is a web page or XML'],
    [
      'an image',
      Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
      'unsupported_file',
      'neither CSV nor an Excel workbook',
    ],
    ['a ZIP of something else', makeZip([{ name: 'a.txt', data: 'a' }]), 'unsupported_file', 'no Excel workbook'],
    ['half a workbook', makeWorkbook(HEADER + END).subarray(0, 300), 'unsupported_file', 'cut short'],
    ['encrypted', makeZip([{ name: 'a', data: 'a', isEncrypted: true }]), 'unsupported_file', 'encrypted'],
    [
      'of many entries',
      makeZip(Array.from({ length: 2001 }, (_, at) => ({ name: `${at}`, data: '' }))),
      'too_large',
      'too large once unpacked',
    ],
    [
      'of mixed encodings',
      Buffer.concat([textOf(`${FIRST_ROWS}zoe,Zoë\n`), Buffer.from('ann,Ren\u00e9', 'latin1')]),
      'unprocessable',
      'This file mixes encodings',
    ],
    [
      'a quote never closed in the header',
      textOf('username,"first\nzoe,Zoe\n'),
      'unprocessable',
      'read the file’s header',
    ],
  ])('%s', async (_name, bytes, code, words) => {
    expect(await refusalOf(bytes)).toMatchObject({ code, message: expect.stringContaining(words) })
  })
})

describe('a hostile file is refused in bounded time and memory', () => {
  const row = '<row><c><v>1</v></c></row>'
  /** Above every limit and, with many, above the worker's memory and time. */
  const MANY = inNumber(55_000, 1_000_000)
  test.each([
    ['a zip bomb', () => makeWorkbook(Buffer.alloc(inNumber(110_000, 1_000_000) * 450, 32)), 'too_large'],
    [
      'a zip bomb that lies about its size',
      () => makeWorkbook(Buffer.alloc(MANY * 100, 32), { statedSize: 1000 }),
      'unsupported_file',
    ],
    ['many rows of CSV', () => textOf(FIRST_ROWS + 'ab,cd\n'.repeat(MANY)), 'too_large'],
    ['many empty rows', () => makeWorkbook(HEADER + '<row><c/></row>'.repeat(MANY) + END), 'too_large'],
    [
      'cells in far columns',
      () => makeWorkbook(HEADER + '<row><c r="XFD1"><v>1</v></c></row>'.repeat(inNumber(300, MANY)) + END),
      // With few rows the file is accepted, and its rows have the fault.
      inNumber('none', 'too_large'),
    ],
    ['deep XML', () => makeWorkbook(HEADER + '<a>'.repeat(MANY * 5)), 'unprocessable'],
    [
      'a long text named again and again',
      () =>
        makeWorkbook(HEADER + '<row><c t="s"><v>0</v></c></row>'.repeat(15_000) + END, {
          more: [{ name: 'xl/sharedStrings.xml', data: `<sst><si><t>${'abcdefgh'.repeat(1_000_000)}</t></si></sst>` }],
        }),
      'too_large',
    ],
    [
      'texts without end',
      () =>
        makeWorkbook(HEADER + END, {
          more: [{ name: 'xl/sharedStrings.xml', data: `<sst>${'<si>'.repeat(inNumber(300_000, 10_000_000))}` }],
        }),
      // With few parts it is no workbook; many exceed the worker's memory.
      inNumber('unsupported_file', 'too_large'),
    ],
    [
      'an entity that names entities',
      () => makeWorkbook(`<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1000)}">]>${HEADER.replace('username', '&a;')}${END}`),
      'unprocessable',
    ],
  ])('%s', async (_name, make, code) => {
    const bytes = make()
    const before = process.memoryUsage().rss
    const refusal = await refusalOf(bytes)
    // A slow machine meets the limit on processor time before the limit on size.
    expect([code, 'unprocessable']).toContain(refusal.code)
    expect(refusal.ms).toBeLessThan(30_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(800_000_000)
  })
  test('one row of 19 MB is refused, and the rest is not read', async () => {
    const { rows } = await readSheet(textOf(`${FIRST_ROWS}${','.repeat(19_000_000)}\nzoe,Zoe\n`))
    expect(rows).toEqual([{ line: 2, cells: [], fault: expect.stringContaining('longer than 1 MB') }])
  })
  test.each([
    ['many cells', textOf(`${'a,'.repeat(59)}a\n${`${'xy,'.repeat(59)}z\n`.repeat(20_000)}`)],
    ['much text', textOf(`a\n${`${'x'.repeat(1_400)}\n`.repeat(14_000)}`)],
    ['blank lines', textOf(`a\nb${'\n'.repeat(3_000_000)}`)],
  ])('reading %s does not block the server', async (_name, bytes) => {
    const longestTurn = measureLongestTurn()
    await readSheet(bytes)
    expect(longestTurn()).toBeLessThan(100)
  })
  test('hundreds of thousands of XLSX rows are refused while other requests are served', async () => {
    const bytes = makeWorkbook(HEADER + row.repeat(inNumber(300_000, 1_000_000)) + END)
    const longestTurn = measureLongestTurn()
    const refusal = await refusalOf(bytes)
    expect(['too_large', 'unprocessable']).toContain(refusal.code)
    expect(refusal.ms).toBeLessThan(30_000)
    expect(longestTurn()).toBeLessThan(2000)
  })
})
