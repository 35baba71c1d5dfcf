import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { readCsv } from '../../files/read-csv.ts'
import { toUtf8 } from '../../files/to-utf8.ts'
import { readSheetRows, type TypedRow } from '../../files/workbook/sheet-rows.ts'
import { openWorkbook, openZip } from '../../files/workbook/workbook-parts.ts'
import { AppError } from '../../process/app-error.ts'
import { delimiterOfLines } from './delimiter.ts'
import { kindOf, refuseKind } from './file-kind.ts'
import { spool, type Spooled } from './spool.ts'
import { Unpacked } from './unpacked.ts'

/** A table of rows within an upload. */
export type SheetFile = {
  /** The name in the upload, archive or workbook. */
  readonly name: string
  readonly rows: AsyncGenerator<readonly TypedRow[]>
}

/** In bytes, unpacked. A CSV of this size can be streamed, but a workbook's sheet cannot. */
const MAX_SHEET_BYTES = 300_000_000
const WORKBOOK_TOO_LARGE = 'This workbook is too large once unpacked. Save the sheet as CSV and import that.'
const MAX_ENTRIES = 1000
/** The length of text from which the delimiter is found. */
const SAMPLE_LENGTH = 64 * 1024

/** Reads the tables of an upload. Its bytes say what it is, not its name. Throws an AppError if it has none. */
export async function* readSheets(spooled: Spooled, name: string): AsyncGenerator<SheetFile> {
  const unpacked = new Unpacked(spooled.size)
  let isFound = false
  for await (const file of filesIn({ spooled, name, unpacked, depth: 0 })) {
    isFound = true
    yield file
  }
  if (!isFound) throw new AppError('unprocessable', 'The file is empty.')
}

type Packed = { spooled: Spooled; name: string; unpacked: Unpacked; depth: number }

async function* filesIn({ spooled, name, unpacked, depth }: Packed): AsyncGenerator<SheetFile> {
  const bytes = spooled.bytes()
  const { head, all } = await peekBytes(bytes)
  const kind = kindOf(head)
  if (kind !== 'text') await bytes.return(undefined)
  if (kind === 'zip') yield* filesInZip({ spooled, name, unpacked, depth })
  else if (kind === 'gzip') {
    // Reading reports errors; both streams close together.
    const stream = pipeline(createReadStream(spooled.path), createGunzip(), () => undefined)
    yield* filesInStream(unpacked.count(stream), { name: name.replace(/\.gz$/i, ''), unpacked, depth: depth + 1 })
  } else yield* textFile(name, { head, all, bytes })
}

type Text = { head: Buffer; all: AsyncGenerator<Buffer>; bytes: AsyncGenerator<Buffer> }

async function* textFile(name: string, { head, all, bytes }: Text): AsyncGenerator<SheetFile> {
  try {
    if (head.length > 0) yield { name, rows: textRows(head, all) }
  } finally {
    // Closes unread bytes, even if nobody began to read.
    await bytes.return(undefined)
  }
}

/** Reads the content of an archive: a text is streamed, an archive or workbook is written to disk first. */
async function* filesInStream(
  bytes: AsyncGenerator<Buffer>,
  { name, unpacked, depth }: Omit<Packed, 'spooled'>,
): AsyncGenerator<SheetFile> {
  const { head, all } = await peekBytes(bytes)
  const kind = kindOf(head)
  if (kind === 'text') {
    yield* textFile(name, { head, all, bytes })
    return
  }
  if (depth > 2) throw new AppError('unsupported_file', `${name} is an archive within an archive. Unpack it first.`)
  const inner = await spool(all)
  try {
    yield* filesIn({ spooled: inner, name, unpacked, depth: depth + 1 })
  } finally {
    await inner.remove()
  }
}

async function* filesInZip({ spooled, name, unpacked, depth }: Packed): AsyncGenerator<SheetFile> {
  const zip = await openZip(spooled.path)
  try {
    const entries = await entriesOf(zip)
    if (entries.some(({ fileName }) => fileName.toLowerCase() === '[content_types].xml')) {
      yield* sheetsOf(spooled.path, name)
      return
    }
    for (const entry of entries.filter(isFile)) {
      const stream = await zip.openReadStreamPromise(entry).catch(() => {
        throw damaged(entry.fileName)
      })
      yield* filesInStream(unpacked.count(stream), { name: entry.fileName, unpacked, depth: depth + 1 })
    }
  } finally {
    zip.close()
  }
}

/** Leaves out the files that operating systems add to archives. */
const isFile = ({ fileName }: Entry): boolean =>
  !fileName.endsWith('/') && !/(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(fileName)

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_ENTRIES)
    throw new AppError('too_large', `The archive holds more than ${MAX_ENTRIES} files. Import them in parts.`)
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch {
    throw damaged('The archive')
  }
  if (entries.some((entry) => entry.isEncrypted()))
    throw new AppError('unsupported_file', 'This archive has a password. Unpack it, then import its files.')
  return entries
}

async function* sheetsOf(path: string, name: string): AsyncGenerator<SheetFile> {
  const limits = { largestPart: MAX_SHEET_BYTES, tooLarge: WORKBOOK_TOO_LARGE }
  const zip = await openZip(path)
  const { sheets } = await openWorkbook(zip, limits).finally(() => zip.close())
  for (const [sheet, title] of sheets.entries()) {
    const rows = readSheetRows({ path, sheet, largestPart: MAX_SHEET_BYTES })
    const first = await rows.next()
    // Skip an empty sheet.
    if (first.done) continue
    yield { name: sheets.length === 1 ? name : `${name}, ${title}`, rows: startingWith(first.value, rows) }
    await rows.return(undefined)
  }
}

async function* textRows(head: Buffer, bytes: AsyncGenerator<Buffer>): AsyncGenerator<readonly TypedRow[]> {
  refuseKind(head)
  const { head: beginning, all } = await peekBytes(toUtf8(bytes))
  yield* readCsv(all, delimiterOfLines(beginning.toString('utf8')))
}

async function* startingWith<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}

/** Reads the beginning of a file, and streams all of it from the first byte. */
async function peekBytes(bytes: AsyncGenerator<Buffer>): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const chunks: Buffer[] = []
  let size = 0
  while (size < SAMPLE_LENGTH) {
    const next = await bytes.next()
    if (next.done) break
    chunks.push(next.value)
    size += next.value.length
  }
  const head = Buffer.concat(chunks)
  return { head: head.subarray(0, SAMPLE_LENGTH), all: head.length === 0 ? bytes : startingWith(head, bytes) }
}

const damaged = (name: string): AppError =>
  new AppError('unsupported_file', `${name} is damaged and can’t be unpacked. Ask the carrier for it again.`)
