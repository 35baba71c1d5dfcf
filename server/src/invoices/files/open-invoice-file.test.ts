import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { KNOWN_LAYOUTS } from '@despatch/domain/invoices/column-mapping/known-layouts'
import { recognise } from '@despatch/domain/invoices/column-mapping/recognise'
import type { ReadEvent } from '@despatch/domain/invoices/reading/read-event'
import { DPD_ENGLISH } from '@despatch/domain/invoices/column-mapping/dpd-mainland'
import { dpdEnglishRow } from '@despatch/domain/testing/carrier-rows'
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { makeWorkbook, makeZip } from '../../testing/zip.ts'
import { openInvoiceFile } from './open-invoice-file.ts'
import { peekRows, readInvoices } from './read-invoices.ts'

const HEADER = [...(DPD_ENGLISH.header ?? [])]
const ROWS = [
  HEADER,
  dpdEnglishRow({ 'Sender name': 'Jörg, "Söhne"; & Co' }),
  dpdEnglishRow({ 'Shipment number': '2' }),
]

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

const csv = (rows: readonly (readonly string[])[], delimiter = ';', end = '\r\n'): string =>
  rows.map((row) => row.map((cell) => quoted(cell, delimiter)).join(delimiter) + end).join('')

async function* inChunks(bytes: Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size))
}

async function all<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = []
  for await (const batch of batches) found.push(...batch)
  return found
}

type Read = { name: string; cells: (readonly string[])[]; typed: number[][] }

/** Reads all sheets of an upload. */
async function readUpload(bytes: Buffer, name = 'invoice.csv', size?: number): Promise<Read[]> {
  const upload = await openInvoiceFile(inChunks(bytes, size), { name })
  try {
    const files: Read[] = []
    for await (const file of upload.files()) {
      const rows = await all(file.rows)
      files.push({
        name: file.name,
        cells: rows.map((row) => row.cells ?? [row.fault]),
        typed: rows.map((row) => [...(row.typed ?? [])]),
      })
    }
    return files
  } finally {
    await upload.close()
  }
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const utf16 = (text: string, isBig: boolean): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

describe('a CSV is read in any dialect', () => {
  test.each([
    ['semicolons', Buffer.from(csv(ROWS))],
    ['commas', Buffer.from(csv(ROWS, ','))],
    ['tabs', Buffer.from(csv(ROWS, '\t'))],
    ['bars', Buffer.from(csv(ROWS, '|'))],
    ['a byte order mark of UTF-8', Buffer.from(`\uFEFF${csv(ROWS)}`)],
    ['CR alone', Buffer.from(csv(ROWS, ';', '\r'))],
    ['LF alone', Buffer.from(csv(ROWS, ';', '\n'))],
    ['Windows-1252', latin(csv(ROWS))],
    ['UTF-16, little end first', utf16(csv(ROWS), false)],
    ['UTF-16, big end first', utf16(csv(ROWS), true)],
    ['UTF-16 without a byte order mark', Buffer.from(csv(ROWS), 'utf16le')],
    ['gzip', gzipSync(csv(ROWS))],
    ['ZIP', makeZip([{ name: 'a.csv', data: csv(ROWS) }])],
  ])('%s', async (_dialect, bytes) => {
    const files = await readUpload(bytes)
    expect(files.map(({ cells }) => cells)).toEqual([ROWS])
  })

  test('in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(Buffer.from(csv(ROWS)), latin(csv(ROWS)), utf16(csv(ROWS), false)),
        fc.integer({ min: 1, max: 300 }),
        async (bytes, size) => {
          const [file] = await readUpload(bytes, 'a.csv', size)
          expect(file?.cells).toEqual(ROWS)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('Polish letters of Windows-1250 are not mistaken for signs of Windows-1252', async () => {
    // In Windows-1250 ł is 0xB3 and ą is 0xB9; in Windows-1252 these are ³ and ¹, which follow words and figures.
    const polish = latin('Us\xB3uga;Dop\xB3ata;Mi\xB9sto\nPaczka;1;\xD3sma\n')
    expect((await readUpload(polish))[0]?.cells[0]).toEqual(['Usługa', 'Dopłata', 'Miąsto'])
    const western = latin('Volume m\xB3;Prei\xDF;¿Qué?\n1;2;3\n')
    expect((await readUpload(western))[0]?.cells[0]).toEqual(['Volume m³', 'Preiß', '¿Qué?'])
  })

  test('one damaged letter in UTF-8 leaves the others unchanged', async () => {
    const bytes = Buffer.concat([Buffer.from('Jörg;1\nJürg;1\n'), Buffer.from([0xff]), Buffer.from(';2\nSöhne;3\n')])
    expect((await readUpload(bytes))[0]?.cells).toEqual([
      ['Jörg', '1'],
      ['Jürg', '1'],
      ['\uFFFD', '2'],
      ['Söhne', '3'],
    ])
  })
})

describe('archives', () => {
  test('each file of a ZIP is read, except for those that systems add', async () => {
    const zip = makeZip([
      { name: 'one.csv', data: 'a;b\n' },
      { name: '__MACOSX/._one.csv', data: 'junk' },
      { name: 'folder/', data: '' },
      { name: 'folder/two.csv.gz', data: gzipSync('c;d\n') },
      { name: 'three.zip', data: makeZip([{ name: 'four.csv', data: 'e;f\n' }]) },
    ])
    expect((await readUpload(zip)).map(({ name, cells }) => [name, cells])).toEqual([
      ['one.csv', [['a', 'b']]],
      ['folder/two.csv', [['c', 'd']]],
      ['four.csv', [['e', 'f']]],
    ])
  })

  test('a file that is not read to its end is skipped', async () => {
    const many = 'a;b;c\n'.repeat(100_000)
    const upload = await openInvoiceFile(
      inChunks(
        makeZip([
          { name: '1', data: many },
          { name: '2', data: 'x;y\n' },
        ]),
      ),
      { name: 'z' },
    )
    const names: string[] = []
    for await (const { name, rows } of upload.files()) {
      names.push(name)
      await rows.next()
    }
    await upload.close()
    expect(names).toEqual(['1', '2'])
  })

  test('unread files are skipped and closed', async () => {
    const zip = makeZip([
      { name: '1', data: 'a;b\n'.repeat(100_000) },
      { name: '2.gz', data: gzipSync('c;d\n') },
    ])
    const upload = await openInvoiceFile(inChunks(zip), { name: 'z' })
    const names: string[] = []
    for await (const { name } of upload.files()) names.push(name)
    await upload.close()
    expect(names).toEqual(['1', '2'])
  })

  /** 60 MB in long rows: this test is not about splitting rows, and empty rows would take seconds. */
  const manyRows = Buffer.alloc(60_000_000, `${'x'.repeat(9_998)};\n`)
  /** 300 MB, concatenated from thirty parts. */
  const inGzip = (cell: string) => Buffer.concat(Array(30).fill(gzipSync(Buffer.alloc(10_000_000, cell))))
  const bomb = makeZip([{ name: 'bomb.csv', data: manyRows }])
  test.each([
    ['a bomb', bomb, /too large once unpacked/],
    ['a bomb in gzip', gzipSync(manyRows), /too large once unpacked/],
    ['300 MB of zeros in gzip', inGzip('\0'), /neither CSV/],
    ['300 MB of empty rows in gzip', inGzip(';\n'), /too large once unpacked/],
    [
      'a bomb that states another size',
      makeZip([{ name: 'b', data: manyRows, statedSize: 10 }]),
      /damaged|too large once unpacked/,
    ],
    ['a password', makeZip([{ name: 'a.csv', data: 'a', isEncrypted: true }]), /password/],
    [
      'a cut ZIP',
      makeZip([{ name: 'a.csv', data: csv(ROWS) }]).subarray(0, 200),
      /ZIP archive or workbook is cut short/,
    ],
    ['a cut gzip', gzipSync(randomBytes(100_000).toString('hex')).subarray(0, 50_000), /incomplete/],
    ['too many layers', gzipSync(gzipSync(gzipSync(gzipSync('a;b\n')))), /archive within an archive/],
  ])('%s is refused with a reason', async (_what, bytes, words) => {
    await expect(readUpload(bytes)).rejects.toThrow(words)
  })
})

describe('a file without rows is refused with a reason', () => {
  test.each([
    ['nothing', Buffer.alloc(0), /empty/],
    ['a PDF', Buffer.from('%PDF-1.7 …'), /PDF/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old \(\.xls\)/],
    ['a web page', Buffer.from('<!DOCTYPE html><p>Log in'), /web page/],
    ['EDI', Buffer.from('ISA*00*          *00*'), /EDI/],
    ['JSON', Buffer.from('[{"a": 1}]'), /JSON/],
    ['a program', Buffer.from('7f454c46020101000000000000', 'hex'), /neither CSV/],
  ])('%s', async (_what, bytes, words) => {
    await expect(readUpload(bytes, 'invoice.csv')).rejects.toThrow(words)
  })

  test('a last line without a line end is read', async () => {
    const bytes = Buffer.concat([Buffer.from('a;b\n1;2\n"'), Buffer.alloc(3_000_000, 'x')])
    const [file] = await readUpload(bytes)
    expect(file?.cells.slice(0, 2)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(file?.cells.at(-1)?.[0]).toMatch(/longer than 1 MB/)
  })
})

describe('workbooks', () => {
  test('figures and dates differ from texts, and each sheet is a file', async () => {
    const day = new Date('2026-03-31T00:00:00Z')
    const bytes = Buffer.from(
      await writeXlsx({
        sheets: [
          { name: 'Summary', rows: [] },
          {
            name: 'Parcels',
            rows: [
              ['Parcel', 'Amount', 'Date'],
              ['00012', 8.62, day],
              ['1,5', 1.59e13, null],
            ],
          },
          { name: 'More', rows: [['x']] },
        ],
      }),
    )
    const files = await readUpload(bytes, 'dpd.xlsx')
    expect(files).toEqual([
      {
        name: 'dpd.xlsx, Parcels',
        cells: [
          ['Parcel', 'Amount', 'Date'],
          ['00012', '8.62', '2026-03-31'],
          ['1,5', '15900000000000'],
        ].map((row) => expect.arrayContaining(row)),
        typed: [[], [1, 2], [1]],
      },
      { name: 'dpd.xlsx, More', cells: [['x']], typed: [[]] },
    ])
  })

  test('a workbook in a ZIP is read like any workbook', async () => {
    const workbook = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: [['x', 'y']] }] }))
    expect(await readUpload(makeZip([{ name: 'in.xlsx', data: workbook }]))).toMatchObject([
      { name: 'in.xlsx', cells: [['x', 'y']] },
    ])
  })

  test('all rows arrive, and the reader stops until more are requested', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`P${index}`, index / 4])
    const [file] = await readUpload(Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows }] })))
    expect(file?.cells).toHaveLength(20_000)
    expect(file?.cells.at(-1)).toEqual(['P19999', '4999.75'])
  })

  test.each([
    ['damaged', makeWorkbook('<worksheet><sheetData><row r="1"><c r="A1"'), undefined],
    ['no workbook', makeZip([{ name: '[Content_Types].xml', data: '<Types/>' }]), /no Excel workbook/],
  ])('%s: nothing hangs', async (_what, bytes, words) => {
    if (words) await expect(readUpload(bytes)).rejects.toThrow(words)
    else await readUpload(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(Error))
  })
})

test('the same bytes have the same hash, and nothing stays on disk', async ({ onTestFinished }) => {
  // A separate folder: in the common one, other tests add and remove files.
  const folder = await mkdtemp(join(tmpdir(), 'despatch-spool-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })
  const bytes = Buffer.from(csv(ROWS))
  const upload = await openInvoiceFile(inChunks(bytes, 7), { name: 'a.csv' })
  expect(upload).toMatchObject({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^despatch-/)])
  await upload.close()
  await expect(openInvoiceFile(breaking(), { name: 'a.csv' })).rejects.toThrow('gone')
  expect(await readdir(folder)).toEqual([])
})

async function* breaking(): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from('a;b\n'))
  throw new Error('gone')
}

const REAL = new URL('../../../../../shared/real/invoices/', import.meta.url)

/** Totals added up by hand from the files. UPS's rows state ten totals of one invoice, none of which is its sum. */
describe('real files', () => {
  beforeEach((context) => context.skip(!existsSync(REAL), 'shared/real is not beside the repository'))

  test.each([
    [
      'ups.csv',
      {
        layout: 'ups-with-header',
        currency: 'USD',
        invoices: 1,
        details: 10,
        net: 8_986_600,
        tax: 427_000,
        verdict: 'does not add up',
      },
    ],
    [
      'dhl-express.csv',
      {
        layout: 'dhl-express',
        currency: 'EUR',
        invoices: 1,
        details: 15,
        net: 15_366_000,
        tax: 2_919_700,
        verdict: 'nothing stated',
      },
    ],
    [
      'dpd-english.csv',
      {
        layout: 'dpd-mainland-english',
        currency: '',
        invoices: 25,
        details: 25,
        net: 3_672_700,
        tax: 0,
        verdict: 'nothing stated',
      },
    ],
    [
      'royal-mail.csv',
      {
        layout: 'royal-mail-sales-orders',
        currency: 'GBP',
        invoices: 1,
        details: 25,
        net: 12_084_200,
        tax: 2_636_400,
        verdict: 'nothing stated',
      },
    ],
  ])('%s', async (name, expected) => {
    const upload = await openInvoiceFile(inChunks(readFileSync(new URL(name, REAL))), { name })
    for await (const { rows } of upload.files()) {
      const peeked = await peekRows(rows)
      const found = recognise(peeked.first, KNOWN_LAYOUTS)
      if (!found.isKnown) throw new Error(`${name} is unknown`)
      const events = await all(readInvoices(found.file, peeked.all, { today: '2026-11-22' }))
      expect(summaryOf(events, found.file.layout.code)).toEqual(expected)
    }
    await upload.close()
  })
})

function summaryOf(events: readonly ReadEvent[], layout: string): Record<string, unknown> {
  const invoices = events.filter((event) => event.kind === 'invoice-read')
  expect(events.filter(({ kind }) => kind === 'refused')).toEqual([])
  expect(invoices.every(({ proof }) => proof.ownTotals.wrong === 0)).toBe(true)
  return {
    layout,
    currency: invoices[0]?.billed.currency,
    invoices: invoices.length,
    details: events.filter(({ kind }) => kind === 'detail').length,
    net: invoices.reduce((sum, { proof }) => sum + proof.net, 0),
    tax: invoices.reduce((sum, { proof }) => sum + (proof.tax ?? 0), 0),
    verdict: invoices[0]?.proof.verdict,
  }
}
