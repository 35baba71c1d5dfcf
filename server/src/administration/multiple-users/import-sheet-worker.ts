import { on } from 'node:events'
import { serialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { readCsv } from '../../files/read-csv.ts'
import { delimiterOf } from '../../files/sniff.ts'
import { lowerPriority } from '../../process/low-priority.ts'
import { AppError } from '../../process/app-error.ts'
import { LONGEST_CELL, MAX_COLUMNS, MAX_ROWS, MAX_TEXT, TOO_MANY_ROWS, TOO_MUCH_TEXT } from './import-limits.ts'
import type { Sheet, SheetAnswer, SheetRow } from './import-sheet.ts'
import { chunksOf } from './import-limiter.ts'
import { decodeText } from './import-text.ts'
import { readWorkbook } from './import-workbook.ts'

// The worker thread of readSheet: receives a file's bytes in chunks, posts its rows or the reason for refusing it, and
// ends.

const UNKNOWN_KINDS: readonly (readonly [bytes: string, words: string])[] = [
  ['d0cf11e0', 'This is an old (.xls) or password-protected workbook. Save it as .xlsx without a password, or as CSV.'],
  ['25504446', 'This is a PDF. Send a CSV file or an Excel workbook (.xlsx).'],
  ['1f8b', 'This is a compressed file. Unpack it first.'],
  ['504b0506', 'This is an empty ZIP archive.'],
  ['7b5c727466', 'This is a text document (RTF). Send a CSV file or an Excel workbook (.xlsx).'],
]

async function sheetOf(bytes: Buffer): Promise<Sheet> {
  if (bytes.length === 0) throw new AppError('unprocessable', 'The file is empty.')
  const start = bytes.toString('hex', 0, 8)
  const unknown = UNKNOWN_KINDS.find(([signature]) => start.startsWith(signature))
  if (unknown) throw new AppError('unsupported_file', unknown[1])
  const { rows, otherSheets } = start.startsWith('504b0304')
    ? await readWorkbook(bytes)
    : { rows: await csvRows(bytes), otherSheets: [] }
  const [header, ...rest] = rows
  if (!header) throw new AppError('unprocessable', 'The file is empty.')
  if (header.fault) throw new AppError('unprocessable', `We couldn’t read the file’s header. ${header.fault}.`)
  if (rest.length === 0) throw new AppError('unprocessable', 'The file has a header but no rows.')
  return { header, rows: shortened(rest), otherSheets }
}

async function csvRows(bytes: Buffer): Promise<SheetRow[]> {
  const text = Buffer.from(decodeText(bytes))
  const rows: SheetRow[] = []
  let columns: number | undefined
  for await (const batch of readCsv(inChunks(text), delimiterOf(text.subarray(0, 10_000)))) {
    for (const { line, cells, count = cells?.length, fault } of batch) {
      columns ??= count
      if (rows.length > MAX_ROWS) throw new AppError('too_large', TOO_MANY_ROWS)
      rows.push(cells ? csvRow(line, cells, { count: count ?? 0, columns: columns ?? 0 }) : { line, cells: [], fault })
    }
  }
  return rows
}

/** A row with more or fewer cells than the header may have its cells in the wrong columns. */
function csvRow(
  line: number,
  cells: readonly string[],
  { count, columns }: { count: number; columns: number },
): SheetRow {
  const formulas = cells.slice(0, MAX_COLUMNS).flatMap((cell, column) => (/^\s*=/.test(cell) ? [column] : []))
  return {
    line,
    cells: cells.slice(0, MAX_COLUMNS).map((cell) => cell.trim()),
    ...(formulas.length > 0 && { formulas }),
    ...(count !== columns && {
      fault: `This row has ${count.toLocaleString('en-GB')} ${count === 1 ? 'cell' : 'cells'}, and the header ${columns}: look for a missing or an extra separator`,
    }),
  }
}

const CHUNK_BYTES = 64 * 1024

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}

/** Cuts cells that are far too long; the check refuses them for their length. */
function shortened(rows: readonly SheetRow[]): SheetRow[] {
  let text = 0
  return rows.map((row) => {
    const cells = row.cells.map((cell) => cell.slice(0, LONGEST_CELL))
    text += cells.reduce((sum, cell) => sum + cell.length, 0)
    if (text > MAX_TEXT) throw new AppError('too_large', TOO_MUCH_TEXT)
    return { ...row, cells }
  })
}

/** Receives chunks until an empty one ends the file. */
async function receiveBytes(): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  if (!parentPort) return Buffer.alloc(0)
  for await (const [piece] of on(parentPort, 'message') as AsyncIterable<[Uint8Array]>) {
    if (piece.length === 0) break
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function answer(): Promise<SheetAnswer> {
  try {
    const { rows, ...sheet } = await sheetOf(await receiveBytes())
    return { sheet, rows: [...chunksOf(rows)].map((part) => new Uint8Array(serialize(part))) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, message: error.message } }
    // Libraries throw all kinds of errors over a broken file.
    return { refusal: { code: 'unsupported_file', message: 'This file is damaged. Save it again.' } }
  }
}

lowerPriority()
const answered = await answer()
parentPort?.postMessage(answered, answered.rows?.map(({ buffer }) => buffer) ?? [])
