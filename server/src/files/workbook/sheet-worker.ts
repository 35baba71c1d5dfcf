import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../process/app-error.ts'
import { lowerPriority } from '../../process/low-priority.ts'
import { MAX_COLUMNS } from '../csv-splitter.ts'
import type { SheetMessage, SheetRequest, SheetRow } from './sheet-rows.ts'
import { streamRows } from './stream-rows.ts'
import { openWorkbook, openZip } from './workbook-parts.ts'

// The worker of readSheetRows: posts the rows of one sheet, a batch per request, and ends.

const BATCH = 500
/** Characters per batch, which both server and worker hold. */
const BATCH_TEXT = 1_000_000
/** Includes empty rows, which formatting alone can create. A sheet has at most about a million rows. */
const MAX_ROWS = 1_100_000
/** Characters of all cells: a workbook can refer to one long string a million times. */
const MAX_TEXT = 1_000_000_000

const TOO_LARGE = 'Unpacked, this workbook is far too large to be read: save the sheet as CSV and send that.'
const DAMAGED = 'This workbook is damaged and cannot be read: save it again as .xlsx, or as CSV.'

async function* batches({ path, sheet, largestPart, asShown = false }: SheetRequest): AsyncGenerator<SheetRow[]> {
  const zip = await openZip(path)
  const workbook = await openWorkbook(zip, { largestPart, tooLarge: TOO_LARGE })
  const parts = await workbook.partsOf(sheet)
  let batch: SheetRow[] = []
  let line = 0
  let seen = 0
  let text = 0
  let sent = 0
  for await (const { index, values } of streamRows(parts)) {
    seen += 1
    if (seen > MAX_ROWS) throw new AppError('too_large', TOO_LARGE)
    // Ignore row numbers that go backwards or are not numbers, and count instead.
    line = Number.isSafeInteger(index) && index >= line ? index + 1 : line + 1
    const row = toRow(line, values, asShown ? shownText : textOf)
    if (!row) continue
    text += row.cells.reduce((sum, cell) => sum + cell.length, 0)
    if (text > MAX_TEXT) throw new AppError('too_large', TOO_LARGE)
    batch.push(row)
    if (batch.length < BATCH && text - sent < BATCH_TEXT) continue
    yield batch
    batch = []
    sent = text
  }
  yield batch
}

/** Undefined for an empty row. */
function toRow(line: number, values: readonly unknown[], read: (value: unknown) => string): SheetRow | undefined {
  const typed: number[] = []
  let hasText = false
  const cells = values.slice(0, MAX_COLUMNS).map((value, place) => {
    if (typeof value === 'number' || value instanceof Date) typed.push(place)
    const cell = read(value)
    hasText ||= cell !== ''
    return cell
  })
  if (!hasText) return undefined
  return { line, cells, typed, ...(values.length > MAX_COLUMNS && { count: values.length }) }
}

function textOf(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return value === null || value === undefined ? '' : String(value as string | number | boolean).trim()
}

/** Spreadsheets store fifteen significant digits, so a longer code has lost its end. */
const DIGITS = 15

function shownText(value: unknown): string {
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    // Workbooks store local times without a zone.
    const [day = '', time = ''] = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().split('T')
    return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`
  }
  if (typeof value !== 'number') return textOf(value)
  return Math.abs(value) < 10 ** DIGITS
    ? String(Number(value.toPrecision(DIGITS)))
    : value.toExponential().toUpperCase()
}

async function send(message: SheetMessage): Promise<void> {
  if (parentPort) await once(parentPort, 'message')
  parentPort?.postMessage(message)
}

lowerPriority()
try {
  for await (const rows of batches(workerData as SheetRequest)) await send({ rows, isLast: false })
  await send({ rows: [], isLast: true })
} catch (error) {
  // Libraries throw all kinds of errors over a broken file.
  const refusal =
    error instanceof AppError
      ? { code: error.code, message: error.message }
      : ({ code: 'unsupported_file', message: DAMAGED } as const)
  await send({ refusal })
}
parentPort?.close()
